import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readCredits } from '@reelyard/control-plane/credits/operations/read-credits.ts';
import { creditOperations } from '@reelyard/control-plane/credits/operations.ts';
import { chargeHold, reserveItems } from '@reelyard/control-plane/credits/store.ts';
import { connect, type Database, inTransaction } from '@reelyard/control-plane/database/connection.ts';
import { migrate } from '@reelyard/control-plane/database/migrate.ts';
import { startPostgres } from '@reelyard/deploy/local/postgres.ts';
import { CompiledQuery, sql } from 'kysely';
import { machineFacts, median, spread } from './machine.ts';

const topUpUrl = 'https://farm.test/billing';
const credits = creditOperations({ topUpUrl });
const accountId = (index: number): string => `acc_bench_${index}`;
const keyId = (index: number): string => `key_bench_${index}`;

/** Accounts with a key and more credits than a run can spend, and a bare row for each. */
const makeAccounts = async (db: Database, count: number): Promise<void> => {
  await sql`insert into account (id, name, plan) select 'acc_bench_' || n, 'bench', 'pro' from generate_series(0, ${count - 1}::int) n`.execute(
    db,
  );
  await sql`insert into api_key (id, account_id, environment, name, secret_sha256, prefix, last4, scopes)
    select 'key_bench_' || n, 'acc_bench_' || n, 'live', 'k', sha256(n::text::bytea), 'p', 'l4', '{}' from generate_series(0, ${count - 1}::int) n`.execute(
    db,
  );
  await sql`create table bare (account_id text primary key, available integer not null check (available >= 0))`.execute(
    db,
  );
  await sql`insert into bare select id, 1000000000 from account`.execute(db);
  for (let index = 0; index < count; index += 1) {
    const grant = {
      accountId: accountId(index),
      bucket: 'purchased',
      credits: 1_000_000_000,
      reason: 'bench',
    } as const;
    await inTransaction(db, (trx) => credits.grant(trx, { ...grant, opKey: `bench:${index}` }));
    // The first of a period opens it, which the others need not.
    const items = [{ subject: `open:${index}`, action: 'SCENE_RENDER' as const, credits: 1 }];
    const holds = await inTransaction(db, (trx) =>
      credits.reserve(trx, { accountId: accountId(index), keyId: keyId(index), items }),
    );
    await inTransaction(db, (trx) => credits.charge(trx, holds.get(`open:${index}`) ?? ''));
    // What is filled in later was bought, so nothing of the plan may be left before it (I08).
    const rest = {
      accountId: accountId(index),
      bucket: 'plan',
      credits: -149,
      reason: 'bench',
      actorId: 'bench',
    } as const;
    await inTransaction(db, (trx) => credits.adjust(trx, { ...rest, opKey: `rest:${index}` }));
  }
};

let subjects = 0;

/** Sets credits aside for `count` things in one call, as a publish does, and spends each of them as it is done. */
const pairs = async (db: Database, index: number, count: number): Promise<void> => {
  const items = Array.from({ length: count }, () => {
    subjects += 1;
    return { subject: `scene:${subjects}`, action: 'SCENE_RENDER', credits: 1 };
  });
  const request = { accountId: accountId(index), keyId: keyId(index), projectId: 'prj_bench', items };
  const refused = await reserveItems(db, request);
  if (refused !== null) throw new Error(`nothing was reserved: ${refused.outcome}`);
  for (const { subject } of items) if ((await chargeHold(db, subject)) !== 1) throw new Error('nothing was charged');
};

const bareUpdate = async (db: Database, index: number): Promise<void> => {
  await sql`update bare set available = available - ${1} where account_id = ${accountId(index)} and available >= ${1}`.execute(
    db,
  );
};

/** The same, kept ready by the connection, as the ledger's two calls are. */
const keptUpdate = async (db: Database, index: number): Promise<void> => {
  const text =
    '/* keep bare_update */ update bare set available = available - $1 where account_id = $2 and available >= $1';
  await db.executeQuery(CompiledQuery.raw(text, [1, accountId(index)]));
};

