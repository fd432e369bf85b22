import type { z } from 'zod';
import { brandRead } from './brand-read.ts';
import type { Pool } from './define-job.ts';
import { exportAssemble } from './export-assemble.ts';
import { narrationSynthesize } from './narration-synthesize.ts';
import { pageCapture } from './page-capture.ts';
import { sceneRender } from './scene-render.ts';

/** The one map of job kinds. Payloads, results, executors and completions are derived from it: what is missing does not compile. */
export const jobs = {
  'scene.render': sceneRender,
  'narration.synthesize': narrationSynthesize,
  'export.assemble': exportAssemble,
  'page.capture': pageCapture,
  'brand.read': brandRead,
} as const;

export type Jobs = typeof jobs;
export type JobKind = keyof Jobs;
export const jobKinds = Object.keys(jobs) as JobKind[];

export type PayloadOf<K extends JobKind> = z.infer<Jobs[K]['payload']>;
export type ResultOf<K extends JobKind> = z.infer<Jobs[K]['result']>;
export type WriteOf<K extends JobKind> = Jobs[K]['writes'][number];
export type KindsOn<P extends Pool> = { [K in JobKind]: Jobs[K]['runsOn'] extends P ? K : never }[JobKind];
