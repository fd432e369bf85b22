import { Refusal } from '../http/refusal.ts';
import type { Environment } from './key-secret.ts';

/** S104: keys of one account that may be active at once. */
export const activeKeyLimits: Readonly<Record<Environment, number>> = { live: 10, test: 5 };

/** S104/N41: refuses one more key where `used` are active; null where it fits. */
export const keyLimitRefusal = (environment: Environment, used: number): Refusal | null => {
  const limit = activeKeyLimits[environment];
  if (used < limit) return null;
  return new Refusal('bad_request', {
    code: 'KEY_LIMIT_REACHED',
    message: `An account has at most ${limit} active ${environment} keys. Revoke one that is no longer used.`,
    body: { environment, limit, used },
  });
};
