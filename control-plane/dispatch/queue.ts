import { randomUUIDv7 } from 'node:crypto';
import { type JobKind, jobKinds, jobs, type PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Transaction } from '../database/connection.ts';
import { insertJobs, isResting } from './store/jobs.ts';

/** Told of queued jobs: the payload is the kind. */
export const jobChannel = 'farm_job';
/** Told of what changed in a batch: the payload is its id. */
export const batchChannel = 'farm_batch';

export interface JobToQueue<K extends JobKind> {
  readonly payload: PayloadOf<K>;
  readonly accountId: string;
  readonly weight: number;
  readonly priority: number;
  readonly batchId: string | null;
}

/** One attempt as the queue names it: the fence of everything that is said about it. */
export interface AttemptRef {
  readonly kind: JobKind;
  readonly jobId: string;
  /** Numbered from 1. */
  readonly attempt: number;
}

export interface QueueLogger {
  error(fields: object, message: string): void;
}

/**
 * pg-boss, typed by the job catalog. Everything that changes a job runs in OUR transaction. The queue never retries
 * by itself (retryLimit 0): retry-policy.ts decides, and `requeue` carries it out. An attempt is always named with its
 * retry count: a plain id would let a superseded attempt settle the live one.
 */
export const openQueue = async ({ databaseUrl, logger }: { databaseUrl: string; logger: QueueLogger }) => {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'queue',
    max: 3,
    schedule: false,
    registerInstance: false,
  });
  boss.on('error', (error) => logger.error({ error: error.message }, 'queue'));
  await boss.start();
  for (const kind of jobKinds) {
    // Leases are ours to end (lease-reaper.ts); this is the net below it.
    const expireInSeconds = Math.min(86_400, jobs[kind].maxRunSeconds * 4);
    await boss.createQueue(kind, { retryLimit: 0, expireInSeconds });
  }

  const fenced = ({ jobId, attempt }: AttemptRef) => ({ id: jobId, retryCount: attempt - 1 });
  const affected = (response: object): number => ('affected' in response ? Number(response.affected) : 0);

  return {
    /** Queues jobs in the caller's transaction: they exist if and only if it commits (A1). @returns their ids, in order */
    async enqueue<K extends JobKind>(trx: Transaction, kind: K, toQueue: readonly JobToQueue<K>[]): Promise<string[]> {
      if (toQueue.length === 0) return [];
      const queued = toQueue.map((job) => ({ ...job, id: randomUUIDv7() }));
      await insertJobs(trx, kind, queued);
      const db = fromKysely(trx);
      await boss.insert(
        kind,
        queued.map(({ id, payload }) => ({ id, data: payload })),
        { db },
      );
      await sql`select pg_notify(${jobChannel}, ${kind})`.execute(trx);
      return queued.map(({ id }) => id);
    },

    /**
     * Takes exactly this waiting job; null where it is not waiting any more. The queue hands out the highest priority
     * of all: a ticket that no other job ever had, given in the same transaction, makes it the one that we chose.
     */
    async claim<K extends JobKind>(
      trx: Transaction,
      kind: K,
      jobId: string,
    ): Promise<{ attempt: number; payload: PayloadOf<K> } | null> {
      const db = fromKysely(trx);
      const { rows } = await sql<{ ticket: number }>`select nextval('grant_ticket')::int as ticket`.execute(trx);
      const ticket = rows[0]?.ticket ?? 0;
      const { updated } = await boss.update(kind, undefined, { id: jobId, priority: ticket, db });
      if (updated === 0) return null;
      const [job] = await boss.fetch<PayloadOf<K>>(kind, { db, minPriority: ticket, maxPriority: ticket });
      return job ? { attempt: job.retryCount + 1, payload: job.data } : null;
    },

    /** False where the attempt was superseded. */
    async complete(trx: Transaction, ref: AttemptRef): Promise<boolean> {
      return affected(await boss.complete(ref.kind, fenced(ref), null, { db: fromKysely(trx) })) === 1;
    },

    /** Ends the attempt and the job with it. False where the attempt was superseded. */
    async fail(trx: Transaction, ref: AttemptRef, output: object): Promise<boolean> {
      return affected(await boss.fail(ref.kind, fenced(ref), output, { db: fromKysely(trx) })) === 1;
    },

    /** Puts a job that `fail` just ended back into the queue. */
    async requeue(trx: Transaction, kind: JobKind, jobId: string, delaySeconds: number): Promise<void> {
      const db = fromKysely(trx);
      await boss.retry(kind, jobId, { db });
      if (delaySeconds > 0) await boss.update(kind, undefined, { id: jobId, startAfter: delaySeconds, db });
      else await sql`select pg_notify(${jobChannel}, ${kind})`.execute(trx);
    },

    /** Lets a job that rests before its next try be granted now; false where it is due. */
    async makeDue(trx: Transaction, kind: JobKind, jobId: string): Promise<boolean> {
      if (!(await isResting(trx, kind, jobId))) return false;
      await boss.update(kind, undefined, { id: jobId, startAfter: 0, db: fromKysely(trx) });
      await sql`select pg_notify(${jobChannel}, ${kind})`.execute(trx);
      return true;
    },

    /** Takes waiting and running jobs out of the queue. */
    async cancel(trx: Transaction, kind: JobKind, jobIds: readonly string[]): Promise<void> {
      if (jobIds.length > 0) await boss.cancel(kind, [...jobIds], { db: fromKysely(trx) });
    },

    close: (): Promise<void> => boss.stop({ graceful: false, close: true }),
  };
};
export type Queue = Awaited<ReturnType<typeof openQueue>>;
