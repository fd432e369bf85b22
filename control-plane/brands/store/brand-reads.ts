import { jobs, type ResultOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Database, Transaction } from '../../database/connection.ts';
import type { BrandReadTable } from '../../database/schema.gen.ts';

/** What a website showed, with the keys of its pictures. */
export interface WebsiteReading {
  readonly facts: ResultOf<'brand.read'>;
  readonly files: { readonly logo: string | null; readonly logoDark: string | null; readonly icon: string | null };
}

const readingSchema = z.strictObject({
  facts: jobs['brand.read'].result,
  files: z.strictObject({
    logo: z.string().nullable(),
    logoDark: z.string().nullable(),
    icon: z.string().nullable(),
  }),
});

export interface ReadingFailure {
  readonly code: string;
  readonly message: string;
}

export type BrandReadEnd =
  | { readonly state: 'ready'; readonly result: WebsiteReading }
  | { readonly state: 'failed'; readonly failure: ReadingFailure };

export interface BrandRead {
  readonly id: string;
  readonly state: BrandReadTable['state'];
  readonly result: WebsiteReading | null;
  readonly failure: ReadingFailure | null;
  readonly endedAt: Date | null;
}

const brandReadOf = (row: Selectable<BrandReadTable>): BrandRead => ({
  id: row.id,
  state: row.state,
  result: row.result === null ? null : readingSchema.parse(row.result),
  failure: row.failure as ReadingFailure | null,
  endedAt: row.ended_at,
});

/** Ends a reading that runs; false where it ended before. */
export const endBrandRead = async (trx: Transaction, brandReadId: string, end: BrandReadEnd): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('brand_read')
    .set({
      state: end.state,
      ended_at: sql<Date>`now()`,
      result: end.state === 'ready' ? JSON.stringify(end.result) : null,
      failure: end.state === 'failed' ? JSON.stringify(end.failure) : null,
    })
    .where('id', '=', brandReadId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const findBrandRead = async (db: Database | Transaction, brandReadId: string): Promise<BrandRead | null> => {
  const row = await db.selectFrom('brand_read').selectAll().where('id', '=', brandReadId).executeTakeFirst();
  return row ? brandReadOf(row) : null;
};

/** The newest reading of a domain that succeeded and is not older; null where there is none. */
export const findRecentReading = async (
  db: Database,
  accountId: string,
  domain: string,
  maxAgeSeconds: number,
): Promise<BrandRead | null> => {
  const row = await db
    .selectFrom('brand_read')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('domain', '=', domain)
    .where('state', '=', 'ready')
    .where('ended_at', '>', sql<Date>`now() - make_interval(secs => ${maxAgeSeconds})`)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? brandReadOf(row) : null;
};

/**
 * Begins a reading of a domain unless one is under way; the unique index decides between requests that come at once.
 *
 * @returns its id, and whether it is the new one
 */
export const beginBrandRead = async (
  trx: Transaction,
  { id, accountId, domain }: { readonly id: string; readonly accountId: string; readonly domain: string },
): Promise<{ id: string; isNew: boolean }> => {
  for (;;) {
    const inserted = await trx
      .insertInto('brand_read')
      .values({ id, account_id: accountId, domain, state: 'running', result: null, failure: null, ended_at: null })
      .onConflict((conflict) => conflict.columns(['account_id', 'domain']).where('state', '=', 'running').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted) return { id, isNew: true };
    const running = await trx
      .selectFrom('brand_read')
      .select('id')
      .where('account_id', '=', accountId)
      .where('domain', '=', domain)
      .where('state', '=', 'running')
      .executeTakeFirst();
    // It ended between the two statements: the place is free again.
    if (running) return { id: running.id, isNew: false };
  }
};
