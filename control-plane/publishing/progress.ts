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
  /** Measured on the farm's latest takes, per second of video; null where nothing was measured yet. */
  readonly narrationMsPerSecond: number | null;
}

export interface WorkLeft {
  readonly scenes: readonly SceneProgress[];
  /** Frames of everybody else that are drawn before the first one of these. */
  readonly framesAhead: number;
  /** Of the take that is still to be spoken; 0 where none is. */
  readonly narrationSeconds: number;
  /** Of the export that follows; 0 where none does. */
  readonly videoSeconds: number;
  readonly exportDoneFraction: number;
}

/**
 * Seconds until the video is there; null where nothing was measured to tell it by. First comes what waits before it.
 * The frames that are left are shared out to the scenes that can run at once, but one scene is never faster than its own
 * frames in a row. The narration is spoken beside them; a farm that has never spoken counts no time for it.
 */
export const etaSeconds = (work: WorkLeft, speed: FarmSpeed): number | null => {
  const { scenes, framesAhead, narrationSeconds, videoSeconds, exportDoneFraction } = work;
  const left = scenes.filter((scene) => scene.state === 'queued').map((scene) => scene.frameCount - framesDone(scene));
  const total = left.reduce((sum, frames) => sum + frames, 0);
  if (total > 0 && speed.msPerFrame === null) return null;
  if (videoSeconds > 0 && speed.exportMsPerSecond === null) return null;
  const lanes = Math.max(1, Math.min(speed.parallelScenes, left.length));
  const framesInARow =
    total === 0 ? 0 : Math.max(total / lanes, ...left) + framesAhead / Math.max(1, speed.parallelScenes);
  const renderMs = framesInARow * (speed.msPerFrame ?? 0);
  const narrationMs = narrationSeconds * (speed.narrationMsPerSecond ?? 0);
  const exportMs = videoSeconds * (speed.exportMsPerSecond ?? 0) * (1 - exportDoneFraction);
  return Math.max(1, Math.ceil((Math.max(renderMs, narrationMs) + exportMs) / 1_000));
};

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** S61: one sentence about a render that goes on. */
export const renderingMessage = (scenes: readonly SceneProgress[]): string => {
  const done = scenes.filter((scene) => scene.state !== 'queued').length;
  return `Rendering: ${done} of ${plural(scenes.length, 'scene')} done, ${renderPercent(scenes)} %.`;
};
