import { sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import type { Owner } from '../http/authenticate.ts';
import type { Environment } from './key-secret.ts';
import type { KeyRecord } from './key-view.ts';

/** Told of keys whose end changed (a trigger of migration 0008): the payload is the key's id. */
export const keyChannel = 'farm_key';

/** A key as one of its secrets presents it. */
export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly scopes: readonly string[];
  /** replaced: the key is active, but a rotation replaced this secret and its overlap is over. */
  readonly state: 'active' | 'revoked' | 'expired' | 'replaced';
  /** Until the state changes by time alone; null where it never does. */
  readonly endsInMs: number | null;
  /** True where last use was noted more than a minute ago. */
  readonly lastUseIsStale: boolean;
}

/** Both ends are judged by the database's clock; `retired_secret` is joined as `r` where there is one. */
const findKey = async (db: Database, secretSha256: Buffer, which: 'current' | 'retired'): Promise<ApiKey | null> => {
  const source =
    which === 'current'
      ? sql`(select *, null::timestamptz as ends_at from api_key where secret_sha256 = ${secretSha256})`
      : sql`(select api_key.*, r.ends_at from retired_secret r join api_key on api_key.id = r.api_key_id
              where r.secret_sha256 = ${secretSha256})`;
  const { rows } = await sql<ApiKey>`
    select id, account_id as "accountId", environment, scopes,
           case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired'
                when ends_at <= now() then 'replaced' else 'active' end as state,
           (1000 * extract(epoch from least(expires_at, ends_at) - now()))::float8 as "endsInMs",
           (last_used_at is null or last_used_at < now() - interval '1 minute') as "lastUseIsStale"
      from ${source} k`.execute(db);
  return rows[0] ?? null;
};

/**
 * The key of a secret's hash, a replaced secret's too. Both look-ups use a unique index; the second one is only made
 * for secrets that are nobody's current one.
 */
export const findKeyByHash = async (db: Database, secretSha256: Buffer): Promise<ApiKey | null> =>
  (await findKey(db, secretSha256, 'current')) ?? (await findKey(db, secretSha256, 'retired'));

/** Notes the use of a key, at most once a minute: a busy key must not cost a write for every request. */
export const noteKeyUse = async (db: Database, keyId: string): Promise<void> => {
  await db
    .updateTable('api_key')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', keyId)
    .where((eb) =>
      eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', sql<Date>`now() - interval '1 minute'`)]),
    )
    .execute();
};

export interface NewApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly name: string;
  readonly secretSha256: Buffer;
  readonly prefix: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly monthlyCreditCap: number | null;
  readonly expiresAt: string | null;
  readonly createdBy: string | null;
}

/** Stores a key; one whose secret is known already, a replaced one included, is left as it is. */
export const insertKeyOnce = async (db: Database, key: NewApiKey): Promise<void> => {
  const retired = await db
    .selectFrom('retired_secret')
    .select('api_key_id')
    .where('secret_sha256', '=', key.secretSha256)
    .executeTakeFirst();
  if (retired) return;
  await db
    .insertInto('api_key')
    .values({
      id: key.id,
      account_id: key.accountId,
      environment: key.environment,
      name: key.name,
      secret_sha256: key.secretSha256,
      prefix: key.prefix,
      last4: key.last4,
      scopes: [...key.scopes],
      monthly_credit_cap: key.monthlyCreditCap,
      expires_at: key.expiresAt,
      created_by: key.createdBy,
    })
    .onConflict((conflict) => conflict.column('secret_sha256').doNothing())
    .execute();
};

const isActive = sql<boolean>`revoked_at is null and (expires_at is null or expires_at > now())`;

