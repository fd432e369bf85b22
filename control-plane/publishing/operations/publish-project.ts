import { renditionHash, sceneInputHash } from '@reelyard/shared/contracts/input-hash.ts';
import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Track, Voice } from '@reelyard/shared/contracts/music.ts';
import { codecOfContainer, pixelSizes } from '@reelyard/shared/contracts/render-format.ts';
import type { AccountOperations } from '../../accounts/operations.ts';
import type { CallbackOperations } from '../../callbacks/operations.ts';
import type { CreditOperations, ReserveItem } from '../../credits/operations.ts';
import { exportAction, prices } from '../../credits/price-list.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import type { Queue } from '../../dispatch/queue.ts';
import { decideQuality } from '../../exports/quality-cap.ts';
import { type Caller, isSandbox } from '../../http/authenticate.ts';
import type { Warning } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import type { PickedTrack } from '../../media/pick-track.ts';
import type { NarrationOperations } from '../../narration/operations.ts';
import { type Script, scriptOf } from '../../narration/timeline.ts';
import { type Plan, watermarked } from '../../plans/plan.ts';
import type { LoadedProject, ProjectOperations } from '../../projects/operations.ts';
import { drawnTitle, untitled } from '../../projects/project.ts';
import { sandboxRefusal, startOfDay } from '../../sandbox/allowance.ts';
import { planScenes, type ScenePlan } from '../changed-scenes.ts';
import { bodyHashOf, outputHashOf, type PublishRequest } from '../publish-request.ts';
import { projectStatusOf } from '../publish-state.ts';
import { type Music, noMusic, type Publish, type SceneSnapshot } from '../snapshot.ts';
import {
  exportSubject,
  findLivePublish,
  findPublishOfOutput,
  insertPublish,
  lockPublish,
  sceneSubject,
  touchRequested,
} from '../store/publishes.ts';
import { findKnownRenditions } from '../store/renditions.ts';
import { insertPublishScenes, type NewPublishScene } from '../store/scenes.ts';
import { countLivePublishes, lockAccount, sandboxUsage } from '../store/usage.ts';
import type { AdvanceOperations } from './advance.ts';

export interface PublishDeps {
  readonly db: Database;
  readonly queue: Queue;
  readonly accounts: Pick<AccountOperations, 'planOf'>;
  readonly credits: Pick<CreditOperations, 'reserve'>;
  readonly projects: Pick<ProjectOperations, 'loadForPublish' | 'moveProject' | 'keepMusicTrack'>;
  readonly narration: Pick<NarrationOperations, 'ensureTake'>;
  readonly media: {
    findTrack(trackId: string): Track | null;
    findVoice(voiceId: string): Promise<Voice | null>;
    pickTrack(tone: PickedTrack['track']['tones'][number] | null, projectId: string): PickedTrack | null;
    readonly defaultVoiceId: string;
  };
  readonly callbacks: Pick<CallbackOperations, 'checkUrl' | 'order' | 'publishEnded'>;
  readonly steps: Pick<AdvanceOperations, 'advance'>;
}

/** What a publish came to. */
export interface PublishAnswer {
  readonly publish: Publish;
  /** True where nothing was started: it runs already, or its file is there. */
  readonly isReplay: boolean;
  readonly items: readonly ReserveItem[];
  readonly plans: readonly { readonly sceneId: string; readonly plan: 'render' | 'reuse' }[];
  readonly warnings: readonly Warning[];
}

const badRequest = (code: string, message: string, path: string): Refusal =>
  new Refusal('bad_request', { code, message, details: [{ path, code, message }] });

/** Every problem of every scene in one answer (N22). */
const refuseProblems = ({ scenes }: LoadedProject): void => {
  const problems = scenes.flatMap((scene) => scene.problems);
  if (problems.length === 0) return;
  const layersWith = (code: string) =>
    scenes.flatMap(({ scene, problems: own }) =>
      own
        .filter((problem) => problem.code === code)
        .map(({ path }) => ({
          sceneIndex: scene.position,
          sceneId: scene.id,
          layer: path.slice(path.lastIndexOf('.') + 1),
        })),
    );
  const missingText = layersWith('MISSING_TEXT');
  const missingBrandAssets = layersWith('MISSING_BRAND_ASSET').map((entry) => ({ ...entry, asset: 'logo' }));
  throw new Refusal('bad_request', {
    code: 'PROJECT_NOT_READY',
    message: `The project cannot be drawn as it is: ${problems[0]?.path}: ${problems[0]?.message}`,
    details: problems,
    body: {
      ...(missingText.length > 0 ? { missingText } : {}),
      ...(missingBrandAssets.length > 0 ? { missingBrandAssets } : {}),
    },
  });
};

