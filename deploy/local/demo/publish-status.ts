/** What the demo reads of the status of a publish (S61, N31). */
export interface SceneStatus {
  readonly sceneId: string;
  readonly position: number;
  readonly state: 'pending' | 'blocked' | 'queued' | 'rendering' | 'done' | 'failed' | 'cancelled';
  readonly progress?: number;
  readonly reused?: boolean;
  readonly error?: string | null;
}

export interface PublishStatus {
  readonly phase: 'idle' | 'rendering' | 'render_failed' | 'exporting' | 'completed' | 'failed';
  readonly message: string;
  readonly render: { readonly progressPercent: number; readonly scenes: readonly SceneStatus[] };
  readonly export?: {
    readonly id: string;
    readonly progress: number;
    readonly durationSeconds?: number | null;
    readonly errorMessage?: string | undefined;
  } | null;
}

/** The share of a publish that its export takes, as seen on small machines: drawing outweighs joining by far. */
const exportShare = 0.1;

export const scenePercent = (scene: SceneStatus): number => (scene.state === 'done' ? 100 : (scene.progress ?? 0));

/** How far a publish is, 0 to 1. `sceneSeconds` are the lengths of the scenes: a longer one is more work. */
export function doneShare(status: PublishStatus, sceneSeconds: readonly number[]): number {
  if (status.phase === 'completed') return 1;
  const work = status.render.scenes.map((scene) => ({
    seconds: scene.reused === true ? 0 : (sceneSeconds[scene.position] ?? 1),
    percent: scenePercent(scene),
  }));
  const total = work.reduce((sum, { seconds }) => sum + seconds, 0);
  const scenes =
    total === 0 ? 1 : work.reduce((sum, { seconds, percent: done }) => sum + (seconds * done) / 100, 0) / total;
  return scenes * (1 - exportShare) + ((status.export?.progress ?? 0) / 100) * exportShare;
}

/** What is left at the pace so far, in ms; null while too little is done to tell. */
export function remainingMs(share: number, elapsedMs: number): number | null {
  if (share < 0.04 || elapsedMs < 2_000) return null;
  return (elapsedMs * (1 - share)) / share;
}
