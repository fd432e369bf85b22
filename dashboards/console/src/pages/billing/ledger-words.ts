import type { LedgerEntry } from '@reelyard/shared/sdk/operations.gen.ts';
import { many } from '../../words.ts';
import { dayText } from './balance-words.ts';

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Names of the price list as people say them; what is not in it keeps its name. */
const actionNames: Readonly<Record<string, string>> = {
  SCENE_RENDER: 'scene render',
  EXPORT_720P: '720p export',
  EXPORT_1080P: '1080p export',
  EXPORT_4K: '4K export',
  STORYBOARD_DRAFT: 'storyboard draft',
  UI_CAPTURE: 'page capture',
  BROWSE_SESSION: 'browser session',
};
export const actionText = (action: string): string => actionNames[action] ?? action;

type EntryType = LedgerEntry['type'];

export interface EntryWords {
  readonly what: string;
  readonly detail: string;
  readonly change: string;
  readonly tone: 'good' | 'plain';
  /** Of the credits that it moved: a plan's allowance is on the ledger from its first use on only. */
  readonly left: string;
}

const bucketNames = { plan: 'Plan', purchased: 'Bought' } as const;
const isoTime = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** What an entry was and why: N38 in the words of somebody who never read it. */
type Wording = (of: {
  /** `: scene render`, or nothing. */
  readonly subject: string;
  readonly because: string;
  readonly isByOperator: boolean;
}) => readonly [what: string, detail: string];

const wordings: Readonly<Record<EntryType, Wording>> = {
  reserve: ({ subject }) => [`Set aside${subject}`, ''],
  spend: ({ subject }) => [`Spent${subject}`, 'Out of what was set aside'],
  release: ({ subject }) => [`Given back${subject}`, 'Set aside and not needed'],
  refund: ({ subject, because }) => [`Refunded${subject}`, because],
  purchase: ({ because }) => [because === '' ? 'Bought' : because, ''],
  grant: ({ because }) => ['Given', because],
  reset: ({ because }) => ['Plan allowance', because],
  expiry: ({ because }) => ['Expired', because],
  adjustment: ({ because, isByOperator }) => (isByOperator || because === '' ? ['Corrected', because] : [because, '']),
};

/** Types as a filter names them, in the order of how often they are looked for. */
export const entryTypeNames: Readonly<Record<EntryType, string>> = {
  purchase: 'Purchases',
  spend: 'Spent',
  reserve: 'Set aside',
  release: 'Given back',
  refund: 'Refunds',
  adjustment: 'Corrections',
  grant: 'Given',
  reset: 'Plan allowance',
  expiry: 'Expired',
};
export const isEntryType = (text: string): text is EntryType => Object.hasOwn(entryTypeNames, text);

/** `+500`, `−1`, `0`. */
const changeText = (amount: number): string =>
  new Intl.NumberFormat('en-US', { signDisplay: 'exceptZero' }).format(amount).replace('-', '\u2212');

export const entryWords = (entry: LedgerEntry, timeZone: string): EntryWords => {
  const { type, action, reason, actor } = entry;
  const [what, detail] = wordings[type]({
    subject: action === null ? '' : `: ${actionText(action)}`,
    because: capitalized(reason ?? ''),
    isByOperator: actor.type === 'user',
  });
  return {
    what,
    detail: detail.replaceAll(isoTime, (time) => dayText(time, timeZone)),
    change: changeText(entry.amount),
    tone: entry.amount > 0 ? 'good' : 'plain',
    left: `${bucketNames[entry.source]}: ${many(entry.balanceAfter[entry.source])} left`,
  };
};
