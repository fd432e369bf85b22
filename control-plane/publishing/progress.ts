import { z } from 'zod';

export interface SceneProgress {
  readonly state: 'queued' | 'done' | 'failed' | 'cancelled';
  readonly frameCount: number;
  /** Frames that the encoder took so far. */
  readonly doneFrameCount: number;
  /** True while a node works on it. */
  readonly isLeased: boolean;
  readonly reused: boolean;
}

/** N17. */
export type SceneRenderState = 'queued' | 'rendering' | 'done' | 'failed' | 'cancelled';

export const sceneRenderState = ({ state, isLeased }: Pick<SceneProgress, 'state' | 'isLeased'>): SceneRenderState =>
  state === 'queued' && isLeased ? 'rendering' : state;

/** N17: the render as a whole. */
export const renderState = (scenes: readonly SceneProgress[]): 'idle' | SceneRenderState => {
  if (scenes.length === 0) return 'idle';
  const states = scenes.map(sceneRenderState);
  if (states.includes('rendering')) return 'rendering';
  if (states.includes('queued')) return states.some((state) => state !== 'queued') ? 'rendering' : 'queued';
  return (['cancelled', 'failed'] as const).find((state) => states.includes(state)) ?? 'done';
};

const framesDone = (scene: SceneProgress): number =>
  scene.state === 'queued' ? Math.min(scene.doneFrameCount, scene.frameCount) : scene.frameCount;

/** Whole percent of what must be drawn, 0 to 100; 100 only when every scene is over. */
export const renderPercent = (scenes: readonly SceneProgress[]): number => {
  const drawn = scenes.filter((scene) => !scene.reused);
  if (scenes.length > 0 && drawn.length === 0) return 100;
  const total = drawn.reduce((sum, scene) => sum + scene.frameCount, 0);
  const done = drawn.reduce((sum, scene) => sum + framesDone(scene), 0);
  return total === 0 ? 0 : Math.floor((100 * done) / total);
};

/** Whole percent of one scene. */
export const scenePercent = (scene: SceneProgress): number =>
  scene.state === 'done'
    ? 100
    : Math.floor((100 * Math.min(scene.doneFrameCount, scene.frameCount)) / scene.frameCount);

export interface FarmSpeed {
  /** Measured on this publish, else on the farm's latest scenes of this size; null where nothing was measured yet. */
  readonly msPerFrame: number | null;
  /** Scenes that can be drawn at once. */
  readonly parallelScenes: number;
  /** Measured on the farm's latest exports, per second of video; null where nothing was measured yet. */
  readonly exportMsPerSecond: number | null;
}

/**
 * Seconds until the video is there; null where nothing was measured to tell it by. The frames that are left are shared
 * out to the scenes that can run at once, but one scene is never faster than its own frames in a row.
 */
export const etaSeconds = (
  scenes: readonly SceneProgress[],
  exportDoneFraction: number,
  videoSeconds: number,
  speed: FarmSpeed,
): number | null => {
  const left = scenes.filter((scene) => scene.state === 'queued').map((scene) => scene.frameCount - framesDone(scene));
  const total = left.reduce((sum, frames) => sum + frames, 0);
  if ((total > 0 && speed.msPerFrame === null) || speed.exportMsPerSecond === null) return null;
  const lanes = Math.max(1, Math.min(speed.parallelScenes, left.length));
  const framesInARow = Math.max(total / lanes, ...left);
  const renderMs = total === 0 ? 0 : framesInARow * (speed.msPerFrame ?? 0);
  const exportMs = videoSeconds * speed.exportMsPerSecond * (1 - exportDoneFraction);
  return Math.max(1, Math.ceil((renderMs + exportMs) / 1_000));
};

export const waitingSchema = z.object({
  reason: z
    .enum(['NO_NODE_READY', 'NODES_BUSY'])
    .describe('NO_NODE_READY: no render node is there; NODES_BUSY: each works on something else'),
  jobsAhead: z.int().min(0).describe('Jobs of everybody that wait before the first one of this publish'),
});
export type Waiting = z.infer<typeof waitingSchema>;

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Why nothing moves. */
export const waitingFor = (readyNodeCount: number, jobsAhead: number): Waiting => ({
  reason: readyNodeCount === 0 ? 'NO_NODE_READY' : 'NODES_BUSY',
  jobsAhead,
});

/** The same for people. */
export const waitingMessage = ({ reason, jobsAhead }: Waiting): string => {
  if (reason === 'NO_NODE_READY') return 'Waiting for a render node: none is ready.';
  return jobsAhead === 0
    ? 'Waiting for a render node to become free.'
    : `Waiting for a render node to become free; ${plural(jobsAhead, 'job')} ahead in the queue.`;
};

/** S61: one sentence about a render that goes on. */
export const renderingMessage = (scenes: readonly SceneProgress[]): string => {
  const done = scenes.filter((scene) => scene.state !== 'queued').length;
  return `Rendering: ${done} of ${plural(scenes.length, 'scene')} done, ${renderPercent(scenes)} %.`;
};
