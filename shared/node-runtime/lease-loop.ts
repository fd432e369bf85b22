import { setTimeout as pause } from 'node:timers/promises';
import type { JobKind } from '../contracts/jobs/catalog.ts';
import { type Lease, maxLeaseWaitSeconds } from '../contracts/node-protocol.ts';
import type { ControlPlaneClient, LeaseAnswer } from './control-plane-client.ts';
import type { NodeLog } from './node-log.ts';
import { type RetryPolicy, retryPauseMs } from './retry.ts';
import type { RunningAttempt } from './run-attempt.ts';

export interface LeaseLoopOptions {
  readonly client: Pick<ControlPlaneClient, 'lease'>;
  /** Only jobs of these kinds are asked for: long ones must not stand in the way of short ones in another loop. */
  readonly kinds: readonly JobKind[];
  /** Attempts at one time. */
  readonly slotCount: number;
  /** C8: nothing is asked for while the disk of the working files is nearly full. Rejects where it cannot be told. */
  readonly hasRoom: () => Promise<boolean>;
  readonly start: (lease: Lease) => RunningAttempt;
  readonly retryPolicy: RetryPolicy;
  readonly log: NodeLog;
  /** Aborts when the node drains: no more is asked for. */
  readonly draining: AbortSignal;
}

/** A refused node asks again after this long: an operator may have changed their mind. */
const refusedPauseMs = 5_000;
/** How much longer than the poll itself an answer may take. */
const answerGraceMs = 10_000;

/**
 * Asks for work, starts it, asks again the moment a slot is free. Resolves when the node drains and every attempt of
 * this loop has freed its slot. A lease granted in the very moment of draining is handed back by the goodbye.
 */
export const runLeaseLoop = async (options: LeaseLoopOptions): Promise<void> => {
  const { client, draining, log } = options;
  const active = new Set<Promise<void>>();
  const drained = new Promise<void>((resolve) => {
    if (draining.aborted) resolve();
    else draining.addEventListener('abort', () => resolve(), { once: true });
  });
  let failedTries = 0;

  const rest = async (ms: number): Promise<void> => {
    await pause(ms, undefined, { signal: draining }).catch(() => {});
  };

  const ask = async (): Promise<LeaseAnswer> => {
    const timeout = AbortSignal.timeout(maxLeaseWaitSeconds * 1_000 + answerGraceMs);
    const signal = AbortSignal.any([draining, timeout]);
    return await client.lease({ kinds: [...options.kinds], waitSeconds: maxLeaseWaitSeconds }, signal);
  };

  const begin = (lease: Lease): void => {
    const { executed } = options.start(lease);
    active.add(executed);
    void executed.finally(() => active.delete(executed));
  };

  while (!draining.aborted) {
    if (active.size >= options.slotCount) {
      await Promise.race([...active, drained]);
      continue;
    }
    try {
      if (!(await options.hasRoom())) {
        failedTries += 1;
        await rest(retryPauseMs(failedTries, options.retryPolicy));
        continue;
      }
      const answer = await ask();
      failedTries = 0;
      if (answer.kind === 'granted') begin(answer.lease);
      else if (answer.kind !== 'nothing') {
        log.info({ kinds: options.kinds, answer: answer.kind }, 'no work for this node');
        await rest(refusedPauseMs);
      }
    } catch (error) {
      if (draining.aborted) break;
      failedTries += 1;
      log.warn({ err: error, failedTries }, 'asking for work failed');
      await rest(retryPauseMs(failedTries, options.retryPolicy));
    }
  }
  await Promise.all(active);
};
