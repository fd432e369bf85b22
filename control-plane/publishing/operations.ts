import type { Caller } from '../http/authenticate.ts';
import { type CancelDeps, cancelAnyPublish, cancelPublish } from './operations/cancel-publish.ts';
import { type ExportAloneDeps, exportAlone } from './operations/export-alone.ts';
import { type PlanDeps, planPublish } from './operations/plan-publish.ts';
import {
  type PlannedOrder,
  type PublishAnswer,
  type PublishDeps,
  publishProject,
} from './operations/publish-project.ts';
import { type StatusDeps, statusOperations } from './operations/read-status.ts';
import type { PublishOrder } from './operations/weigh-publish.ts';
import { phaseOfPublish } from './publish-state.ts';
import type { PublishView } from './publish-view.ts';
import type { Publish } from './snapshot.ts';
import { listReserved } from './store/publishes.ts';
import { listScenes } from './store/scenes.ts';

export interface PublishingDeps
  extends PublishDeps,
    StatusDeps,
    CancelDeps,
    PlanDeps,
    Omit<ExportAloneDeps, 'publish'> {
  readonly projects: PublishDeps['projects'] & StatusDeps['projects'];
  readonly narration: PublishDeps['narration'] & PlanDeps['narration'];
  readonly exports: StatusDeps['exports'] & CancelDeps['exports'];
  readonly credits: PlanDeps['credits'];
  readonly callbacks: PublishDeps['callbacks'] & StatusDeps['callbacks'];
  readonly steps: PublishDeps['steps'] & CancelDeps['steps'];
  readonly media: PlanDeps['media'];
  readonly nodes: StatusDeps['nodes'];
  /** Where callers reach the API, without a slash at the end. */
  readonly apiUrl: string;
}

export interface Published {
  readonly view: PublishView;
  readonly answer: PublishAnswer;
}

const nextStepOf = (publish: Publish): string =>
  publish.state === 'completed'
    ? 'The video is ready: read statusUrl for its address.'
    : 'Read statusUrl until phase is completed, or follow eventsUrl.';

/** Publishing: renders every scene of a project that changed, then makes one file of all of them (S4). */
export const publishingOperations = (deps: PublishingDeps) => {
  const { db, media, apiUrl } = deps;
  const publish = publishProject(deps);

  const viewOf = async ({ publish: row, isReplay }: PublishAnswer): Promise<PublishView> => {
    const { id, projectId, quality, requestedQuality, format, music, state, environment } = row;
    const isDone = isReplay && state === 'completed';
    const breakdown = isDone ? [] : await listReserved(db, id);
    const voice = row.voiceId === null ? null : media.findVoice(row.voiceId);
    const scenes = await listScenes(db, id);
    return {
      requestId: id,
      projectId,
      phase: phaseOfPublish(state),
      quality,
      requestedQuality,
      format,
      sandbox: environment === 'test',
      music,
      voice: voice && { voiceId: voice.id, name: voice.name },
      credits: { reserved: breakdown.reduce((sum, { credits }) => sum + credits, 0), breakdown },
      scenes: scenes.map(({ sceneId, reused }) => ({ sceneId, plan: isDone || reused ? 'reuse' : 'render' })),
      statusUrl: `${apiUrl}/projects/${projectId}/publish/status`,
      eventsUrl: `${apiUrl}/projects/${projectId}/publish/events`,
      nextStep: nextStepOf(row),
    };
  };

  return {
    ...statusOperations(deps),
    ...exportAlone({ ...deps, publish }),
    cancelPublish: cancelPublish(deps),
    cancelAnyPublish: cancelAnyPublish(deps),
    planPublish: planPublish(deps),

    /** S48, S62: starts a publish (or renders alone), or tells of the one that is the same. */
    async publishProject(
      caller: Caller,
      projectId: string,
      order: Omit<PublishOrder, 'projectId'> | Omit<PlannedOrder, 'projectId'>,
    ): Promise<Published> {
      const answer = await publish(caller, { ...order, projectId });
      return { view: await viewOf(answer), answer };
    },
  };
};
export type PublishingOperations = ReturnType<typeof publishingOperations>;
