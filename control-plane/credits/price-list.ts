import type { Quality } from '@reelyard/shared/contracts/render-format.ts';

/** S121: what costs how many credits, once. The names are those of GET /billing/credits (S22). */
export const prices = {
  SCENE_RENDER: 1,
  EXPORT_720P: 1,
  EXPORT_1080P: 2,
  EXPORT_4K: 4,
  STORYBOARD_DRAFT: 1,
  UI_CAPTURE: 1,
} as const;

/** What credits are spent on; BROWSE_SESSION is priced by time. */
export type CreditAction = keyof typeof prices | 'BROWSE_SESSION';

const exportActions = { '720p': 'EXPORT_720P', '1080p': 'EXPORT_1080P', '4K': 'EXPORT_4K' } as const satisfies Record<
  Quality,
  keyof typeof prices
>;

export const exportAction = (quality: Quality): (typeof exportActions)[Quality] => exportActions[quality];
