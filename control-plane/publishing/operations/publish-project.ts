import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Voice } from '@reelyard/shared/contracts/music.ts';
import { codecOfContainer } from '@reelyard/shared/contracts/render-format.ts';
import type { CallbackOperations } from '../../callbacks/operations.ts';
import type { CreditOperations } from '../../credits/operations.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import type { Queue } from '../../dispatch/queue.ts';
import { type Caller, isSandbox } from '../../http/authenticate.ts';
import type { Warning } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import type { NarrationOperations } from '../../narration/operations.ts';
import type { Plan } from '../../plans/plan.ts';
import type { LoadedProject, ProjectOperations } from '../../projects/operations.ts';
import { sandboxRefusal, startOfDay } from '../../sandbox/allowance.ts';
import { planScenes, type ScenePlan } from '../changed-scenes.ts';
import { priceOf, sceneSubject } from '../publish-price.ts';
import { bodyHashOf, type PublishRequest } from '../publish-request.ts';
import { projectStatusOf } from '../publish-state.ts';
import type { Publish, SceneSnapshot } from '../snapshot.ts';
import {
  findLivePublish,
  findPublishOfOutput,
  insertPublish,
  lockPublish,
  touchRequested,
} from '../store/publishes.ts';
import { findKnownRenditions } from '../store/renditions.ts';
import { insertPublishScenes, type NewPublishScene } from '../store/scenes.ts';
import { countLivePublishes, lockAccount, sandboxUsage } from '../store/usage.ts';
import type { AdvanceOperations } from './advance.ts';
import { badRequest, type DecideDeps, type Draft, decidePublish } from './decide-publish.ts';

export interface PublishDeps extends DecideDeps {
  readonly db: Database;
  readonly queue: Queue;
  readonly credits: Pick<CreditOperations, 'reserve'>;
  readonly projects: Pick<ProjectOperations, 'loadForPublish' | 'moveProject' | 'keepMusicTrack'>;
  readonly narration: Pick<NarrationOperations, 'ensureTake'>;
  readonly media: DecideDeps['media'] & { spokenVoices(): Promise<readonly Voice[]> };
  readonly callbacks: Pick<CallbackOperations, 'checkUrl' | 'order' | 'publishEnded'>;
  readonly steps: Pick<AdvanceOperations, 'advance'>;
}

/** What a publish came to. */
export interface PublishAnswer {
  readonly publish: Publish;
  /** True where nothing was started: it runs already, or its file is there. */
  readonly isReplay: boolean;
  readonly warnings: readonly Warning[];
}

export interface PublishOrder {
  readonly projectId: string;
  readonly kind: Publish['kind'];
  readonly request: PublishRequest;
  /** S65: only where nothing is left to draw or to speak; asked with the scenes and the script of the draft. */
  readonly refuseUnready?: (trx: Transaction, draft: Draft, plans: readonly ScenePlan[]) => Promise<void>;
}

/** Starts publishes and renders: everything is decided, paid and queued in one transaction, or nothing is. */
export const publishProject = (deps: PublishDeps) => {
  const { db, queue, credits, projects, narration, media, callbacks, steps } = deps;
  const decide = decidePublish(deps);

  const refuseCallback = (callbackUrl: string | undefined): void => {
    const problem = callbackUrl === undefined ? null : callbacks.checkUrl(callbackUrl, 'callbackUrl');
    if (problem) throw badRequest(problem.code, problem.message, problem.path);
  };

  const orderCallback = async (
    trx: Transaction,
    { id, projectId, accountId, environment }: Pick<Publish, 'id' | 'projectId' | 'accountId' | 'environment'>,
    { callbackUrl, callbackSecret }: PublishRequest,
  ): Promise<void> => {
    if (callbackUrl === undefined) return;
    const order = { publishId: id, projectId, accountId, environment, url: callbackUrl };
    await callbacks.order(trx, { ...order, secret: callbackSecret ?? null });
  };

  const refuseConcurrency = async (trx: Transaction, caller: Caller, plan: Plan): Promise<void> => {
    if ((await countLivePublishes(trx, caller.accountId)) < plan.exportConcurrency) return;
    throw new Refusal('too_many_requests', {
      code: 'EXPORT_CONCURRENCY',
      message: `The ${plan.name} plan makes ${plan.exportConcurrency} video(s) at once. Try again when one has ended.`,
      body: { limit: plan.exportConcurrency },
      headers: { 'retry-after': '10' },
    });
  };

  const refuseOverAllowance = async (
    trx: Transaction,
    caller: Caller,
    now: Date,
    requested: { sceneRenders: number; exports: number },
  ): Promise<void> => {
    const refusal = sandboxRefusal(await sandboxUsage(trx, caller.accountId, startOfDay(now)), requested, now);
    if (!refusal) return;
    const { code, message, ...body } = refusal;
    const retryAfter = Math.max(1, Math.ceil((Date.parse(body.resetsAt) - now.getTime()) / 1_000));
    throw new Refusal('too_many_requests', { code, message, body, headers: { 'retry-after': String(retryAfter) } });
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

  /** N29: the same body is the same publish; another one has to wait. */
  const answerOfRunning = (running: Publish, bodyHash: string): PublishAnswer => {
    if (running.bodyHash === bodyHash) return { publish: running, isReplay: true, warnings: [] };
    throw new Refusal('bad_request', {
      code: 'PUBLISH_IN_PROGRESS',
      message: 'This project is being published with other options. Wait for it or cancel it.',
      body: { requestId: running.id, statusUrl: `/projects/${running.projectId}/publish/status` },
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
    const { projectId, kind, request } = order;
    const loaded = await projects.loadForPublish(trx, caller, projectId);
    const running = await findLivePublish(trx, projectId);
    if (running) return answerOfRunning(running, bodyHashOf(kind, request));
    refuseCallback(request.callbackUrl);
    const draft = await decide(trx, caller, loaded, kind, request, voices);
    const { publish, plan, snapshots, script, warnings } = draft;
    const done = kind === 'publish' ? await findPublishOfOutput(trx, projectId, publish.outputHash) : null;
    if (done) return { publish: await answerOfSameOutput(trx, loaded, done, order), isReplay: true, warnings };

    const { now } = await lockAccount(trx, caller.accountId);
    if (kind === 'publish') await refuseConcurrency(trx, caller, plan);
    const scenePlans = planScenes(snapshots, await findKnownRenditions(trx, caller, snapshots));
    await order.refuseUnready?.(trx, draft, scenePlans);
    const sceneRenders = scenePlans.filter((scene) => scene.kind === 'render').length;
    const isFree = isSandbox(caller);
    if (isFree) await refuseOverAllowance(trx, caller, now, { sceneRenders, exports: kind === 'publish' ? 1 : 0 });
    const { accountId, keyId } = caller;
    const items = isFree ? [] : priceOf(publish, scenePlans);
    const holds = await credits.reserve(trx, { accountId, keyId, items });

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
