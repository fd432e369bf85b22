import type { ProjectStatus, PublishPhase } from '../projects/project-status.ts';

/** How far a publish is. `narrating`: every scene is done and the export waits for the voice. */
export const publishStates = [
  'rendering',
  'narrating',
  'exporting',
  'rendered',
  'completed',
  'render_failed',
  'failed',
  'cancelled',
] as const;
export type PublishState = (typeof publishStates)[number];

export const liveStates = ['rendering', 'narrating', 'exporting'] as const satisfies readonly PublishState[];
export const isLive = (state: PublishState): boolean => (liveStates as readonly PublishState[]).includes(state);

/** What the project's own state machine is moved to when its publish comes here (N9, N18). */
const statuses: Record<PublishState, ProjectStatus> = {
  rendering: 'RENDERING',
  narrating: 'EXPORTING',
  exporting: 'EXPORTING',
  rendered: 'RENDERED',
  completed: 'COMPLETED',
  render_failed: 'RENDER_FAILED',
  failed: 'EXPORT_FAILED',
  cancelled: 'CANCELLED',
};
export const projectStatusOf = (state: PublishState): ProjectStatus => statuses[state];

const phases: Record<PublishState, PublishPhase> = {
  rendering: 'rendering',
  narrating: 'exporting',
  exporting: 'exporting',
  rendered: 'idle',
  completed: 'completed',
  render_failed: 'render_failed',
  failed: 'failed',
  cancelled: 'idle',
};
/** S28: the phase of one publish; a project's phase follows from its own status. */
export const phaseOfPublish = (state: PublishState): PublishPhase => phases[state];

export interface Progressed {
  readonly kind: 'publish' | 'render';
  readonly scenes: readonly { readonly state: 'queued' | 'done' | 'failed' | 'cancelled' }[];
  /** Of the narration; null where nothing is spoken. */
  readonly take: 'building' | 'ready' | 'failed' | null;
}

/**
 * Where a publish stands whose scenes and narration are like this, before any export of it was queued (N18). Failed
 * scenes end it only when every scene is over: the others are kept for the next publish.
 */
export const stateBeforeExport = ({ kind, scenes, take }: Progressed): PublishState => {
  if (scenes.some((scene) => scene.state === 'queued')) return 'rendering';
  if (scenes.some((scene) => scene.state !== 'done')) return 'render_failed';
  if (kind === 'render') return 'rendered';
  if (take === 'building') return 'narrating';
  return take === 'failed' ? 'failed' : 'exporting';
};
