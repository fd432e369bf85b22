import type { Database, Transaction } from '../database/connection.ts';
import type { CompletedJob, GivenUpJob } from '../dispatch/completions.ts';
import type { Queue } from '../dispatch/queue.ts';
import {
  findTake,
  measuredTakeMsPerSecond,
  saveTakeBuilding,
  saveTakeFailed,
  saveTakeReady,
  type Take,
} from './store.ts';
import type { Script } from './timeline.ts';

export type { Take } from './store.ts';

/** One continuous take for a whole video (S26), made once for a script and kept. */
export const narrationOperations = ({ queue }: { queue: Queue }) => ({
  /**
   * The take of a script; where there is none, or the last try failed, it is queued. It belongs to no publish: one that
   * is cancelled leaves it to the next. Its row stays locked until the transaction ends.
   */
  async ensureTake(
    trx: Transaction,
    request: { accountId: string; weight: number; priority: number; script: Script },
  ): Promise<Take> {
    const { accountId, weight, priority, script } = request;
    const { voiceId, scriptHash, lines, totalSeconds } = script;
    const take = await findTake(trx, accountId, scriptHash, { lock: true });
    if (take && take.state !== 'failed') return take;
    const payload = { voiceId, scriptHash, lines, totalSeconds };
    const job = { payload, accountId, weight, priority, batchId: null };
    const [jobId] = await queue.enqueue(trx, 'narration.synthesize', [job]);
    if (jobId === undefined) throw new Error('the queue gave no id');
    await saveTakeBuilding(trx, { accountId, scriptHash, voiceId, jobId });
    return { state: 'building' };
  },

  takeOf: (db: Database, accountId: string, scriptHash: string): Promise<Take | null> =>
    findTake(db, accountId, scriptHash, { lock: false }),

  measuredMsPerSecond: (db: Database): Promise<number | null> => measuredTakeMsPerSecond(db),

  async takeCompleted(trx: Transaction, job: CompletedJob<'narration.synthesize'>): Promise<void> {
    const { take } = job.files;
    if (!take) throw new Error('a narration came without its take');
    const { durationSeconds, segments } = job.result;
    await saveTakeReady(trx, job.jobId, { takeKey: take.key, durationSeconds, segments });
  },

  takeGivenUp: (trx: Transaction, job: GivenUpJob<'narration.synthesize'>): Promise<void> =>
    saveTakeFailed(trx, job.jobId, job.failure),
});
export type NarrationOperations = ReturnType<typeof narrationOperations>;
