import { type JobKind, jobs } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Pool } from '@reelyard/shared/contracts/jobs/define-job.ts';

/** The unfinished jobs of one kind. A job's size is 1, but of a scene it grows with the picture: 1 = 1080p at 30 fps. */
export interface UnfinishedWork {
  readonly kind: JobKind;
  /** Sum of the sizes of the jobs that wait, those that rest before their next try among them. */
  readonly waitingSize: number;
  readonly running: readonly { readonly size: number; readonly elapsedSeconds: number }[];
  /** The latest attempts of the kind that completed, summed up; null where there is none. */
  readonly measured: { readonly seconds: number; readonly size: number } | null;
}

/**
 * Seconds that a job of size 1 is taken to need before one was ever measured: what two cores without a card take. Never 0,
 * because a farm that scales from no node at all has measured nothing yet.
 */
const unmeasuredSeconds: Record<JobKind, number> = {
  'scene.render': 10,
  'narration.synthesize': 5,
  'export.assemble': 10,
  'page.capture': 10,
  'brand.read': 10,
};

/** What a job of size 1 takes: the sum over the sum, so that one odd attempt of many weighs little. */
const secondsPerSize = ({ kind, measured }: UnfinishedWork): number =>
  measured === null || measured.size <= 0 ? unmeasuredSeconds[kind] : measured.seconds / measured.size;

/** Of the whole kind: what waits, and what is left of what runs. One that runs longer than predicted has nothing left. */
const predictedSeconds = (work: UnfinishedWork): number => {
  const perSize = secondsPerSize(work);
  const left = work.running.map(({ size, elapsedSeconds }) => Math.max(0, size * perSize - elapsedSeconds));
  return work.waitingSize * perSize + left.reduce((sum, seconds) => sum + seconds, 0);
};

/** RULE: how long the unfinished work of each pool would take if its nodes ran one attempt at a time. For autoscalers. */
export const predictedBacklog = (unfinished: readonly UnfinishedWork[]): Readonly<Record<Pool, number>> => {
  const ofPool = (pool: Pool): number =>
    unfinished.filter(({ kind }) => jobs[kind].runsOn === pool).reduce((sum, work) => sum + predictedSeconds(work), 0);
  return { render: ofPool('render'), capture: ofPool('capture') };
};
