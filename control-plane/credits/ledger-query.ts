import { z } from 'zod';
import type { EntryKind } from './ledger-entry.ts';

/** N38: what a movement is called on the wire. */
export const entryTypes = [
  'grant',
  'reserve',
  'spend',
  'release',
  'refund',
  'purchase',
  'reset',
  'adjustment',
  'expiry',
] as const;
export type EntryType = (typeof entryTypes)[number];

const types: Readonly<Record<EntryKind, EntryType>> = {
  grant: 'grant',
  purchase: 'purchase',
  reserve: 'reserve',
  charge: 'spend',
  release: 'release',
  refund: 'refund',
  reset: 'reset',
  expiry: 'expiry',
  adjustment: 'adjustment',
  takeback: 'adjustment',
  repay: 'adjustment',
};

export const typeOfKind = (kind: EntryKind): EntryType => types[kind];

/** Every kind of entry that is shown as this type. */
export const kindsOfType = (type: EntryType): EntryKind[] =>
  (Object.keys(types) as EntryKind[]).filter((kind) => types[kind] === type);

const time = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(text))
  .optional();

/** The place in the list after which the next page begins: the number of an entry of the account. */
const cursorPattern = /^c([0-9a-z]{1,6})$/;
export const cursorOf = (entryNo: number): string => `c${entryNo.toString(36)}`;
const entryNoOf = (cursor: string): number => Number.parseInt(cursor.slice(1), 36);

/** The query of GET /billing/credits/ledger (N38). */
export const ledgerQuerySchema = z
  .object({
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z
      .string()
      .regex(cursorPattern, 'Send the nextCursor of the page before')
      .transform(entryNoOf)
      .optional()
      .describe('nextCursor of the page before'),
    type: z.enum(entryTypes).optional().describe('Movements of one type'),
    keyId: z.string().max(100).optional().describe('Movements of one key'),
    projectId: z.string().max(100).optional().describe('Movements of one project'),
    from: time.describe('At or after this time or UTC day'),
    to: time.describe('Before this time or UTC day'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, {
    path: ['to'],
    message: 'to must be after from',
  });
export type LedgerQuery = z.infer<typeof ledgerQuerySchema>;