/** Serialises the making of an account's keys, so that the count below is exact; tells the database's time. */
export const lockKeysOf = async (trx: Transaction, accountId: string): Promise<Date> =>
  (
    await trx
      .selectFrom('account')
      .select(sql<Date>`now()`.as('now'))
      .where('id', '=', accountId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
  ).now;

export const countActiveKeys = async (
  trx: Transaction,
  { accountId, environment }: { accountId: string; environment: Environment },
): Promise<number> =>
  (
    await trx
      .selectFrom('api_key')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('account_id', '=', accountId)
      .where('environment', '=', environment)
      .where(isActive)
      .executeTakeFirstOrThrow()
  ).count;

const selectRecords = (db: Database) =>
  db.selectFrom('api_key').select([
    'id',
    'name',
    'environment',
    'prefix',
    'last4',
    'scopes',
    'monthly_credit_cap as monthlyCreditCap',
    'last_used_at as lastUsedAt',
    'created_at as createdAt',
    'created_by as createdBy',
    'expires_at as expiresAt',
    'revoked_at as revokedAt',
    'revoked_by as revokedBy',
    sql<KeyRecord['status']>`case when revoked_at is not null then 'revoked'
                                    when expires_at <= now() then 'expired' else 'active' end`.as('status'),
    sql<Date | null>`(select max(ends_at) from retired_secret r
                         where r.api_key_id = api_key.id and r.ends_at > now())`.as('replacedSecretEndsAt'),
  ]);

/** A key of an account; the keys of an environment that the caller does not see do not exist for it (N43). */
export const findRecord = async (db: Database, owner: Owner, keyId: string): Promise<KeyRecord | null> =>
  (await selectRecords(db)
    .where('id', '=', keyId)
    .where('account_id', '=', owner.accountId)
    .where('environment', 'in', owner.environments)
    .executeTakeFirst()) ?? null;

export interface KeyListing {
  /** S105: true shows also the keys that ended more than 30 days ago. */
  readonly includeInactive: boolean;
  readonly page: number;
  readonly limit: number;
}

export const listRecords = async (
  db: Database,
  owner: Owner,
  { includeInactive, page, limit }: KeyListing,
): Promise<{ records: readonly KeyRecord[]; total: number }> => {
  const isListed = sql<boolean>`account_id = ${owner.accountId} and environment = any(${owner.environments}::text[])
    and (${includeInactive} or coalesce(least(revoked_at, expires_at) > now() - interval '30 days', true))`;
  const records = await selectRecords(db)
    .where(isListed)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await db
    .selectFrom('api_key')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(isListed)
    .executeTakeFirstOrThrow();
  return { records, total };
};

/** Changes what is given; the rest stays. */
export const saveKey = async (
  trx: Transaction,
  keyId: string,
  change: { name?: string | undefined; monthlyCreditCap?: number | null | undefined },
): Promise<void> => {
  const { name, monthlyCreditCap } = change;
  if (name === undefined && monthlyCreditCap === undefined) return;
  await trx
    .updateTable('api_key')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(monthlyCreditCap === undefined ? {} : { monthly_credit_cap: monthlyCreditCap }),
    })
    .where('id', '=', keyId)
    .execute();
};

export const keyExists = async (trx: Transaction, keyId: string): Promise<boolean> =>
  (await trx.selectFrom('api_key').select('id').where('id', '=', keyId).executeTakeFirst()) !== undefined;

/** Revokes a key; one that is revoked keeps when and by whom, and the answer is false. */
export const saveRevocation = async (trx: Transaction, keyId: string, revokedBy: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('api_key')
    .set({ revoked_at: sql<Date>`now()`, revoked_by: revokedBy })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/**
 * Gives an active key another secret; the one before it is taken for `overlapSeconds` more, older ones no longer than
 * that. False where the key is not active.
 */
export const replaceSecret = async (
  trx: Transaction,
  keyId: string,
  secret: Pick<NewApiKey, 'secretSha256' | 'prefix' | 'last4'>,
  overlapSeconds: number,
): Promise<boolean> => {
  const key = await trx
    .selectFrom('api_key')
    .select(['secret_sha256', sql<Date>`now() + make_interval(secs => ${overlapSeconds})`.as('ends_at')])
    .where('id', '=', keyId)
    .where(isActive)
    .forUpdate()
    .executeTakeFirst();
  if (!key) return false;
  await trx
    .updateTable('retired_secret')
    .set({ ends_at: key.ends_at })
    .where('api_key_id', '=', keyId)
    .where('ends_at', '>', key.ends_at)
    .execute();
  await trx
    .insertInto('retired_secret')
    .values({ secret_sha256: key.secret_sha256, api_key_id: keyId, ends_at: key.ends_at })
    .execute();
  await trx
    .updateTable('api_key')
    .set({ secret_sha256: secret.secretSha256, prefix: secret.prefix, last4: secret.last4 })
    .where('id', '=', keyId)
    .execute();
  return true;
};
