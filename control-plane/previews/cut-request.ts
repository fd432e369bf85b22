import { storageKeys } from '@reelyard/shared/contracts/storage-keys.ts';
import type { PictureOrder } from '@reelyard/shared/scene/picture-order.ts';
import { z } from 'zod';

/** A stored picture by its content. Whose it is follows from who asks: nobody can name another account's. */
const pictureName = z
  .string()
  .regex(/^[0-9a-f]{64}\.(?:png|jpg)$/)
  .describe('Last part of a `storageKey` of the values: `<sha256>.png` or `.jpg`');

/** The longest side of a 4K picture, and of a page that is scrolled. */
const sidePx = z.coerce.number().int().min(1).max(4_096);
const pageSidePx = z.coerce.number().int().min(1).max(32_767);

export const cutParams = z.object({ picture: pictureName });

export const cutQuery = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('image'),
    widthPx: sidePx,
    heightPx: sidePx,
    radiusPx: z.coerce.number().int().min(0).max(4_096).default(0),
    fit: z.enum(['cover', 'contain']),
    gravity: z.enum(['left', 'center', 'top']).default('center'),
    groundHex: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .optional()
      .describe('What lies behind: a logo that would vanish there gets a plate'),
    variant: pictureName.optional().describe('The same mark in other colours'),
  }),
  z.strictObject({
    kind: z.literal('page'),
    cropWidthPx: pageSidePx,
    cropHeightPx: pageSidePx,
    widthPx: sidePx,
  }),
  z.strictObject({ kind: z.literal('part'), widthPx: sidePx }),
]);
export type CutQuery = z.infer<typeof cutQuery>;

/** The order for a picture of this account. */
export const cutOrder = (accountId: string, picture: string, query: CutQuery): PictureOrder => {
  const keyOf = (name: string): string => {
    const [sha256 = '', extension] = name.split('.');
    return storageKeys.image(accountId, sha256, extension === 'png' ? 'png' : 'jpg');
  };
  const storageKey = keyOf(picture);
  if (query.kind !== 'image') return { ...query, storageKey };
  const { variant, groundHex, ...box } = query;
  return {
    ...box,
    storageKey,
    variantKey: variant === undefined ? null : keyOf(variant),
    groundHex: groundHex ?? null,
  };
};
