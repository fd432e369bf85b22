import { counted } from '../../words.ts';
import type { ActRecord, EntryRecord, KeyRecord, LimitedFeature, Outcome, Plan, PlanFeature } from './farm-records.ts';
import { type StateWords } from './farm-words.ts';

export const planNames: Readonly<Record<Plan, string>> = { FREE: 'Free', PRO: 'Pro', ENTERPRISE: 'Enterprise' };
export const featureNames: Readonly<Record<PlanFeature, string>> = {
  MCP_CAPTURE: 'Page captures by key',
  MCP_BROWSE: 'Live browsing by key',
  STORYBOARD_DRAFT: 'Storyboard drafts by key',
  EXPORT_4K: 'Exports in 4K',
};
export const limitNames: Readonly<Record<LimitedFeature, string>> = {
  SCENE_RENDER: 'Scene renders',
  SCENE_RENDER_REVISION: 'Renders of changed scenes',
  EXPORT: 'Exports',
  UI_CAPTURE: 'Page captures',
  STORYBOARD_DRAFT: 'Storyboard drafts',
};

/** 2147483647 stands for a plan without end (N14). */
export const creditsText = (credits: number): string =>
  credits === 2_147_483_647 ? 'Unlimited' : counted(credits, 'credit');

export const keyState = ({ revokedAt, expiresAt }: KeyRecord, now: Date): StateWords => {
  if (revokedAt !== null) return { name: 'Revoked', tone: 'bad' };
  if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) return { name: 'Expired', tone: 'plain' };
  return { name: 'Active', tone: 'good' };
};

const operationNames: Readonly<Record<string, string>> = {
  drainNode: 'Drained a node',
  resumeNode: 'Resumed a node',
  quarantineNode: 'Quarantined a node',
  requeueJob: 'Put a job back',
  setPriority: 'Set a priority',
  cancelPublish: 'Cancelled a publish',
  adjustCredits: 'Adjusted credits',
  setPlanFeature: 'Switched a feature',
  setPlanLimit: 'Set a limit',
  changePlan: 'Changed a plan',
  revokeKey: 'Revoked a key',
  publishTemplate: 'Published a template',
  withdrawTemplate: 'Withdrew a template',
};
const outcomes: Readonly<Record<Outcome, StateWords>> = {
  DONE: { name: 'Done', tone: 'good' },
  UNCHANGED: { name: 'It was so before', tone: 'plain' },
  REFUSED: { name: 'Refused', tone: 'bad' },
};
export const actWords = ({ operation, outcome, code }: Pick<ActRecord, 'operation' | 'outcome' | 'code'>) => ({
  what: operationNames[operation] ?? operation,
  tone: outcomes[outcome].tone,
  outcome: code === null ? outcomes[outcome].name : `${outcomes[outcome].name}: ${code}`,
});

const movementNames: Readonly<Record<EntryRecord['type'], string>> = {
  GRANT: 'Given',
  RESERVE: 'Set aside',
  SPEND: 'Spent',
  RELEASE: 'Given back',
  REFUND: 'Refunded',
  PURCHASE: 'Bought',
  RESET: 'Plan allowance',
  ADJUSTMENT: 'Corrected',
  EXPIRY: 'Expired',
};
const signed = (amount: number): string =>
  new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' }).format(amount).replace('-', '\u2212');

/** A movement of an account as an operator reads it: what support asks for, by the names of the price list. */
export const movementWords = ({
  type,
  action,
  amount,
  heldAmount,
  bucket,
  planAfter,
  purchasedAfter,
}: EntryRecord) => ({
  what: action === null ? movementNames[type] : `${movementNames[type]}: ${action}`,
  change: signed(amount),
  held: heldAmount === 0 ? '' : `${signed(heldAmount)} set aside`,
  left: bucket === 'PLAN' ? `${creditsText(planAfter)} of the plan` : `${creditsText(purchasedAfter)} bought`,
});

/** What is said after an act. */
export const outcomeText = (outcome: Outcome, done: string): string =>
  outcome === 'DONE' ? done : 'Nothing was changed: it was so before.';

/** 3 to 500 characters, as the log of acts wants them. */
export const reasonProblem = (reason: string): string | null => {
  const { length } = reason.trim();
  if (length < 3) return 'Say why, in 3 characters or more: it is written to the log.';
  return length > 500 ? `At most 500 characters; this has ${length}.` : null;
};

/** A whole number of credits that is not zero, with its sign. */
export const creditsOf = (text: string): number | null => {
  const typed = text.trim().replaceAll(/[\s,]/g, '').replace('\u2212', '-');
  if (!/^[+-]?\d{1,9}$/.test(typed)) return null;
  const credits = Number(typed);
  return credits === 0 ? null : credits;
};
