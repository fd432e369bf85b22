import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { creditOperations } from '../credits/operations.ts';
import { inTransaction } from '../database/connection.ts';
import { killRunClient, killRunWorker, openJournal } from './kill-run-actors.ts';
import { judgeKillRun, type KillRunVerdict } from './kill-run-verdict.ts';
import { type KillableFarm, killableFarm } from './killable-farm.ts';
import { seededRandom } from './random.ts';

export interface KillRunOptions {
  readonly kills: number;
  readonly clients: number;
  readonly nodes: number;
  readonly seed: number;
  /** How long the control plane lives before it is killed, at the least and at the most. */
  readonly lifeMs: readonly [least: number, most: number];
  /** After the last kill the callers go on until this many publishes were acknowledged: a slow machine answers few before. */
  readonly leastPublishes: number;
  /** No more kills after this time; without it, all of them. */
  readonly patienceMs?: number;
  readonly onKill?: (killCount: number) => void;
}

export interface KillRun extends KillRunVerdict {
  readonly kills: number;
  readonly endedJobs: number;
  readonly seconds: number;
}

/** As many as an account may have. */
const keysOfClient = 10;
const purchasedCredits = 100_000;
/** What is under way when the last kill is over ends well within this time. */
const settlePatienceMs = 120_000;

const fund = async (farm: KillableFarm, accountId: string): Promise<void> => {
  const credits = creditOperations({ topUpUrl: 'https://farm.test/billing' });
  const grant = {
    accountId,
    bucket: 'purchased',
    credits: purchasedCredits,
    opKey: `fund:${accountId}`,
    reason: 'kill run',
  };
  await inTransaction(farm.db, (trx) => credits.grant(trx, { ...grant, bucket: 'purchased' }));
};

/** Waits until every publish is over. Leases that no node knows of are let run out at once, as they would in 15 s. */
const settle = async (farm: KillableFarm): Promise<void> => {
  const deadline = performance.now() + settlePatienceMs;
  while (performance.now() < deadline) {
    const { rows } = await sql<{ live: number }>`
      select count(*)::int as live from publish where state in ('rendering', 'narrating', 'exporting')`.execute(
      farm.db,
    );
    if (rows[0]?.live === 0) return;
    await sql`update lease set heartbeat_at = heartbeat_at - interval '5 seconds'
               where ended_at is null and heartbeat_at < now() - interval '2 seconds'`.execute(farm.db);
    await delay(250);
  }
};

/**
 * Callers and nodes at work while the control plane is killed again and again, at random moments; then everything is
 * let end and what became of it is held against what the callers were told (A1, A2, A6, B15, B18).
 */
export const killRun = async (options: KillRunOptions): Promise<KillRun> => {
  const {
    kills,
    clients,
    nodes,
    seed,
    lifeMs,
    leastPublishes,
    patienceMs = Number.POSITIVE_INFINITY,
    onKill,
  } = options;
  const random = seededRandom(seed);
  const folder = await mkdtemp(path.join(tmpdir(), 'kill-run-'));
  const journal = openJournal(path.join(folder, 'journal.ndjson'));
  const farm = await killableFarm();
  const startedAtMs = performance.now();
  let endedJobs = 0;
  try {
    const accountIds = Array.from({ length: clients }, (_none, index) => `acc_kill_${index}`);
    const keys = await Promise.all(accountIds.map((accountId) => farm.newKeys({ accountId, count: keysOfClient })));
    for (const accountId of accountIds) await fund(farm, accountId);
    await farm.start();

    const noMoreRequests = new AbortController();
    const noMoreWork = new AbortController();
    const own = () => seededRandom(random.below(2 ** 31));
    const callers = accountIds.map((accountId, index) =>
      killRunClient({ farm, accountId, keys: keys[index] ?? [], random: own(), journal, stop: noMoreRequests.signal }),
    );
    const workers = Array.from({ length: nodes }, (_none, index) =>
      killRunWorker({
        farm,
        name: `node ${index}`,
        random: own(),
        stop: noMoreWork.signal,
        onEnd: () => {
          endedJobs += 1;
        },
      }),
    );
    const [least, most] = lifeMs;
    let killCount = 0;
    while (killCount < kills && performance.now() - startedAtMs < patienceMs) {
      // Most die young, in the middle of their first requests; a few live for long.
      await delay(least + (most - least) * random.next() ** 3);
      await farm.kill();
      await farm.start();
      killCount += 1;
      onKill?.(killCount);
    }
    const isEnough = () => journal.entries.filter(({ kind }) => kind === 'publish').length >= leastPublishes;
    while (!isEnough()) await delay(50);
    noMoreRequests.abort();
    await Promise.all(callers);
    await settle(farm);
    noMoreWork.abort();
    await Promise.all(workers);
    const verdict = await judgeKillRun(farm.db, journal.entries);
    return { ...verdict, kills: killCount, endedJobs, seconds: (performance.now() - startedAtMs) / 1_000 };
  } finally {
    await farm.close();
    journal.close();
    await rm(folder, { recursive: true, force: true });
  }
};
