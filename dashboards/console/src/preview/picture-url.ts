import type { PictureOrder } from '@reelyard/shared/scene/picture-order.ts';

/** Stored pictures are named by their content; whose they are follows from who asks. */
const nameOf = (storageKey: string): string => storageKey.slice(storageKey.lastIndexOf('/') + 1);

/** Where the farm answers with a stored picture, cut as `order` says. */
export const pictureUrlPath = (order: Exclude<PictureOrder, { kind: 'shadow' }>): string => {
  const { storageKey, ...asked } = order;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) {
    if (value === null) continue;
    if (name === 'variantKey') query.set('variant', nameOf(String(value)));
    else query.set(name, String(value));
  }
  return `/api/v2/preview-pictures/${nameOf(storageKey)}?${query.toString()}`;
};
