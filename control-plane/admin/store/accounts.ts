import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { LimitOverride } from '../../plans/feature-limits.ts';
import type { PlanFeature, PlanSlug } from '../../plans/plan.ts';

export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanSlug;
  readonly createdAt: Date;
}

const columns = sql`a.id, a.name, a.plan, a.created_at as "createdAt"`;

export interface AccountFilter {
  /** A part of the name, or the whole id, e-mail address or key id. */
  readonly search: string | null;
  readonly plan: PlanSlug | null;
  readonly before: string | null;
  readonly limit: number;
}

/** `%` and `_` are themselves. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (found) => `\\${found}`)}%`;

/** Newest first: ids are made from the time. */
export const listAccounts = async (db: Database, filter: AccountFilter): Promise<AccountRecord[]> => {
  const { search, plan, before, limit } = filter;
  const found =
    search === null
      ? sql`true`
      : sql`(a.name ilike ${containing(search)} or a.id = ${search}
          or a.id = (select k.account_id from api_key k where k.id = ${search})
          or a.id = (select m.account_id from web_user u join account_user m on m.user_id = u.id
                      where u.email = lower(${search})))`;
  const { rows } = await sql<AccountRecord>`
    select ${columns} from account a
     where ${found} and (${plan}::text is null or a.plan = ${plan}) and (${before}::text is null or a.id < ${before})
     order by a.id desc limit ${limit}`.execute(db);
  return rows;
};

export const findAccounts = async (
  db: Database,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, AccountRecord>> => {
  const { rows } = await sql<AccountRecord>`
    select ${columns} from account a where a.id = any(${accountIds}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
};

export interface KeyRecord {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly environment: 'live' | 'test';
  readonly prefix: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly monthlyCreditCap: number | null;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
  readonly lastUsedAt: Date | null;
}

/** Never the hash of the secret. */
const keyColumns = sql`k.id, k.account_id as "accountId", k.name, k.environment, k.prefix, k.last4, k.scopes,
  k.monthly_credit_cap as "monthlyCreditCap", k.created_at as "createdAt", k.created_by as "createdBy",
  k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.revoked_by as "revokedBy", k.last_used_at as "lastUsedAt"`;

/** The newest 20 keys of each account. */
export const keysOfAccounts = async (
  db: Database,
  accountIds: readonly string[],
): Promise<Partial<Record<string, KeyRecord[]>>> => {
  const { rows } = await sql<KeyRecord>`
    select own.* from unnest(${accountIds}::text[]) as i (id) cross join lateral (
      select ${keyColumns} from api_key k where k.account_id = i.id order by k.created_at desc, k.id desc limit 20) own`.execute(
    db,
  );
  return Object.groupBy(rows, ({ accountId }) => accountId);
};

export const findKey = async (db: Database, keyId: string): Promise<KeyRecord | null> =>
  (await sql<KeyRecord>`select ${keyColumns} from api_key k where k.id = ${keyId}`.execute(db)).rows[0] ?? null;

export interface UserRecord {
  readonly accountId: string;
  readonly id: string;
  readonly email: string;
  readonly role: string;
}

/** Up to 20 people of each account. */
export const usersOfAccounts = async (
  db: Database,
  accountIds: readonly string[],
): Promise<Partial<Record<string, UserRecord[]>>> => {
  const { rows } = await sql<UserRecord>`
    select own.* from unnest(${accountIds}::text[]) as i (id) cross join lateral (
      select m.account_id as "accountId", u.id, u.email, m.role
        from account_user m join web_user u on u.id = m.user_id
       where m.account_id = i.id order by m.created_at, u.id limit 20) own`.execute(db);
  return Object.groupBy(rows, ({ accountId }) => accountId);
};

interface FeatureRow {
  readonly owner: string;
  readonly feature: PlanFeature;
  readonly enabled: boolean;
}

/** What operators switched: for plans (all of it, a dozen rows at most) and for these accounts. */
export const switchesOf = async (
  db: Database,
  accountIds: readonly string[],
): Promise<{ ofPlans: readonly FeatureRow[]; ofAccounts: readonly FeatureRow[] }> => ({
  ofPlans: (await sql<FeatureRow>`select plan as owner, feature, enabled from plan_feature`.execute(db)).rows,
  ofAccounts: (
    await sql<FeatureRow>`
      select account_id as owner, feature, enabled from account_feature
       where account_id = any(${accountIds}::text[])`.execute(db)
  ).rows,
});

interface LimitRow extends LimitOverride {
  readonly owner: string;
}

interface UseRow {
  readonly owner: string;
  readonly feature: string;
  readonly used: number;
}

/** What operators limited, likewise, and what these accounts used in the running UTC month. */
export const limitsOf = async (
  db: Database,
  accountIds: readonly string[],
): Promise<{
  ofPlans: readonly LimitRow[];
  ofAccounts: readonly LimitRow[];
  uses: readonly UseRow[];
}> => {
  const plans = await sql<LimitRow>`select plan as owner, feature, units from plan_limit`.execute(db);
  const accounts = await sql<LimitRow>`
    select account_id as owner, feature, units from account_limit
     where account_id = any(${accountIds}::text[])`.execute(db);
  const uses = await sql<UseRow>`
    select account_id as owner, feature, used from feature_use
     where account_id = any(${accountIds}::text[]) and period = to_char(now() at time zone 'UTC', 'YYYY-MM')`.execute(
    db,
  );
  return { ofPlans: plans.rows, ofAccounts: accounts.rows, uses: uses.rows };
};
