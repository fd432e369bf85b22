import { AsyncLocalStorage } from 'node:async_hooks';
import { newId } from '@reelyard/control-plane/database/new-id.ts';
import pg from 'pg';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const recording = new AsyncLocalStorage<Statement[]>();

/**
 * The statements that `work` sends to PostgreSQL, in their order and with their values; those of everything else in this
 * process are not among them.
 */
export const recordSql = async (work: () => Promise<void>): Promise<readonly Statement[]> => {
  const statements: Statement[] = [];
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  // Only for the time of one request: the overloads of query have no one type, and all of them end here.
  pg.Client.prototype.query = function recorded(this: pg.Client, ...args: unknown[]): never {
    const [first, values] = args;
    const text = typeof first === 'string' ? first : (first as { text: string }).text;
    recording.getStore()?.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(query as (...all: unknown[]) => never, this, args);
  };
  try {
    await recording.run(statements, work);
  } finally {
    Reflect.set(pg.Client.prototype, 'query', query);
  }
  return statements;
};

const createdId = /^(prj|scn|brd|pub|exp)_[0-9a-f]{32}$/;

/** Ids that the statements insert: each run of them needs new ones. */
const insertedIds = (statements: readonly Statement[]): string[] => {
  const inserted = statements.filter(({ text }) => /^insert into/i.test(text)).flatMap(({ values }) => values);
  return [...new Set(inserted.filter((value): value is string => typeof value === 'string' && createdId.test(value)))];
};

/** Sends the same statements again on one connection of `pool`, what they insert under new ids. */
export const replaySql = (pool: pg.Pool, statements: readonly Statement[]): (() => Promise<void>) => {
  const ids = insertedIds(statements);
  return async () => {
    const renamed = new Map<unknown, string>(ids.map((id) => [id, newId(id.slice(0, 3) as 'prj')]));
    const client = await pool.connect();
    try {
      for (const { text, values } of statements) {
        await client.query(
          text,
          values.map((value) => renamed.get(value) ?? value),
        );
      }
    } finally {
      client.release();
    }
  };
};
