import type { PlanSlug } from './plan.ts';

/** N40: what the usage report counts. Names are part of the answer. */
export const limitedFeatures = [
  'scene_render',
  'scene_render_revision',
  'export',
  'ui_capture',
  'browse_minutes',
  'storyboard_draft',
] as const;
export type LimitedFeature = (typeof limitedFeatures)[number];

/** Those that a UTC calendar month limits; browse minutes have a day of their own (S120). */
export type MonthlyFeature = Exclude<LimitedFeature, 'browse_minutes'>;

/**
 * S106, S97: what people make in the web app costs no credits; a plan limits it by the month instead. Null: no limit.
 * A row of plan_limit or account_limit says otherwise (N43).
 */
export const monthlyLimits: Readonly<Record<PlanSlug, Readonly<Record<MonthlyFeature, number | null>>>> = {
  free: { scene_render: 30, scene_render_revision: 15, export: 10, ui_capture: 10, storyboard_draft: 5 },
  pro: { scene_render: 1_500, scene_render_revision: 750, export: 500, ui_capture: 500, storyboard_draft: 200 },
  enterprise: {
    scene_render: null,
    scene_render_revision: null,
    export: null,
    ui_capture: null,
    storyboard_draft: null,
  },
};

/** A limit that an operator set for the plan or for the account. */
export interface LimitOverride {
  readonly feature: string;
  readonly units: number | null;
}

/** The limit of a feature: of two overrides the later one holds, those of an account stand after those of its plan. */
export const monthlyLimitOf = (
  plan: PlanSlug,
  feature: MonthlyFeature,
  overrides: readonly LimitOverride[],
): number | null => {
  const override = overrides.findLast((each) => each.feature === feature);
  return override === undefined ? monthlyLimits[plan][feature] : override.units;
};
