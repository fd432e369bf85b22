import type { AccountOperations } from './accounts/operations.ts';
import type { ApiKeyOperations } from './api-keys/operations.ts';
import type { Config } from './config.ts';
import type { CreditOperations } from './credits/operations.ts';
import { type Database, inTransaction } from './database/connection.ts';

const localAccountId = 'acc_local';
/** Enough that nobody who tries the farm on one machine runs out. */
const welcomeCredits = 100_000;

export interface LocalAccountDependencies {
  readonly config: Pick<Config, 'FARM_BOOTSTRAP_LIVE_KEY' | 'FARM_BOOTSTRAP_TEST_KEY'>;
  readonly db: Database;
  readonly accounts: Pick<AccountOperations, 'ensureAccount'>;
  readonly apiKeys: Pick<ApiKeyOperations, 'ensureKey'>;
  readonly credits: Pick<CreditOperations, 'grant'>;
}

/**
 * The local farm's own account, keys and credits (product.md): there from the first start, the same on every later one.
 * Nothing where no such key is configured.
 */
export const ensureLocalAccount = async (deps: LocalAccountDependencies): Promise<void> => {
  const { config, db, accounts, apiKeys, credits } = deps;
  const keys = [
    { name: 'Local farm (live)', secret: config.FARM_BOOTSTRAP_LIVE_KEY },
    { name: 'Local farm (test)', secret: config.FARM_BOOTSTRAP_TEST_KEY },
  ].flatMap(({ name, secret }) => (secret === undefined ? [] : [{ name, secret }]));
  if (keys.length === 0) return;
  const accountId = localAccountId;
  await accounts.ensureAccount({ id: accountId, name: 'Local farm', plan: 'pro' });
  for (const key of keys) await apiKeys.ensureKey({ accountId, ...key });
  await inTransaction(db, async (trx) => {
    const opKey = `local-farm:${accountId}`;
    await credits.grant(trx, { accountId, bucket: 'purchased', credits: welcomeCredits, opKey, reason: 'local farm' });
  });
};