/** How many times a second `clients` at once get through `work`. */
const rate = async (clients: number, seconds: number, work: (client: number) => Promise<void>): Promise<number> => {
  const endsAt = performance.now() + seconds * 1_000;
  let count = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < endsAt) {
        await work(client);
        count += 1;
      }
    }),
  );
  return (count / (performance.now() - startedAt)) * 1_000;
};

interface Shape {
  readonly name: string;
  readonly clients: number;
  readonly accountOf: (client: number) => number;
}

const shapes: readonly Shape[] = [
  { name: 'one client', clients: 1, accountOf: () => 0 },
  { name: '16 clients, each with an account', clients: 16, accountOf: (client) => client },
  { name: '16 clients on one account', clients: 16, accountOf: () => 0 },
];

/** Five scenes and the export. */
const publishItems = 6;

type Rates = Readonly<Record<'bare' | 'kept' | 'one' | 'publish', number>>;

/** One of each, in another order every time. */
const round = async (db: Database, { clients, accountOf }: Shape, seconds: number, turn: number): Promise<Rates> => {
  const works = [
    ['bare', 1, bareUpdate],
    ['kept', 1, keptUpdate],
    ['one', 1, (on: Database, index: number) => pairs(on, index, 1)],
    ['publish', publishItems, (on: Database, index: number) => pairs(on, index, publishItems)],
  ] as const;
  const measured: Record<string, number> = {};
  for (let step = 0; step < works.length; step += 1) {
    const [name, units, work] = works[(turn + step) % works.length] ?? works[0];
    measured[name] = units * (await rate(clients, seconds, (client) => work(db, accountOf(client))));
  }
  return measured as Rates;
};

const throughput = async (db: Database, rounds: number, seconds: number): Promise<string[]> => {
  const rows: string[] = [];
  for (const shape of shapes) {
    await round(db, shape, 0.5, 0);
    // As autovacuum does within a farm's first minutes: the plans of empty tables are no use for full ones.
    await sql`vacuum analyze`.execute(db);
    const measured: Rates[] = [];
    for (let turn = 0; turn < rounds; turn += 1) measured.push(await round(db, shape, seconds, turn));
    const of = (value: (rates: Rates) => number, digits: number) => spread(measured.map(value), digits);
    const cells = [
      shape.name,
      of(({ bare }) => bare, 0),
      of(({ publish }) => publish, 0),
      of(({ publish, bare }) => publish / bare, 2),
      of(({ one }) => one, 0),
      of(({ one, bare }) => one / bare, 2),
      of(({ kept }) => kept, 0),
    ];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  return rows;
};

/** Gives an account its entries number `from` to `to` of the past in SQL: reservations and charges of one credit each. */
const fill = async (db: Database, index: number, from: number, to: number): Promise<void> => {
  const [owner, key] = [accountId(index), keyId(index)];
  const entries = to - from;
  const numbers = sql`generate_series(${from / 2 + 1}::int, ${to / 2}::int)`;
  await sql`insert into credit_ledger (account_id, entry_no, bucket, kind, d_available, d_held, plan_after, purchased_after, op_key,
      subject, holds, action, api_key_id)
    select a.account_id, a.entry_count + 2 * (n - ${from / 2}) - 1 + part, 'purchased', case part when 0 then 'reserve' else 'charge' end,
           part - 1, 1 - 2 * part, a.plan_available, a.purchased_available - (n - ${from / 2}),
           case part when 0 then 'fill:' else 'end:fill:' end || n, 'fill:' || n, 1 - nullif(part, 1), 'SCENE_RENDER', ${key}
      from credit_account a, ${numbers} n, generate_series(0, 1) part
     where a.account_id = ${owner}`.execute(db);
  await sql`update credit_account set entry_count = entry_count + ${entries}, purchased_available = purchased_available - ${entries / 2},
           key_use = jsonb_set(key_use, array[${key}], to_jsonb((key_use ->> ${key})::int + ${entries / 2}::int))
     where account_id = ${owner}`.execute(db);
};

/** Entries that one statement adds: well within the time that a statement may take. */
const fillAtOnce = 50_000;

const medianMs = async (times: number, work: () => Promise<unknown>): Promise<number> => {
  const measured: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const startedAt = performance.now();
    await work();
    measured.push(performance.now() - startedAt);
  }
  return median(measured);
};

