import { isQualityWithin, type Quality } from '@reelyard/shared/contracts/render-format.ts';
import { hasFeature, type Plan } from '../plans/plan.ts';

const defaultQuality: Quality = '1080p';
const sandboxMaxQuality: Quality = '720p';

export type QualityDecision =
  | {
      readonly kind: 'granted';
      readonly quality: Quality;
      /** What was asked for, or the default where nothing was. */
      readonly requestedQuality: Quality;
      readonly warning: { readonly code: string; readonly message: string } | null;
    }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

const granted = (quality: Quality, requestedQuality: Quality, message: string | null): QualityDecision => ({
  kind: 'granted',
  quality,
  requestedQuality,
  warning: message === null ? null : { code: 'QUALITY_DOWNGRADED', message },
});

/**
 * N28: what a publish is made at. A test key is never refused, only brought down to 720p (S108). A live caller who
 * names a quality above the plan is refused; one who names none gets the default or the most that the plan has.
 */
export const decideQuality = (
  requested: Quality | undefined,
  plan: Plan,
  environment: 'live' | 'test',
): QualityDecision => {
  const wanted = requested ?? defaultQuality;
  if (environment === 'test') {
    const isLower = isQualityWithin(wanted, sandboxMaxQuality);
    const message = `Sandbox exports are made at ${sandboxMaxQuality}; ${wanted} was asked for.`;
    return granted(isLower ? wanted : sandboxMaxQuality, wanted, isLower ? null : message);
  }
  if (wanted === '4K' && !hasFeature(plan, 'export_4k', environment)) {
    return {
      kind: 'refused',
      code: 'FEATURE_NOT_IN_PLAN',
      message: `4K needs the plan feature export_4k, which the ${plan.name} plan lacks.`,
    };
  }
  if (isQualityWithin(wanted, plan.maxQuality)) return granted(wanted, wanted, null);
  if (requested === undefined) {
    const message = `The ${plan.name} plan makes videos up to ${plan.maxQuality}.`;
    return granted(plan.maxQuality, wanted, message);
  }
  return {
    kind: 'refused',
    code: 'QUALITY_NOT_IN_PLAN',
    message: `${wanted} is not available on the ${plan.name} plan; it makes videos up to ${plan.maxQuality}.`,
  };
};
