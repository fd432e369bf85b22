import type { KindsOn } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Executor, Executors } from '@reelyard/shared/node-runtime/executor.ts';

type OnStage = (stage: string, seconds: number) => void;

const timed =
  <K extends KindsOn<'capture'>>(execute: Executor<K>, onStage: OnStage): Executor<K> =>
  async (attempt) => {
    const result = await execute(attempt);
    // `browser` holds the same time again, divided otherwise.
    const timings: Readonly<Record<string, unknown>> = result.timingsMs;
    for (const [stage, ms] of Object.entries(timings)) if (typeof ms === 'number') onStage(stage, ms / 1_000);
    return result;
  };

/** The same executors; what their results say about their stages is told to the metrics as well. */
export const timedExecutors = (executors: Executors<'capture'>, onStage: OnStage): Executors<'capture'> => ({
  'page.capture': timed(executors['page.capture'], onStage),
  'brand.read': timed(executors['brand.read'], onStage),
});
