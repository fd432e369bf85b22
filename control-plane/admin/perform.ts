import { type Database, inTransaction, type Transaction } from '../database/connection.ts';
import { Refusal } from '../http/refusal.ts';
import { asRefusal } from '../http/request-refusal.ts';
import { unusableTexts } from '../http/text-check.ts';
import type { Operator } from './authorise.ts';
import { insertAct } from './store/acts.ts';

export interface ActRequest {
  readonly operation: string;
  /** The id of what it is done to, or the name of a plan. */
  readonly target: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const problem = (path: string, code: string, message: string): Refusal =>
  new Refusal('bad_request', { code, message, details: [{ path, code, message }] });

/** The longest id, search text or cursor. */
const maxTextLength = 500;

/** Refuses texts that the database cannot take (H2) or that are longer than anything here is. */
export const checkTexts = (args: Readonly<Record<string, unknown>>): void => {
  const unusable = unusableTexts(args);
  if (unusable[0] !== undefined) {
    const { code, message } = unusable[0];
    throw new Refusal('bad_request', { code, message, details: unusable });
  }
  for (const [name, value] of Object.entries(args)) {
    if (typeof value !== 'string' || value.length <= maxTextLength) continue;
    throw problem(name, 'TEXT_TOO_LONG', `${name} has ${maxTextLength} characters at most.`);
  }
};

/** Why it is done; null where it may be left out and was. */
const reasonOf = ({ reason }: Readonly<Record<string, unknown>>): string | null => {
  if (typeof reason !== 'string') return null;
  const text = reason.trim();
  if (text.length >= 3) return text;
  throw problem('reason', 'REASON_MISSING', `Say why, in 3 to ${maxTextLength} characters.`);
};

/**
 * Does what an operator asks for and writes it down, both in one transaction; what is refused is written down
 * afterwards, for it has no effect that could be lost.
 *
 * @param work tells whether anything was changed
 */
export const perform = async <T extends { readonly changed: boolean }>(
  db: Database,
  { actor }: Operator,
  request: ActRequest,
  work: (trx: Transaction, reason: string) => Promise<T>,
): Promise<T & { readonly outcome: 'DONE' | 'UNCHANGED' }> => {
  const reason = reasonOf(request.arguments);
  const act = { actor, ...request, reason };
  try {
    const done = await inTransaction(db, async (trx) => {
      const result = await work(trx, reason ?? '');
      await insertAct(trx, { ...act, outcome: result.changed ? 'done' : 'unchanged', code: null });
      return result;
    });
    return { ...done, outcome: done.changed ? 'DONE' : 'UNCHANGED' };
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal) await insertAct(db, { ...act, outcome: 'refused', code: refusal.code });
    throw error;
  }
};
