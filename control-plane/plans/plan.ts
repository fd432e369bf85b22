import { isQualityWithin, type Quality } from '@reelyard/shared/contracts/render-format.ts';

/** S109: the abilities that a plan may lack; the names are part of the 403 message. */
export const planFeatures = ['mcp_capture', 'mcp_browse', 'storyboard_draft', 'export_4k'] as const;
export type PlanFeature = (typeof planFeatures)[number];

export const planSlugs = ['free', 'pro', 'enterprise'] as const;
export type PlanSlug = (typeof planSlugs)[number];

/** What an account's plan gives (S107, S109, S120, S122, N43, N48). */
export interface Plan {
  readonly slug: PlanSlug;
  readonly name: string;
  /** Credits of one period. N14: unlimited is sent as the largest int4, so that `remaining >= cost` stays right. */
  readonly allowanceCredits: number;
  readonly resetMode: 'monthly' | 'lifetime' | 'unlimited';
  readonly maxQuality: Quality;
  readonly watermark: boolean;
  /** Exports that may be under way at once. */
  readonly exportConcurrency: number;
  /** Weight of the account's jobs against those of other accounts. */
  readonly queueWeight: number;
  readonly features: readonly PlanFeature[];
}

export const unlimitedCredits = 2_147_483_647;

export const plans: Readonly<Record<PlanSlug, Plan>> = {
  free: {
    slug: 'free',
    name: 'Free',
    allowanceCredits: 10,
    resetMode: 'lifetime',
    maxQuality: '720p',
    watermark: true,
    exportConcurrency: 1,
    queueWeight: 1,
    features: [],
  },
  pro: {
    slug: 'pro',
    name: 'Pro',
    allowanceCredits: 150,
    resetMode: 'monthly',
    maxQuality: '4K',
    watermark: false,
    exportConcurrency: 10,
    queueWeight: 4,
    features: planFeatures,
  },
  enterprise: {
    slug: 'enterprise',
    name: 'Enterprise',
    allowanceCredits: unlimitedCredits,
    resetMode: 'unlimited',
    maxQuality: '4K',
    watermark: false,
    exportConcurrency: 50,
    queueWeight: 8,
    features: planFeatures,
  },
};

/** A feature switched apart from the plan's own list. */
export interface FeatureSwitch {
  readonly feature: PlanFeature;
  readonly enabled: boolean;
}

/** S109/N43: a plan with its features as they were switched; of two switches of one feature the later one holds. */
export const withSwitches = (plan: Plan, switches: readonly FeatureSwitch[]): Plan => ({
  ...plan,
  features: planFeatures.filter(
    (feature) => switches.findLast((each) => each.feature === feature)?.enabled ?? plan.features.includes(feature),
  ),
});

/** S109: true where the caller may use the feature; test keys are not gated. */
export const hasFeature = (plan: Plan, feature: PlanFeature, environment: 'live' | 'test'): boolean =>
  environment === 'test' || plan.features.includes(feature);

/** S95: the plan of a project that was given an export pass: 1080p and no watermark, whatever the account's own plan is. */
export const withExportPass = (plan: Plan): Plan => ({
  ...plan,
  maxQuality: isQualityWithin('1080p', plan.maxQuality) ? plan.maxQuality : '1080p',
  watermark: false,
});

/** S107/S108: whether a scene is drawn with the watermark; test keys always are. */
export const watermarked = (plan: Plan, environment: 'live' | 'test'): boolean =>
  environment === 'test' || plan.watermark;
