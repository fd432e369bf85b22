import type { Database, Transaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';
import { type Caller, type KeyCaller, ownerOf } from '../http/authenticate.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { displayOfSecret, environmentOfSecret, hashKeySecret } from './key-secret.ts';
import { knownScopes, scopes } from './scopes.ts';
import {
  type ApiKey,
  findKeyByHash,
  findRecord,
  insertKeyOnce,
  keyExists,
  noteKeyUse,
  saveRevocation,
} from './store.ts';

const unauthorized = (code: string, message: string): Refusal => new Refusal('unauthorized', { code, message });

const refusalOfState: Record<Exclude<ApiKey['state'], 'active'>, () => Refusal> = {
  revoked: () => unauthorized('API_KEY_REVOKED', 'This API key was revoked.'),
  expired: () => unauthorized('API_KEY_EXPIRED', 'This API key has expired.'),
  replaced: () => unauthorized('API_KEY_EXPIRED', 'This secret was replaced by a rotation of its API key.'),
};

/** Keys: who a secret stands for, and the making of keys. */
export const apiKeyOperations = ({ db }: { db: Database }) => ({
  /**
   * The caller that a secret stands for. Asked for every request and never cached: a revoked key is refused at once
   * (S103). Throws an `unauthorized` refusal; a mistyped secret is refused without a database read.
   */
  async authenticate(secret: string): Promise<Caller> {
    const key = environmentOfSecret(secret) === null ? null : await findKeyByHash(db, hashKeySecret(secret));
    if (key === null) throw unauthorized('API_KEY_INVALID', 'This API key is not valid.');
    if (key.state !== 'active') throw refusalOfState[key.state]();
    if (key.lastUseIsStale) await noteKeyUse(db, key.id);
    return {
      kind: 'key',
      accountId: key.accountId,
      keyId: key.id,
      environment: key.environment,
      scopes: knownScopes(key.scopes),
    };
  },

  /** What a key is called by its owner. */
  async describe(caller: KeyCaller): Promise<{ name: string }> {
    const record = await findRecord(db, ownerOf(caller), caller.keyId);
    if (record === null) throw new Error(`there is no key ${caller.keyId}`);
    return { name: record.name };
  },

  /**
   * S103 by an operator, whosever key it is.
   *
   * @returns false where it was revoked before
   * @throws Refusal 404 where there is no such key
   */
  async revokeAny(trx: Transaction, keyId: string, revokedBy: string): Promise<boolean> {
    if (!(await keyExists(trx, keyId))) throw notFound('API key');
    return saveRevocation(trx, keyId, revokedBy);
  },

  /** Makes sure that a key with this very secret exists (the local farm's own keys): every scope, no expiry. */
  async ensureKey({ accountId, name, secret }: { accountId: string; name: string; secret: string }): Promise<void> {
    const environment = environmentOfSecret(secret);
    if (environment === null)
      throw new Error(`The secret of the key "${name}" is not a whole svc_live_ or svc_test_ secret`);
    await insertKeyOnce(db, {
      id: newId('key'),
      accountId,
      environment,
      name,
      secretSha256: hashKeySecret(secret),
      ...displayOfSecret(secret),
      scopes,
      monthlyCreditCap: null,
      expiresAt: null,
      createdBy: null,
    });
  },
});
export type ApiKeyOperations = ReturnType<typeof apiKeyOperations>;
