import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Voice } from '@reelyard/shared/contracts/music.ts';
import { codecOfContainer } from '@reelyard/shared/contracts/render-format.ts';
import type { CallbackOperations } from '../../callbacks/operations.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import type { Queue } from '../../dispatch/queue.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Warning } from '../../http/envelope.ts';
import type { NarrationOperations } from '../../narration/operations.ts';
import type { LoadedProject, ProjectOperations } from '../../projects/operations.ts';
import type { ScenePlan } from '../changed-scenes.ts';
import { sceneSubject } from '../publish-price.ts';
import type { PublishRequest } from '../publish-request.ts';
import { projectStatusOf } from '../publish-state.ts';
import type { Publish, SceneSnapshot } from '../snapshot.ts';
import { insertPublish, lockPublish, touchRequested } from '../store/publishes.ts';
import { insertPublishScenes, type NewPublishScene } from '../store/scenes.ts';
import type { AdvanceOperations } from './advance.ts';
import type { Draft } from './decide-publish.ts';
import { type PublishOrder, type WeighDeps, weighPublish } from './weigh-publish.ts';

export interface PublishDeps extends WeighDeps {
  readonly db: Database;
  readonly queue: Queue;
  readonly projects: WeighDeps['projects'] & Pick<ProjectOperations, 'moveProject' | 'keepMusicTrack'>;
  readonly narration: Pick<NarrationOperations, 'ensureTake'>;
  readonly media: WeighDeps['media'] & { spokenVoices(): Promise<readonly Voice[]> };
  readonly callbacks: WeighDeps['callbacks'] & Pick<CallbackOperations, 'order' | 'publishEnded'>;
  readonly steps: Pick<AdvanceOperations, 'advance'>;
}

/** What a publish came to. */
export interface PublishAnswer {
  readonly publish: Publish;
  /** True where nothing was started: it runs already, or its file is there. */
  readonly isReplay: boolean;
  readonly warnings: readonly Warning[];
}

/** Starts publishes and renders: everything is decided, paid and queued in one transaction, or nothing is. */
export const publishProject = (deps: PublishDeps) => {
  const { db, queue, projects, narration, media, callbacks, steps } = deps;
  const weigh = weighPublish(deps);

  const orderCallback = async (
    trx: Transaction,
    { id, projectId, accountId, environment }: Pick<Publish, 'id' | 'projectId' | 'accountId' | 'environment'>,
    { callbackUrl, callbackSecret }: PublishRequest,
  ): Promise<void> => {
    if (callbackUrl === undefined) return;
    const order = { publishId: id, projectId, accountId, environment, url: callbackUrl };
    await callbacks.order(trx, { ...order, secret: callbackSecret ?? null });
  };

  /** Queues what must be drawn; each scene with the job that draws it and the hold that pays it. */
  const queueScenes = async (
    trx: Transaction,
    publish: Draft['publish'],
    weight: number,
    snapshots: readonly SceneSnapshot[],
    plans: readonly ScenePlan[],
    holds: ReadonlyMap<string, string>,
  ): Promise<NewPublishScene[]> => {
    const drawn = snapshots.filter((_snapshot, index) => plans[index]?.kind === 'render');
    const payloadOf = (scene: SceneSnapshot): PayloadOf<'scene.render'> => ({
      sceneId: scene.sceneId,
      templateSlug: scene.templateSlug,
      templateVersion: scene.templateVersion,
      values: scene.values,
      watermark: publish.watermark,
      widthPx: scene.widthPx,
      heightPx: scene.heightPx,
      fps: scene.fps,
      codec: codecOfContainer[publish.format],
      renditionHash: scene.renditionHash,
    });
    const common = { accountId: publish.accountId, weight, priority: 0, batchId: publish.id };
    const jobIds = await queue.enqueue(
      trx,
      'scene.render',
      drawn.map((scene) => ({ ...common, payload: payloadOf(scene) })),
    );
    const jobOfScene = new Map(drawn.map((scene, index) => [scene.sceneId, jobIds[index] ?? null]));
    return snapshots.map((scene, index) => {
      const plan = plans[index];
      const drawnAs = plan?.kind === 'share' ? plan.withSceneId : scene.sceneId;
      return {
        ...scene,
        jobId: jobOfScene.get(drawnAs) ?? null,
        holdId: holds.get(sceneSubject(publish.id, scene.sceneId)) ?? null,
        reused: plan?.kind !== 'render',
        renditionId: plan?.kind === 'reuse' ? plan.renditionId : null,
      };
    });
  };

  /** N18: the file is there already: it is shown again, and nothing is made or charged. */
  const answerOfSameOutput = async (
    trx: Transaction,
    { project }: LoadedProject,
    done: Publish,
    { request }: PublishOrder,
  ): Promise<Publish> => {
    await touchRequested(trx, done.id);
    await orderCallback(trx, done, request);
    await callbacks.publishEnded(trx, done.id, 'completed');
    if (project.status !== 'COMPLETED') await projects.moveProject(trx, project.id, [project.status], 'COMPLETED');
    return done;
  };

  const start = async (
    trx: Transaction,
    caller: Caller,
    order: PublishOrder,
    voices: readonly Voice[],
  ): Promise<PublishAnswer> => {
    const { projectId, request } = order;
    const { loaded, draft, scenePlans, holds, existing, refusals } = await weigh(trx, caller, order, voices);
    if (existing?.isRunning === true) return { publish: existing.publish, isReplay: true, warnings: [] };
    const [refusal] = refusals;
    if (refusal) throw refusal;
    const { publish, plan, snapshots, script, warnings } = draft;
    if (existing) {
      return { publish: await answerOfSameOutput(trx, loaded, existing.publish, order), isReplay: true, warnings };
    }
    const { accountId } = caller;
    await insertPublish(trx, publish);
    await orderCallback(trx, publish, request);
    const scenes = await queueScenes(trx, publish, plan.queueWeight, snapshots, scenePlans, holds);
    await insertPublishScenes(trx, publish.id, scenes);
    if (script) await narration.ensureTake(trx, { accountId, weight: plan.queueWeight, priority: 0, script });
    const { trackId, source } = publish.music;
    if (trackId !== null && source !== 'kept' && source !== 'requested') {
      await projects.keepMusicTrack(trx, projectId, trackId);
    }
    await projects.moveProject(trx, projectId, [loaded.project.status], projectStatusOf(publish.state));
    const whole = await lockPublish(trx, publish.id);
    return { publish: { ...whole, state: await steps.advance(trx, whole) }, isReplay: false, warnings };
  };

  return async (caller: Caller, order: PublishOrder): Promise<PublishAnswer> => {
    const voices = await media.spokenVoices();
    return inTransaction(db, (trx) => start(trx, caller, order, voices));
  };
};
