import { Refusal } from '../http/refusal.ts';

export interface PageArgs {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** The longest page. */
export const maxFirst = 200;
export const defaultFirst = 50;

const refusal = (path: string, code: string, message: string): Refusal =>
  new Refusal('bad_request', { code, message, details: [{ path, code, message }] });

/** How many entries a page has. Throws a `bad_request` refusal. */
export const firstOf = ({ first }: PageArgs): number => {
  const count = first ?? defaultFirst;
  if (count >= 1 && count <= maxFirst) return count;
  throw refusal('first', 'FIRST_INVALID', `first is a whole number from 1 to ${maxFirst}.`);
};

/** Where a page begins: a cursor is what the page before it ended with. Throws a `bad_request` refusal. */
export const afterOf = ({ after }: PageArgs, pattern: RegExp): string | null => {
  if (after === undefined || after === null) return null;
  if (pattern.test(after)) return after;
  throw refusal('after', 'CURSOR_INVALID', 'after is the nextCursor of the page before.');
};

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** One page of `records`, which hold one more than it has where there is another page. */
export const pageOf = <T>(records: readonly T[], first: number, cursorOf: (record: T) => string): Page<T> => {
  const items = records.slice(0, first);
  const last = items.at(-1);
  return { items, nextCursor: records.length > first && last !== undefined ? cursorOf(last) : null };
};
