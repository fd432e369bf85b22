import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import type { Environment } from './key-secret.ts';

export interface ApiKey {
  readonly id: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly scopes: readonly string[];
  readonly state: 'active' | 'revoked' | 'expired';
  /** True where last use was noted more than a minute ago. */
  readonly lastUseIsStale: boolean;
}

/** The key of a secret's hash; expiry is judged by the database's clock. Uses the unique index on the hash. */
export const findKeyByHash = async (db: Database, secretSha256: Buffer): Promise<ApiKey | null> => {
  const row = await db
    .selectFrom('api_key')
    .select([
      'id',
      'account_id',
      'environment',
      'scopes',
      sql<ApiKey['state']>`case when revoked_at is not null then 'revoked'
                                when expires_at <= now() then 'expired' else 'active' end`.as('state'),
      sql<boolean>`last_used_at is null or last_used_at < now() - interval '1 minute'`.as('last_use_is_stale'),
    ])
    .where('secret_sha256', '=', secretSha256)
    .executeTakeFirst();
  if (!row) return null;
  const { id, environment, scopes, state } = row;
  return { id, accountId: row.account_id, environment, scopes, state, lastUseIsStale: row.last_use_is_stale };
};

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
}

/** Stores a key; one whose secret is stored already is left as it is. */
export const insertKeyOnce = async (db: Database, key: NewApiKey): Promise<void> => {
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
    })
    .onConflict((conflict) => conflict.column('secret_sha256').doNothing())
    .execute();
};
