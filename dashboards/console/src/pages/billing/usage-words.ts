import type { Usage } from '@reelyard/shared/sdk/operations.gen.ts';
import { counted, many } from '../../words.ts';
import { dayText } from './balance-words.ts';

type FeatureUse = Usage['features'][number];

/** What is counted, and in what. */
const featureNames: Readonly<Record<FeatureUse['feature'], { readonly name: string; readonly unit: string }>> = {
  scene_render: { name: 'Scene renders', unit: 'render' },
  scene_render_revision: { name: 'Renders of changed scenes', unit: 'render' },
  export: { name: 'Exports', unit: 'export' },
  ui_capture: { name: 'Page captures', unit: 'capture' },
  browse_minutes: { name: 'Remote browsing, today', unit: 'minute' },
  storyboard_draft: { name: 'Storyboard drafts', unit: 'draft' },
};

/** From here on a bar warns; at the end it stops. */
const nearShare = 0.8;

export interface LimitWords {
  readonly key: string;
  readonly name: string;
  readonly used: string;
  readonly detail: string;
  /** Filled part of the bar, 0 to 1; null where there is no limit. */
  readonly share: number | null;
  readonly tone: 'plain' | 'near' | 'full';
}

const toneOf = (share: number | null): LimitWords['tone'] => {
  if (share === null || share < nearShare) return 'plain';
  return share < 1 ? 'near' : 'full';
};

const limitDetail = ({ limit, topUp, remaining, resetsAt }: FeatureUse, timeZone: string): string => {
  if (limit === null) return 'No limit';
  const left = `${many(remaining ?? 0)} left, starts over on ${dayText(resetsAt, timeZone)}`;
  return topUp === 0 ? left : `${left}; ${many(topUp)} of them from top-ups`;
};

/** N40: how far a limit is used. Top-ups stand on the limit. */
export const limitWords = (use: FeatureUse, timeZone: string): LimitWords => {
  const { feature, used, limit, topUp } = use;
  const { name, unit } = featureNames[feature];
  const all = limit === null ? null : limit + topUp;
  // A limit of nothing is used up.
  const share = all === null ? null : Math.min(1, all === 0 ? 1 : used / all);
  return {
    key: feature,
    name,
    used: all === null ? counted(used, unit) : `${many(used)} of ${counted(all, unit)}`,
    detail: limitDetail(use, timeZone),
    share,
    tone: toneOf(share),
  };
};

/** The allowance of the sandbox, which starts over every day (S120). */
export const sandboxWords = ({ sandbox }: Pick<Usage, 'sandbox'>): LimitWords[] =>
  (
    [
      ['sceneRenders', 'Sandbox scene renders, today', 'render'],
      ['exports', 'Sandbox exports, today', 'export'],
    ] as const
  ).map(([key, name, unit]) => {
    const { used, limit } = sandbox[key];
    const share = limit === 0 ? 1 : Math.min(1, used / limit);
    return {
      key,
      name,
      used: `${many(used)} of ${counted(limit, unit)}`,
      detail: `${many(Math.max(0, limit - used))} left, starts over at 00:00 UTC`,
      share,
      tone: toneOf(share),
    };
  });

export interface DayBar {
  /** UTC, for example 2026-11-21. */
  readonly date: string;
  readonly spent: number;
  /** Of the highest bar; 0 to 1. */
  readonly share: number;
  readonly label: string;
}

export interface DayChart {
  readonly bars: readonly DayBar[];
  /** The top of the scale, in credits. */
  readonly top: number;
}

const dayMs = 86_400_000;
const dayName = (date: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(date));

/** 1, 2 or 5 times a power of ten: the least that is not below `value`. */
const niceTop = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= value) ?? value;
};

/** Every day of the month with what was spent on it; the report leaves out days without a movement. */
export const dayChart = ({ period, credits }: Pick<Usage, 'period' | 'credits'>): DayChart => {
  const spentOn = new Map(credits.byDay.map(({ date, spent }) => [date, spent]));
  const start = Date.parse(period.start);
  const dayCount = Math.round((Date.parse(period.end) - start) / dayMs);
  const top = niceTop(Math.max(0, ...spentOn.values()));
  const bars = Array.from({ length: dayCount }, (_, index): DayBar => {
    const date = new Date(start + index * dayMs).toISOString().slice(0, 10);
    const spent = spentOn.get(date) ?? 0;
    return { date, spent, share: spent / top, label: `${dayName(date)}: ${counted(spent, 'credit')}` };
  });
  return { bars, top };
};

export interface Share {
  readonly key: string;
  readonly name: string;
  readonly spent: string;
  readonly share: number;
}

/** Parts of what was spent, the largest first. */
export const sharesOf = (parts: readonly { key: string; name: string; spent: number }[]): Share[] => {
  const whole = parts.reduce((sum, { spent }) => sum + spent, 0);
  return parts
    .toSorted((a, b) => b.spent - a.spent)
    .map(({ key, name, spent }) => ({
      key,
      name,
      spent: counted(spent, 'credit'),
      share: whole === 0 ? 0 : spent / whole,
    }));
};
