import type { AccountOperations } from './accounts/operations.ts';
import type { ApiKeyOperations } from './api-keys/operations.ts';
import type { Config } from './config.ts';
import type { CreditOperations } from './credits/operations.ts';
import { type Database, inTransaction } from './database/connection.ts';
import type { SessionOperations } from './sessions/operations.ts';

const localAccountId = 'acc_local';
/** Enough that nobody who tries the farm on one machine runs out. */
const welcomeCredits = 100_000;

export interface LocalAccountDependencies {
  readonly config: Pick<
    Config,
    'FARM_BOOTSTRAP_LIVE_KEY' | 'FARM_BOOTSTRAP_TEST_KEY' | 'FARM_BOOTSTRAP_WEB_EMAIL' | 'FARM_BOOTSTRAP_WEB_PASSWORD'
  >;
  readonly db: Database;
  readonly accounts: Pick<AccountOperations, 'ensureAccount'>;
  readonly apiKeys: Pick<ApiKeyOperations, 'ensureKey'>;
  readonly credits: Pick<CreditOperations, 'grant'>;
  readonly sessions: Pick<SessionOperations, 'ensureUser'>;
}

/**
 * The local farm's own account, keys, user and credits (product.md): there from the first start, the same on every
 * later one. Nothing where neither key nor user is configured.
 */
export const ensureLocalAccount = async (deps: LocalAccountDependencies): Promise<void> => {
  const { config, db, accounts, apiKeys, credits, sessions } = deps;
  const keys = [
    { name: 'Local farm (live)', secret: config.FARM_BOOTSTRAP_LIVE_KEY },
    { name: 'Local farm (test)', secret: config.FARM_BOOTSTRAP_TEST_KEY },
  ].flatMap(({ name, secret }) => (secret === undefined ? [] : [{ name, secret }]));
  const { FARM_BOOTSTRAP_WEB_EMAIL: email, FARM_BOOTSTRAP_WEB_PASSWORD: password } = config;
  if (keys.length === 0 && email === undefined) return;
  const accountId = localAccountId;
  await accounts.ensureAccount({ id: accountId, name: 'Local farm', plan: 'pro' });
  for (const key of keys) await apiKeys.ensureKey({ accountId, ...key });
  if (email !== undefined && password !== undefined) {
    await sessions.ensureUser({ accountId, role: 'admin', email, password, name: 'Owner' });
  }
  await inTransaction(db, async (trx) => {
    const opKey = `local-farm:${accountId}`;
    await credits.grant(trx, { accountId, bucket: 'purchased', credits: welcomeCredits, opKey, reason: 'local farm' });
  });
};