/** Starts publishes and renders: everything is decided, paid and queued in one transaction, or nothing is. */
export const publishProject = (deps: PublishDeps) => {
  const { db, queue, accounts, credits, projects, narration, media, callbacks, steps } = deps;

  const chooseMusic = (request: PublishRequest, { project, brand }: LoadedProject): Music => {
    const chosen = (track: Track | null, source: Music['source']): Music | null =>
      track && { trackId: track.id, title: track.title, artist: track.artist, source };
    if (!request.includeMusic) return noMusic;
    if (request.musicTrackId !== undefined) {
      const requested = chosen(media.findTrack(request.musicTrackId), 'requested');
      if (requested) return requested;
      throw badRequest('MUSIC_TRACK_NOT_FOUND', 'There is no such track; GET /media/music lists them.', 'musicTrackId');
    }
    const kept = project.musicTrackId === null ? null : chosen(media.findTrack(project.musicTrackId), 'kept');
    const picked = kept ? null : media.pickTrack(brand?.tone ?? null, project.id);
    return kept ?? (picked && chosen(picked.track, picked.source)) ?? noMusic;
  };

  const chooseVoice = async (request: PublishRequest, loaded: LoadedProject): Promise<Voice | null> => {
    const isSpoken = loaded.scenes.some(({ scene }) => (scene.voiceoverText ?? '').trim() !== '');
    if (!(request.includeVoiceover ?? isSpoken)) return null;
    const voiceId = request.voiceId ?? loaded.project.voiceId ?? media.defaultVoiceId;
    const voice = await media.findVoice(voiceId);
    if (voice) return isSpoken ? voice : null;
    throw badRequest('VOICE_NOT_FOUND', 'There is no such voice; GET /media/voices lists them.', 'voiceId');
  };

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
    publish: Publish,
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

  const viewOfPlans = (plans: readonly ScenePlan[]) =>
    plans.map(({ sceneId, kind }) => ({ sceneId, plan: kind === 'render' ? ('render' as const) : ('reuse' as const) }));

  const start = async (
    trx: Transaction,
    caller: Caller,
    projectId: string,
    kind: Publish['kind'],
    request: PublishRequest,
  ): Promise<PublishAnswer> => {
    const loaded = await projects.loadForPublish(trx, caller, projectId);
    const bodyHash = bodyHashOf(kind, request);
    const running = await findLivePublish(trx, projectId);
    if (running) {
      if (running.bodyHash === bodyHash) {
        return { publish: running, isReplay: true, items: [], plans: [], warnings: [] };
      }
      throw new Refusal('bad_request', {
        code: 'PUBLISH_IN_PROGRESS',
        message: 'This project is being published with other options. Wait for it or cancel it.',
        body: { requestId: running.id, statusUrl: `/projects/${projectId}/publish/status` },
      });
    }
    refuseProblems(loaded);
    refuseCallback(request.callbackUrl);
    const plan = await accounts.planOf(caller.accountId, trx);
    const quality = decideQuality(request.quality, plan, caller.environment);
    if (quality.kind === 'refused') throw new Refusal('forbidden', quality);
    const music = kind === 'publish' ? chooseMusic(request, loaded) : noMusic;
    const voice = kind === 'publish' ? await chooseVoice(request, loaded) : null;
    const snapshots = snapshotsOf(loaded, {
      watermark: watermarked(plan, caller.environment),
      format: request.format,
      quality: quality.quality,
    });
    const script: Script | null = voice ? scriptOf(voice.id, snapshots) : null;
    const title = drawnTitle(loaded.project.title, loaded.brand?.name ?? null) ?? untitled;
    const includeSoundEffects =
      request.includeSoundEffects ?? loaded.scenes.some(({ manifest }) => manifest.soundCues.length > 0);
    const publish: Omit<Publish, 'createdAt' | 'updatedAt'> = {
      id: newId('pub'),
      projectId,
      accountId: caller.accountId,
      keyId: caller.keyId,
      environment: caller.environment,
      kind,
      state: 'rendering',
      title,
      aspectRatio: loaded.project.aspectRatio,
      quality: quality.quality,
      requestedQuality: quality.requestedQuality,
      format: request.format,
      watermark: watermarked(plan, caller.environment),
      music,
      voiceId: voice?.id ?? null,
      includeSoundEffects,
      bodyHash,
      outputHash: outputHashOf({
        title,
        format: request.format,
        quality: quality.quality,
        scenes: snapshots,
        musicTrackId: music.trackId,
        scriptHash: script?.scriptHash ?? null,
        includeSoundEffects,
      }),
      scriptHash: script?.scriptHash ?? null,
    };
    const warnings = quality.warning ? [quality.warning] : [];
    const sameOutput = kind === 'publish' ? await findPublishOfOutput(trx, projectId, publish.outputHash) : null;
    if (sameOutput) {
      await touchRequested(trx, sameOutput.id);
      await orderCallback(trx, sameOutput, request);
      await callbacks.publishEnded(trx, sameOutput.id, 'completed');
      const { status } = loaded.project;
      if (status !== 'COMPLETED') await projects.moveProject(trx, projectId, [status], 'COMPLETED');
      const plans = snapshots.map(({ sceneId }) => ({ sceneId, plan: 'reuse' as const }));
      return { publish: sameOutput, isReplay: true, items: [], plans, warnings };
    }

    const { now } = await lockAccount(trx, caller.accountId);
    if (kind === 'publish') await refuseConcurrency(trx, caller, plan);
    const scenePlans = planScenes(snapshots, await findKnownRenditions(trx, caller, snapshots));
    const sceneRenders = scenePlans.filter((scene) => scene.kind === 'render').length;
    if (isSandbox(caller)) {
      await refuseOverAllowance(trx, caller, now, { sceneRenders, exports: kind === 'publish' ? 1 : 0 });
    }
    const items = isSandbox(caller) ? [] : priceOf(publish, scenePlans);
    const { accountId, keyId } = caller;
    const holds = await credits.reserve(trx, { accountId, keyId, items });

    await insertPublish(trx, publish);
    await orderCallback(trx, publish, request);
    const whole: Publish = { ...publish, createdAt: now, updatedAt: now };
    await insertPublishScenes(
      trx,
      publish.id,
      await queueScenes(trx, whole, plan.queueWeight, snapshots, scenePlans, holds),
    );
    if (script) await narration.ensureTake(trx, { accountId, weight: plan.queueWeight, priority: 0, script });
    const isNewTrack = music.trackId !== null && (music.source === 'brand_match' || music.source === 'default');
    if (isNewTrack && music.trackId !== null) await projects.keepMusicTrack(trx, projectId, music.trackId);
    if (sceneRenders > 0 || kind === 'render') {
      await projects.moveProject(trx, projectId, [loaded.project.status], projectStatusOf('rendering'));
    } else {
      await projects.moveProject(trx, projectId, [loaded.project.status], projectStatusOf('exporting'));
    }
    const state = await steps.advance(trx, await lockPublish(trx, publish.id));
    return { publish: { ...whole, state }, isReplay: false, items, plans: viewOfPlans(scenePlans), warnings };
  };

  return (caller: Caller, projectId: string, kind: Publish['kind'], request: PublishRequest): Promise<PublishAnswer> =>
    inTransaction(db, (trx) => start(trx, caller, projectId, kind, request));
};