/** The same account with ever more entries: what it costs to spend, to look, and to read a page of the past. */
const flatness = async (db: Database, index: number, seconds: number): Promise<string[]> => {
  const reader = readCredits({ db, packs: () => [], topUpUrl });
  const caller = {
    kind: 'key',
    accountId: accountId(index),
    keyId: keyId(index),
    environment: 'live',
    scopes: [],
  } as const;
  const rows: string[] = [];
  let filled = 0;
  for (const entries of [0, 1_000, 100_000, 1_000_000]) {
    for (; filled < entries; filled = Math.min(entries, filled + fillAtOnce)) {
      await fill(db, index, filled, Math.min(entries, filled + fillAtOnce));
    }
    await sql`analyze`.execute(db);
    await rate(1, 1, () => pairs(db, index, 1));
    const perSecond = await rate(1, seconds, () => pairs(db, index, 1));
    const balanceMs = await medianMs(50, () => reader.overview(caller));
    const pageMs = await medianMs(50, () => reader.ledger(caller, { limit: 50 }));
    const cells = [entries.toLocaleString('en'), perSecond.toFixed(0), balanceMs.toFixed(2), pageMs.toFixed(2)];
    rows.push(`| ${cells.join(' | ')} |`);
  }
  return rows;
};

/** How long the whole audit takes on what this bench left. */
const auditSeconds = async (db: Database): Promise<string> => {
  const startedAt = performance.now();
  const { rows } = await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = '10min'`.execute(trx);
    return sql<{ name: string }>`select name from inv.run() where violations > 0`.execute(trx);
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  return `${seconds.toFixed(1)} s, violated: ${rows.map(({ name }) => name).join(', ') || 'none'}`;
};

/** The ledger against one guarded UPDATE of one row on the same PostgreSQL, in the same run. */
export const ledger = async (argv: readonly string[]): Promise<string> => {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      rounds: { type: 'string', default: '31' },
      seconds: { type: 'string', default: '0.5' },
      out: { type: 'string' },
    },
  });
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const loadBefore = loadavg()[0] ?? Number.NaN;
  const folder = await mkdtemp(path.join(tmpdir(), 'ledger-bench-'));
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  try {
    await migrate(postgres.url);
    const db = connect(postgres.url);
    await makeAccounts(db, 20);
    const throughputRows = await throughput(db, rounds, seconds);
    const flatRows = await flatness(db, 19, seconds);
    const audit = await auditSeconds(db);
    await db.destroy();
    const text = `# The ledger against a bare guarded UPDATE

${machineFacts()}; load average before the run ${loadBefore.toFixed(1)}

\`npm run bench -- ledger --rounds ${rounds} --seconds ${seconds}\`. A pair sets one credit aside (ledger entry, balance, use of the key)
and spends it (ledger entry, balance). As a publish: one call for five scenes and their export, and one for each of them when
it is done. One by one: a call to set aside and one to spend. Every call is committed by itself.
Bare is one \`UPDATE … SET available = available - 1 WHERE … AND available >= 1\`, without a ledger, sent as any statement of the
farm is; kept: parsed and planned once a connection, as the ledger's own two calls are.
Rounds alternate; client and PostgreSQL share the cores; synchronous_commit is on.

| | bare, updates/s | as a publish, pairs/s | ratio | one by one, pairs/s | ratio | bare and kept, updates/s |
|---|---|---|---|---|---|---|
${throughputRows.join('\n')}

Median of ${rounds} rounds (lowest–highest). Aim: ratio >= 0.3, one by one as well.

One client and one account, whose ledger grows:

| entries | pairs/s | GET /billing/credits, ms | first page of the ledger, ms |
|---|---|---|---|
${flatRows.join('\n')}

The audit of all of it: ${audit}.
`;
    if (values.out !== undefined) await writeFile(values.out, text);
    return text;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
