/** N9: the one state machine of a project; `phase` is derived from it and stored nowhere. */
export const projectStatuses = [
  'RENDER_PENDING',
  'RENDERING',
  'RENDERED',
  'EXPORTING',
  'COMPLETED',
  'RENDER_FAILED',
  'EXPORT_FAILED',
  'CANCELLED',
  'ARCHIVED',
] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

export const publishPhases = ['idle', 'rendering', 'render_failed', 'exporting', 'completed', 'failed'] as const;
export type PublishPhase = (typeof publishPhases)[number];

/** What may start a publish or take an edit; both begin from any state in which nothing runs. */
const atRest = ['RENDER_PENDING', 'RENDERING', 'EXPORTING', 'ARCHIVED'] as const satisfies readonly ProjectStatus[];

/**
 * N18: where each status may go. A publish whose scenes are all reused goes straight to EXPORTING, and one whose
 * export exists already straight to COMPLETED; render/start alone ends at RENDERED, or at RENDER_PENDING where it drew
 * some scenes and others still wait.
 */
export const projectTransitions: Readonly<Record<ProjectStatus, readonly ProjectStatus[]>> = {
  RENDER_PENDING: ['RENDERING', 'EXPORTING', 'COMPLETED', 'RENDERED', 'ARCHIVED'],
  RENDERING: ['RENDERED', 'RENDER_PENDING', 'EXPORTING', 'RENDER_FAILED', 'CANCELLED'],
  RENDERED: [...atRest, 'COMPLETED'],
  EXPORTING: ['COMPLETED', 'EXPORT_FAILED', 'CANCELLED'],
  COMPLETED: [...atRest, 'RENDERED'],
  RENDER_FAILED: [...atRest, 'COMPLETED', 'RENDERED'],
  EXPORT_FAILED: [...atRest, 'COMPLETED', 'RENDERED'],
  CANCELLED: [...atRest, 'COMPLETED', 'RENDERED'],
  ARCHIVED: ['RENDER_PENDING'],
};

export const canMove = (from: ProjectStatus, to: ProjectStatus): boolean => projectTransitions[from].includes(to);

const phases: Readonly<Record<ProjectStatus, PublishPhase>> = {
  RENDER_PENDING: 'idle',
  RENDERING: 'rendering',
  RENDERED: 'idle',
  EXPORTING: 'exporting',
  COMPLETED: 'completed',
  RENDER_FAILED: 'render_failed',
  EXPORT_FAILED: 'failed',
  CANCELLED: 'idle',
  ARCHIVED: 'idle',
};

/** S28: the phase of a publish as callers see it. */
export const phaseOf = (status: ProjectStatus): PublishPhase => phases[status];

/** True while a publish or a render runs: an edit then applies to the next one (N24). */
export const isBusy = (status: ProjectStatus): boolean => status === 'RENDERING' || status === 'EXPORTING';

/** The status after an edit that changes the video. */
export const statusAfterEdit = (status: ProjectStatus): ProjectStatus => (isBusy(status) ? status : 'RENDER_PENDING');
