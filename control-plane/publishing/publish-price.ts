import { isQualityWithin, type Quality } from '@reelyard/shared/contracts/render-format.ts';
import { type CreditAction, exportAction, prices } from '../credits/price-list.ts';
import type { ScenePlan } from './changed-scenes.ts';
import type { Publish } from './snapshot.ts';

/** What the credits of a publish are set aside for: each scene, and its export. A subject is charged at most once. */
export const exportSubject = (publishId: string): string => `publish:${publishId}:export`;
export const sceneSubject = (publishId: string, sceneId: string): string => `publish:${publishId}:scene:${sceneId}`;

export interface PricedItem {
  readonly subject: string;
  readonly action: CreditAction;
  readonly credits: number;
}

/** S95: what a pass pays: the export of its project up to 1080p. */
const passQuality: Quality = '1080p';

/** S121: what an export costs; nothing where the pass of its project pays it. */
export const exportCredits = (quality: Quality, hasPass: boolean): number =>
  hasPass && isQualityWithin(quality, passQuality) ? 0 : prices[exportAction(quality)];

/** S121: what a publish costs: every scene whose inputs are new, and its export. */
export const priceOf = (
  publish: Pick<Publish, 'id' | 'kind' | 'quality'>,
  plans: readonly ScenePlan[],
  hasPass: boolean,
): PricedItem[] => {
  const scenes = plans.flatMap((plan): PricedItem[] =>
    plan.kind === 'render' && plan.isCharged
      ? [{ subject: sceneSubject(publish.id, plan.sceneId), action: 'SCENE_RENDER', credits: prices.SCENE_RENDER }]
      : [],
  );
  const action = exportAction(publish.quality);
  const credits = exportCredits(publish.quality, hasPass);
  const isPaid = publish.kind === 'publish' && credits > 0;
  return isPaid ? [...scenes, { subject: exportSubject(publish.id), action, credits }] : scenes;
};
