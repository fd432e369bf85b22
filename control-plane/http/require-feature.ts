import type { PlanFeature } from '../plans/plan.ts';
import type { Caller } from './authenticate.ts';
import { Refusal } from './refusal.ts';

/** S109: refuses a caller whose plan lacks a feature; test keys are not gated. The message names the feature. */
export const requireFeature = async (
  accounts: { hasFeature(caller: Caller, feature: PlanFeature): Promise<boolean> },
  caller: Caller,
  feature: PlanFeature,
): Promise<void> => {
  if (await accounts.hasFeature(caller, feature)) return;
  throw new Refusal('forbidden', {
    code: 'FEATURE_NOT_IN_PLAN',
    message: `The plan of this account does not have ${feature}.`,
    body: { feature },
  });
};
