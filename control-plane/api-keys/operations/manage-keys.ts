import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import { actorOf, type Caller, ownerOf } from '../../http/authenticate.ts';
import { earlierResult, once, secretNotKept } from '../../http/once.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import type { CreateKeyBody, PatchKeyBody } from '../key-bodies.ts';
import { keyLimitRefusal } from '../key-limits.ts';
import { displayOfSecret, generateKeySecret, hashKeySecret } from '../key-secret.ts';
import { type KeyRecord, type KeyUsageView, type KeyView, keyView, type MonthlyUse, usageMonths } from '../key-view.ts';
import { scopeBeyond, scopesToGrant } from '../scopes.ts';
import {
  countActiveKeys,
  findRecord,
  insertKeyOnce,
  type KeyListing,
  listRecords,
  lockKeysOf,
  replaceSecret,
  saveKey,
  saveRevocation,
} from '../store.ts';

export interface ManageKeysDeps {
  readonly db: Database;
  /** What keys spent; supplied by the credits. */
  readonly keyUse: {
    thisMonth(keyIds: readonly string[]): Promise<{ used: ReadonlyMap<string, number>; resetsAt: Date }>;
    byMonth(keyId: string): Promise<readonly MonthlyUse[]>;
  };
}

type KeyWithSecret = KeyView & { readonly secret: string };

const problem = (path: string, code: string, message: string): Refusal =>
  new Refusal('bad_request', { code, message, details: [{ path, code, message }] });

/** What a key asks for that it may not give: another environment's key, or a scope of which it has none itself. */
const refuseBeyond = (caller: Caller, { environment, scopes }: CreateKeyBody): void => {
  if (caller.kind === 'key' && environment !== caller.environment) {
    throw new Refusal('forbidden', {
      code: 'ENVIRONMENT_MISMATCH',
      message: `A ${caller.environment} key makes ${caller.environment} keys: send environment "${caller.environment}".`,
      body: { environment: caller.environment },
    });
  }
  const beyond = scopeBeyond(caller.scopes, scopes ?? []);
  if (beyond === null) return;
  throw new Refusal('forbidden', {
    code: 'SCOPE_MISSING',
    message: `This API key cannot give the scope ${beyond}: it lacks it.`,
    body: { requiredScope: beyond },
  });
};

/** A secret that a dead run of this request made is lost with it: what it did is named, and not done again. */
const refuseRepeated = (): void => {
  const id = earlierResult() as string | undefined;
  if (id !== undefined) throw secretNotKept(id);
};

/** The verbs of N41. A key sees the keys of its account and environment alone, a web session both; others are a 404. */
export const manageKeys = ({ db, keyUse }: ManageKeysDeps) => {
  const getRecord = async (trx: Database, caller: Caller, keyId: string): Promise<KeyRecord> => {
    const record = await findRecord(trx, ownerOf(caller), keyId);
    if (record === null) throw notFound('API key');
    return record;
  };

  const viewsOf = async (records: readonly KeyRecord[]): Promise<KeyView[]> => {
    const { used } = await keyUse.thisMonth(records.map(({ id }) => id));
    return records.map((record) => keyView(record, used.get(record.id) ?? 0));
  };

  const viewOf = async (record: KeyRecord): Promise<KeyView> => {
    const { used } = await keyUse.thisMonth([record.id]);
    return keyView(record, used.get(record.id) ?? 0);
  };

  /** Runs `change` on a key of the caller's and shows what it then is. */
  const changed = async (
    caller: Caller,
    keyId: string,
    change: (trx: Transaction) => Promise<void>,
  ): Promise<KeyView> => {
    const record = await inTransaction(db, async (trx) => {
      await getRecord(trx, caller, keyId);
      await change(trx);
      return getRecord(trx, caller, keyId);
    });
    return viewOf(record);
  };

  return {
    /** S104: at most 10 active live and 5 active test keys, however many are asked for at once. */
    async createKey(caller: Caller, body: CreateKeyBody): Promise<KeyWithSecret> {
      refuseRepeated();
      refuseBeyond(caller, body);
      const { accountId } = caller;
      const { name, environment, expiresAt, monthlyCreditCap } = body;
      const createdBy = actorOf(caller);
      const secret = generateKeySecret(environment);
      const id = newId('key');
      const record = await inTransaction(db, async (trx) => {
        const now = await lockKeysOf(trx, accountId);
        if (expiresAt !== null && Date.parse(expiresAt) <= now.getTime()) {
          throw problem('expiresAt', 'EXPIRY_IN_PAST', 'expiresAt has to be in the future.');
        }
        const refusal = keyLimitRefusal(environment, await countActiveKeys(trx, { accountId, environment }));
        if (refusal) throw refusal;
        const scopes = scopesToGrant(caller.scopes, body.scopes);
        const hash = { secretSha256: hashKeySecret(secret), ...displayOfSecret(secret) };
        const terms = { name, scopes, expiresAt, monthlyCreditCap, createdBy };
        await once(trx, async () => {
          await insertKeyOnce(trx, { id, accountId, environment, ...hash, ...terms });
          return id;
        });
        return getRecord(trx, caller, id);
      });
      return { ...keyView(record, 0), secret };
    },

    async listKeys(caller: Caller, listing: KeyListing): Promise<{ apiKeys: KeyView[]; total: number }> {
      const { records, total } = await listRecords(db, ownerOf(caller), listing);
      return { apiKeys: await viewsOf(records), total };
    },

    getKey: async (caller: Caller, keyId: string): Promise<KeyView> => viewOf(await getRecord(db, caller, keyId)),

    patchKey: (caller: Caller, keyId: string, body: PatchKeyBody): Promise<KeyView> =>
      changed(caller, keyId, (trx) => saveKey(trx, keyId, body)),

    /** S103: the next request with the key is a 401, and its streams end. A second time changes nothing. */
    revokeKey: (caller: Caller, keyId: string): Promise<KeyView> =>
      changed(caller, keyId, async (trx) => {
        await saveRevocation(trx, keyId, actorOf(caller));
      }),

    /**
     * Another secret for the same key: its id, cap, use and place among the ten stay. A new record would start with
     * an unused cap, and could not be made at the limit.
     */
    async rotateKey(caller: Caller, keyId: string, overlapSeconds: number): Promise<KeyWithSecret> {
      refuseRepeated();
      const { environment } = await getRecord(db, caller, keyId);
      const secret = generateKeySecret(environment);
      const hash = { secretSha256: hashKeySecret(secret), ...displayOfSecret(secret) };
      const view = await changed(caller, keyId, async (trx) => {
        await once(trx, async () => {
          if (await replaceSecret(trx, keyId, hash, overlapSeconds)) return keyId;
          throw problem('id', 'API_KEY_NOT_ACTIVE', 'A revoked or expired key is not rotated; make a new one.');
        });
      });
      return { ...view, secret };
    },

    /** S105. */
    async keyUsage(caller: Caller, keyId: string): Promise<KeyUsageView> {
      const record = await getRecord(db, caller, keyId);
      const { used, resetsAt } = await keyUse.thisMonth([keyId]);
      return {
        keyId,
        monthlyCreditCap: record.monthlyCreditCap,
        usedThisMonth: used.get(keyId) ?? 0,
        resetsAt: resetsAt.toISOString(),
        lastUsedAt: record.lastUsedAt?.toISOString() ?? null,
        months: usageMonths(await keyUse.byMonth(keyId)),
      };
    },
  };
};
export type ManageKeys = ReturnType<typeof manageKeys>;
