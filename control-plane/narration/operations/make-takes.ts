import type { Database, Transaction } from '../../database/connection.ts';
import type { CompletedJob, GivenUpJob } from '../../dispatch/completions.ts';
import type { Queue } from '../../dispatch/queue.ts';
import {
  claimTake,
  findTake,
  measuredTakeMsPerSecond,
  saveRequest,
  saveTakeFailed,
  saveTakeJob,
  saveTakeReady,
  type Take,
} from '../store.ts';
import type { Script } from '../timeline.ts';

export interface TakeOrder {
  readonly projectId: string;
  readonly accountId: string;
  readonly weight: number;
  readonly priority: number;
  readonly script: Script;
}

/** One continuous take for a whole video (S26), made once for a script and kept. */
export const makeTakes = ({ queue }: { queue: Queue }) => {
  const order = async (
    trx: Transaction,
    { projectId, accountId, weight, priority, script }: TakeOrder,
    { force }: { force: boolean },
  ): Promise<void> => {
    const { voiceId, speed, scriptHash, lines, totalSeconds } = script;
    await saveRequest(trx, projectId, scriptHash);
    const take = { accountId, scriptHash, voiceId };
    if (!(await claimTake(trx, take, { force }))) return;
    const payload = { voiceId, scriptHash, lines, totalSeconds, ...(speed === 1 ? {} : { speed }) };
    const [jobId] = await queue.enqueue(trx, 'narration.synthesize', [
      { payload, accountId, weight, priority, batchId: null },
    ]);
    if (jobId === undefined) throw new Error('the queue gave no id');
    await saveTakeJob(trx, take, jobId);
  };

  return {
    /**
     * Has the take of a script made where there is none, or the last try failed. It belongs to no publish: one that is
     * cancelled leaves it to the next. Its row stays locked until the transaction ends: a publish that waits for it is
     * there before its job can end.
     */
    ensureTake: (trx: Transaction, request: TakeOrder): Promise<void> => order(trx, request, { force: false }),

    /**
     * The same for a caller who waits for no end of it; with `force` also where the take is ready. One that is being
     * made is left alone: its job may be ending and want the project that this transaction holds.
     */
    async refreshTake(trx: Transaction, request: TakeOrder, options: { force: boolean }): Promise<void> {
      const { accountId, projectId, script } = request;
      const take = await findTake(trx, accountId, script.scriptHash);
      if (take?.state === 'building') await saveRequest(trx, projectId, script.scriptHash);
      else await order(trx, request, options);
    },

    takeOf: (db: Database, accountId: string, scriptHash: string): Promise<Take | null> =>
      findTake(db, accountId, scriptHash),

    measuredMsPerSecond: (db: Database): Promise<number | null> => measuredTakeMsPerSecond(db),

    async takeCompleted(trx: Transaction, job: CompletedJob<'narration.synthesize'>): Promise<void> {
      const { take } = job.files;
      if (!take) throw new Error('a narration came without its take');
      const { durationSeconds, segments } = job.result;
      await saveTakeReady(trx, job.jobId, { takeKey: take.key, durationSeconds, segments });
    },

    takeGivenUp: (trx: Transaction, job: GivenUpJob<'narration.synthesize'>): Promise<void> =>
      saveTakeFailed(trx, job.jobId, job.failure),
  };
};
export type TakeOperations = ReturnType<typeof makeTakes>;
