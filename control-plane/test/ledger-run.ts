import { sql } from 'kysely';
import { type CreditOperations, creditOperations } from '../credits/operations.ts';
import { type Database, inTransaction, type Transaction } from '../database/connection.ts';
import { Refusal } from '../http/refusal.ts';
import { type Act, ledgerModel, type ModelState, type Outcome } from './ledger-model.ts';
import { type Random, seededRandom } from './random.ts';

const allowance = 150;
/** Of the keys of every account: none, one that is reached soon, one that is reached late. */
const capsOf = (accountId: string): Record<string, number | null> => ({
  [`${accountId}_k0`]: null,
  [`${accountId}_k1`]: 60,
  [`${accountId}_k2`]: 2_000,
});

export interface RunOrder {
  readonly seed: number;
  readonly clients: number;
  readonly accounts: number;
  /** Acts of all clients together. */
  readonly acts: number;
}

export interface RunResult {
  readonly acts: number;
  readonly seconds: number;
  /** How often each outcome came: acts done by kind, refusals by code. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly entries: number;
  /** What the model would have done otherwise; empty when the ledger is right. */
  readonly differences: readonly string[];
}

/** One act as the ledger did it. */
interface Done {
  readonly act: Act;
  readonly outcome: Outcome;
  /** Entries of the account when its lock was taken: the place of this act in its history. */
  readonly place: number;
  readonly wroteCount: number;
  /** Null where the act was rolled back. */
  readonly state: ModelState | null;
}

interface RunAccount {
  readonly id: string;
  readonly holdIds: Map<string, string>;
  readonly history: Done[];
}

const makeAccounts = async (db: Database, count: number): Promise<RunAccount[]> => {
  const accounts = Array.from({ length: count }, (_, index) => `acc_run_${index}`);
  for (const id of accounts) {
    await sql`insert into account (id, name, plan) values (${id}, 'run', 'pro')`.execute(db);
    for (const [keyId, cap] of Object.entries(capsOf(id))) {
      await sql`insert into api_key (id, account_id, environment, name, secret_sha256, prefix, last4, scopes, monthly_credit_cap)
        values (${keyId}, ${id}, 'live', 'k', sha256(${keyId}::bytea), 'p', 'l4', '{}', ${cap})`.execute(db);
    }
  }
  return accounts.map((id) => ({ id, holdIds: new Map(), history: [] }));
};

/** What comes next: mostly spending, sometimes money, now and then the end of a period. */
const chooseAct = (random: Random, { id, holdIds }: RunAccount, name: string): Act => {
  const roll = random.below(100);
  const subjects = [...holdIds.keys()];
  const recent = subjects.slice(-40);
  if (roll < 40 || recent.length === 0) {
    const items = Array.from({ length: 1 + random.below(3) }, (_, index) => ({
      subject: `${name}:${index}`,
      credits: 1 + random.below(8),
    }));
    return { kind: 'reserve', keyId: `${id}_k${random.chance(0.7) ? 0 : 1 + random.below(2)}`, items };
  }
  const subject = random.pick(random.chance(0.9) ? recent : subjects);
  if (roll < 62) return { kind: 'charge', subject };
  if (roll < 74) return { kind: 'release', subject };
  if (roll < 84) return { kind: 'refund', subject };
  if (roll < 90) {
    return { kind: 'buy', opKey: random.chance(0.1) ? 'buy:shared' : `buy:${name}`, credits: 1 + random.below(25) };
  }
  if (roll < 93) return { kind: 'takeBack', credits: 1 + random.below(30) };
  if (roll < 99 || random.chance(0.6)) {
    const credits = (1 + random.below(20)) * (random.chance(0.5) ? 1 : -1);
    return { kind: 'adjust', bucket: random.pick(['plan', 'purchased']), credits };
  }
  return { kind: 'expire', opKey: `expire:${name}` };
};

/** As if the open period had ended: what was set aside until now is of a period that is over. An hour ago, because a
 * transaction that waits for the account began, and tells the time, before this one. */
const expire = async (trx: Transaction, accountId: string, name: string): Promise<void> => {
  await sql`select credit_lock(${accountId})`.execute(trx);
  // Past the wall that keeps the ledger as it was written.
  await sql`set local session_replication_role = replica`.execute(trx);
  await sql`update credit_ledger l set period = ${name} from credit_account a
     where a.account_id = ${accountId} and l.account_id = a.account_id and l.period = a.period`.execute(trx);
  await sql`set local session_replication_role = origin`.execute(trx);
  await sql`update credit_account set period = ${name}, period_end = now() - interval '1 hour'
     where account_id = ${accountId} and period is not null`.execute(trx);
};