/** S121: what a publish costs: every scene whose inputs are new, and its export. */
const priceOf = (publish: Pick<Publish, 'id' | 'kind' | 'quality'>, plans: readonly ScenePlan[]): ReserveItem[] => {
  const scenes = plans.flatMap((plan): ReserveItem[] =>
    plan.kind === 'render' && plan.isCharged
      ? [{ subject: sceneSubject(publish.id, plan.sceneId), action: 'SCENE_RENDER', credits: prices.SCENE_RENDER }]
      : [],
  );
  const action = exportAction(publish.quality);
  const ownExport: ReserveItem = { subject: exportSubject(publish.id), action, credits: prices[action] };
  return publish.kind === 'publish' ? [...scenes, ownExport] : scenes;
};

/** Every scene as it is now, with the hashes that decide what is drawn again. */
const snapshotsOf = (
  { project, scenes }: LoadedProject,
  shape: { watermark: boolean; format: Publish['format']; quality: Publish['quality'] },
): SceneSnapshot[] => {
  const size = pixelSizes[project.aspectRatio][shape.quality];
  // One rate for the whole video: a stream copy cannot join two.
  const fps = Math.max(...scenes.map(({ manifest }) => manifest.fps));
  return scenes.map(({ scene, manifest, values }) => {
    const { templateSlug, templateVersion } = scene;
    const inputHash = sceneInputHash({ templateSlug, templateVersion, values, watermark: shape.watermark });
    return {
      sceneId: scene.id,
      position: scene.position,
      title: scene.title ?? manifest.name,
      templateSlug,
      templateVersion,
      values,
      voiceoverText: scene.voiceoverText,
      inputHash,
      renditionHash: renditionHash(inputHash, { ...size, fps, codec: codecOfContainer[shape.format] }),
      ...size,
      fps,
      frameCount: Math.round(manifest.durationSeconds * fps),
      durationSeconds: manifest.durationSeconds,
    };
  });
};
