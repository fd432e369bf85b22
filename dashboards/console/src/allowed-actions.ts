import type { Project } from '@reelyard/shared/sdk/operations.gen.ts';

export type ProjectStatus = Project['status'];

const running = ['RENDERING', 'EXPORTING'] as const satisfies readonly ProjectStatus[];
const atRest = [
  'RENDER_PENDING',
  'RENDERED',
  'COMPLETED',
  'RENDER_FAILED',
  'EXPORT_FAILED',
  'CANCELLED',
  'ARCHIVED',
] as const satisfies readonly ProjectStatus[];

/** What may be done to a project in which status; each row names the code of the control plane that enforces it. */
const allowed = {
  /** projects/operations/edit-project.ts: taken at any time; while a publish runs, for the next one. */
  edit: [...running, ...atRest],
  /** publishing/operations/weigh-publish.ts: one publish of a project at a time. */
  publish: atRest,
  /** publishing/operations/cancel-publish.ts: NO_PUBLISH_IN_PROGRESS elsewhere. */
  cancel: running,
  /** projects/operations.ts: PUBLISH_IN_PROGRESS while one runs. */
  delete: atRest,
  /** projects/operations.ts: reads alone. */
  duplicate: [...running, ...atRest],
} as const satisfies Record<string, readonly ProjectStatus[]>;

type Action = keyof typeof allowed;
const may =
  (action: Action) =>
  ({ status }: { readonly status: ProjectStatus }): boolean =>
    (allowed[action] as readonly ProjectStatus[]).includes(status);

/** `projectCan.publish(project)` */
export const projectCan: Readonly<Record<Action, (project: { readonly status: ProjectStatus }) => boolean>> = {
  edit: may('edit'),
  publish: may('publish'),
  cancel: may('cancel'),
  delete: may('delete'),
  duplicate: may('duplicate'),
};
