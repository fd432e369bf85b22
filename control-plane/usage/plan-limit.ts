import { Refusal } from '../http/refusal.ts';
import type { MonthlyFeature } from '../plans/feature-limits.ts';

const words: Readonly<Record<MonthlyFeature, string>> = {
  scene_render: 'scene renders',
  scene_render_revision: 'renders of changed scenes',
  export: 'exports',
  ui_capture: 'captures',
  storyboard_draft: 'storyboard drafts',
};

/** The UTC calendar month of `now`: its name, and the first moment that is not in it. */
export const monthOf = (now: Date): { key: string; start: Date; end: Date } => {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return { key: start.toISOString().slice(0, 7), start, end };
};

export interface PlanLimitReached {
  readonly feature: MonthlyFeature;
  readonly limit: number;
  readonly topUp: number;
  readonly used: number;
  readonly requested: number;
  readonly now: Date;
  readonly topUpUrl: string;
}

/** S106: 429 where the plan's month does not cover what is asked for; with what is left, until when, and how to get more. */
export const planLimitReached = (reached: PlanLimitReached): Refusal => {
  const { feature, limit, topUp, used, requested, now, topUpUrl } = reached;
  const { end } = monthOf(now);
  const all = limit + topUp;
  return new Refusal('too_many_requests', {
    code: 'PLAN_LIMIT_REACHED',
    message: `The plan has ${all} ${words[feature]} a month in the web app; ${used} are used and this needs ${requested}. Get more at ${topUpUrl}.`,
    body: { feature, limit: all, topUp, used, requested, resetsAt: end.toISOString(), topUpUrl },
    headers: { 'retry-after': String(Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1_000))) },
  });
};