/** What the act came to; of a reservation its holds, which others may see when it is committed. */
const perform = async (
  credits: CreditOperations,
  trx: Transaction,
  { id: accountId, holdIds }: RunAccount,
  act: Act,
  name: string,
): Promise<Outcome | ReadonlyMap<string, string>> => {
  const bought = { accountId, bucket: 'purchased', reason: 'run' } as const;
  switch (act.kind) {
    case 'buy':
      return Number(await credits.grant(trx, { ...bought, credits: act.credits, opKey: `${accountId}:${act.opKey}` }));
    case 'adjust': {
      const { bucket, credits: amount } = act;
      const correction = { accountId, bucket, credits: amount, opKey: `adjust:${name}`, reason: 'run', actorId: 'usr' };
      return Number(await credits.adjust(trx, correction));
    }
    case 'takeBack': {
      const took = await credits.takeBack(trx, { ...bought, credits: act.credits, opKey: `back:${name}` });
      return took?.debt ?? -1;
    }
    case 'reserve': {
      const items = act.items.map((item) => ({ ...item, action: 'SCENE_RENDER' as const }));
      return credits.reserve(trx, { accountId, keyId: act.keyId, items });
    }
    case 'expire':
      await expire(trx, accountId, name);
      return Number(await credits.grant(trx, { ...bought, credits: 1, opKey: `${accountId}:${act.opKey}` }));
    default: {
      const holdId = holdIds.get(act.subject) ?? '';
      return act.kind === 'refund' ? credits.refund(trx, holdId, 'run') : credits[act.kind](trx, holdId);
    }
  }
};

/** The account as this transaction sees it, with the lock that the act took. */
const observe = async (trx: Transaction, accountId: string) => {
  const { rows } = await sql<ModelState & { place: number; wrote_count: number }>`
    select a.entry_count - w.count as place, w.count as wrote_count, a.plan_available as "planAvailable",
           a.plan_held as "planHeld", a.purchased_available as "purchasedAvailable",
           a.purchased_held as "purchasedHeld", a.debt
      from credit_lock(${accountId}) a cross join lateral (
        select count(*)::int as count from credit_ledger l
         where l.account_id = ${accountId} and l.entry_no > a.entry_count - 50
           and l.xmin::text = pg_current_xact_id()::xid::text and l.created_at = now()) w`.execute(trx);
  const row = rows[0];
  if (row === undefined) throw new Error('the account is gone');
  const { place, wrote_count: wroteCount, ...state } = row;
  return { place, wroteCount, state };
};

const creditsOf = (order: Act): number =>
  order.kind === 'reserve' ? order.items.reduce((sum, { credits }) => sum + credits, 0) : 0;

/** One act in a transaction of its own, which a refusal rolls back, as it does in the product. */
const act = async (db: Database, credits: CreditOperations, account: RunAccount, order: Act, name: string) => {
  let refused: Omit<Done, 'act'> | null = null;
  try {
    const done = await inTransaction(db, async (trx) => {
      try {
        const came = await perform(credits, trx, account, order, name);
        return { came, ...(await observe(trx, account.id)) };
      } catch (error) {
        if (error instanceof Refusal) {
          const { place } = await observe(trx, account.id);
          refused = { outcome: error.code, place, wroteCount: 0, state: null };
        }
        throw error;
      }
    });
    const { came, ...seen } = done;
    if (typeof came === 'object') for (const [subject, holdId] of came) account.holdIds.set(subject, holdId);
    account.history.push({ act: order, outcome: typeof came === 'object' ? creditsOf(order) : came, ...seen });
  } catch (error) {
    if (refused === null || !(error instanceof Refusal)) throw error;
    account.history.push({ act: order, ...(refused as Omit<Done, 'act'>) });
  }
};

/** Replays what was done, in the order in which the account's lock was held. */
const replay = (account: RunAccount): string[] => {
  const model = ledgerModel(allowance, capsOf(account.id));
  // Acts that wrote nothing saw the account as it was before the one that wrote next.
  const inOrder = account.history.toSorted((a, b) => a.place - b.place || a.wroteCount - b.wroteCount);
  const differences: string[] = [];
  for (const { act: order, outcome, state, place } of inOrder) {
    const expected = model.do(order);
    const [got, wanted] = [JSON.stringify(state ?? model.state()), JSON.stringify(model.state())];
    if (expected !== outcome || got !== wanted) {
      differences.push(
        `${account.id} entry ${place} ${JSON.stringify(order)}: ${outcome} ${got}, not ${expected} ${wanted}`,
      );
    }
  }
  return differences;
};

const tally = (accounts: readonly RunAccount[]): Record<string, number> => {
  const names = accounts.flatMap(({ history }) =>
    history.map(({ act: { kind }, outcome }) => (typeof outcome === 'string' ? outcome : kind)),
  );
  return Object.fromEntries([...Map.groupBy(names, (name) => name)].map(([name, own]) => [name, own.length]));
};

/**
 * Lets many clients at a few accounts at once, each doing what its own seed says, and holds what the ledger did against
 * the model: every refusal, every amount, and the whole balance after every act.
 */
export const runLedger = async (
  db: Database,
  { seed, clients, accounts: count, acts }: RunOrder,
): Promise<RunResult> => {
  const credits = creditOperations({ topUpUrl: 'https://farm.test/billing' });
  const accounts = await makeAccounts(db, count);
  const startedAt = performance.now();
  let left = acts;
  const client = async (index: number): Promise<void> => {
    const random = seededRandom(seed * 1_000 + index);
    for (let turn = 0; left > 0; turn += 1) {
      left -= 1;
      const account = random.pick(accounts);
      const name = `c${index}t${turn}`;
      await act(db, credits, account, chooseAct(random, account, name), name);
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  const seconds = (performance.now() - startedAt) / 1_000;
  const { rows } = await sql<{ entries: number }>`
    select count(*)::int as entries from credit_ledger where account_id like 'acc_run_%'`.execute(db);
  return {
    acts: accounts.reduce((sum, { history }) => sum + history.length, 0),
    seconds,
    outcomes: tally(accounts),
    entries: rows[0]?.entries ?? 0,
    differences: accounts.flatMap(replay),
  };
};
