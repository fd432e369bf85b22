import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Voice } from '@reelyard/shared/contracts/music.ts';
import { codecOfContainer } from '@reelyard/shared/contracts/render-format.ts';
import type { CallbackOperations } from '../../callbacks/operations.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import type { Queue } from '../../dispatch/queue.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Warning } from '../../http/envelope.ts';
import { once } from '../../http/once.ts';
import { notFound, Refusal } from '../../http/refusal.ts';
import type { NarrationOperations } from '../../narration/operations.ts';
import type { LoadedProject, ProjectOperations } from '../../projects/operations.ts';
import type { ScenePlan } from '../changed-scenes.ts';
import { sceneSubject } from '../publish-price.ts';
import { differingOptions, type PublishBody, type PublishRequest } from '../publish-request.ts';
import { isLive, projectStatusOf } from '../publish-state.ts';
import type { Publish, SceneSnapshot } from '../snapshot.ts';
import { lockPublishPlan, savePlanUse } from '../store/publish-plans.ts';
import { getPublish, insertPublish, lockPublish, touchRequested } from '../store/publishes.ts';
import { insertPublishScenes, type NewPublishScene } from '../store/scenes.ts';
import type { AdvanceOperations } from './advance.ts';
import type { Draft } from './decide-publish.ts';
import { type PublishOrder, type WeighDeps, type Weighed, weighPublish } from './weigh-publish.ts';

export interface PublishDeps extends WeighDeps {
  readonly db: Database;
  readonly queue: Queue;
  readonly projects: WeighDeps['projects'] & Pick<ProjectOperations, 'moveProject' | 'keepMusicTrack'>;
  readonly narration: Pick<NarrationOperations, 'ensureTake'>;
  readonly media: WeighDeps['media'] & { spokenVoices(): Promise<readonly Voice[]> };
  readonly callbacks: WeighDeps['callbacks'] & Pick<CallbackOperations, 'order' | 'publishEnded'>;
  readonly steps: Pick<AdvanceOperations, 'advance'>;
  /** S31: what is being published is not browsed for any more. */
  readonly browsing: { closeForProject(trx: Transaction, projectId: string): Promise<void> };
}

/** A publish at the price of a plan. */
export interface PlannedOrder {
  readonly projectId: string;
  readonly planId: string;
  readonly body: PublishBody;
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
  const { db, queue, projects, narration, media, callbacks, steps, browsing } = deps;
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
    { holds, counted }: Pick<Weighed, 'holds' | 'counted'>,
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
        countedAs: counted?.get(scene.sceneId) ?? null,
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
    const weighed = await weigh(trx, caller, order, voices);
    const { loaded, draft, scenePlans, counted, existing, refusals } = weighed;
    if (existing?.isRunning === true) return { publish: existing.publish, isReplay: true, warnings: [] };
    const [refusal] = refusals;
    if (refusal) throw refusal;
    const { publish, plan, snapshots, script, warnings } = draft;
    if (existing) {
      return { publish: await answerOfSameOutput(trx, loaded, existing.publish, order), isReplay: true, warnings };
    }
    const { accountId } = caller;
    await insertPublish(trx, publish, { isExportCounted: counted !== null && publish.kind === 'publish' });
    if (order.kind === 'publish') await browsing.closeForProject(trx, projectId);
    await orderCallback(trx, publish, request);
    const scenes = await queueScenes(trx, publish, plan.queueWeight, snapshots, scenePlans, weighed);
    await insertPublishScenes(trx, publish.id, scenes);
    const weight = plan.queueWeight;
    if (script) await narration.ensureTake(trx, { projectId, accountId, weight, priority: 0, script });
    const { trackId, source } = publish.music;
    if (trackId !== null && source !== 'kept' && source !== 'requested') {
      await projects.keepMusicTrack(trx, projectId, trackId);
    }
    await projects.moveProject(trx, projectId, [loaded.project.status], projectStatusOf(publish.state));
    const whole = await lockPublish(trx, publish.id);
    return { publish: { ...whole, state: await steps.advance(trx, whole) }, isReplay: false, warnings };
  };

  /** The publish of a plan that was used: it is told of again while it is under way or has made its video. */
  const answerOfUsedPlan = async (trx: Transaction, planId: string, publishId: string): Promise<PublishAnswer> => {
    const publish = await getPublish(trx, publishId);
    if (isLive(publish.state) || publish.state === 'completed') return { publish, isReplay: true, warnings: [] };
    throw new Refusal('conflict', {
      code: 'PLAN_USED',
      message: 'This plan was used by a publish that has ended without a video. Plan it again.',
      body: { planId, requestId: publishId },
    });
  };

  /** S48 with the price of a plan: exactly that, or a 409. */
  const startPlanned = async (
    trx: Transaction,
    caller: Caller,
    { projectId, planId, body }: PlannedOrder,
    voices: readonly Voice[],
  ): Promise<PublishAnswer> => {
    const plan = await lockPublishPlan(trx, caller, projectId, planId);
    if (plan === null) throw notFound('plan');
    if (plan.publishId !== null) return answerOfUsedPlan(trx, planId, plan.publishId);
    if (plan.isExpired) {
      throw new Refusal('conflict', {
        code: 'PLAN_EXPIRED',
        message: 'A price binds for 15 minutes. Plan the publish again.',
        body: { planId, expiredAt: plan.expiresAt.toISOString() },
      });
    }
    const { request: options, terms } = plan;
    const differing = differingOptions(body, options);
    if (differing.length > 0) {
      const code = 'PLAN_OPTIONS_DIFFER';
      const message = 'The plan was made with another value. Leave the option out, or plan again with it.';
      const details = differing.map((path) => ({ path, code, message }));
      throw new Refusal('bad_request', { code, message, details });
    }
    const { callbackUrl, callbackSecret } = body;
    const request = { ...options, callbackUrl, callbackSecret };
    const order = { kind: 'publish', projectId, request, planned: { planId, terms } } as const;
    const answer = await start(trx, caller, order, voices);
    await savePlanUse(trx, planId, answer.publish.id);
    return answer;
  };

  return async (caller: Caller, order: PublishOrder | PlannedOrder): Promise<PublishAnswer> => {
    const voices = await media.spokenVoices();
    return inTransaction(db, async (trx) => {
      const done = await once(trx, async () => {
        const isPlanned = 'planId' in order;
        const started = isPlanned ? startPlanned(trx, caller, order, voices) : start(trx, caller, order, voices);
        const { publish, ...answer } = await started;
        return { publishId: publish.id, ...answer };
      });
      const { publishId, ...answer } = done;
      return { ...answer, publish: await getPublish(trx, publishId) };
    });
  };
};
