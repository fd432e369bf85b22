import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';
import type { ProfileOwner } from '../sealed-profile.ts';

export interface StoredProfile {
  readonly generation: number;
  readonly sealed: Buffer | null;
  readonly domains: readonly string[];
  readonly createdAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/**
 * The person who made a key, or the key that made it, and so on; null where no person did (the key of the launcher).
 */
export const makerOfKey = async (db: Database, keyId: string): Promise<string | null> => {
  const { rows } = await sql<{ maker: string }>`
    with recursive chain as (
      select id, created_by from api_key where id = ${keyId}
      union
      select k.id, k.created_by from api_key k join chain on k.id = chain.created_by
    )
    select created_by as maker from chain
     where created_by is not null and not exists (select from api_key where id = chain.created_by)`.execute(db);
  return rows[0]?.maker ?? null;
};

const rowOf = { accountId: 'account_id', holder: 'holder' } as const;

export const findProfile = async (db: Database, owner: ProfileOwner): Promise<StoredProfile | null> => {
  const row = await db
    .selectFrom('browse_profile')
    .selectAll()
    .where(rowOf.accountId, '=', owner.accountId)
    .where(rowOf.holder, '=', owner.holder)
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        generation: row.generation,
        sealed: row.sealed,
        domains: row.domains,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
      };
};

/** The profile, made where there is none, and held until the transaction ends: two sessions bring home one after the other. */
export const lockProfile = async (trx: Transaction, owner: ProfileOwner): Promise<StoredProfile> => {
  const row = await trx
    .insertInto('browse_profile')
    .values({ account_id: owner.accountId, holder: owner.holder })
    .onConflict((conflict) => conflict.columns(['account_id', 'holder']).doUpdateSet({ holder: owner.holder }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return {
    generation: row.generation,
    sealed: row.sealed,
    domains: row.domains,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
};

export const saveProfile = async (
  trx: Transaction,
  owner: ProfileOwner,
  { sealed, domains, at }: { sealed: Buffer; domains: readonly string[]; at: Date },
): Promise<void> => {
  await trx
    .updateTable('browse_profile')
    .set({ sealed, domains: [...domains], created_at: sql<Date>`coalesce(created_at, ${at})`, last_used_at: at })
    .where(rowOf.accountId, '=', owner.accountId)
    .where(rowOf.holder, '=', owner.holder)
    .execute();
};

/** S82: nothing is left, and what open sessions bring home later is of an older generation. */
export const resetProfile = async (db: Database, owner: ProfileOwner): Promise<void> => {
  await db
    .insertInto('browse_profile')
    .values({ account_id: owner.accountId, holder: owner.holder, generation: 1 })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'holder']).doUpdateSet({
        generation: sql<number>`browse_profile.generation + 1`,
        sealed: null,
        domains: [],
        created_at: null,
        last_used_at: null,
      }),
    )
    .execute();
};
