import type { Voice } from '@reelyard/shared/contracts/music.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import type { ExportOperations } from '../../exports/operations.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Warning } from '../../http/envelope.ts';
import { refusalBody } from '../../http/error-body.ts';
import type { Refusal } from '../../http/refusal.ts';
import { etaSeconds } from '../progress.ts';
import { creditsOf, type PublishPlanView } from '../publish-plan.ts';
import type { PublishRequest } from '../publish-request.ts';
import { sceneReasons } from '../scene-reasons.ts';
import type { Publish, PublishScene } from '../snapshot.ts';
import { findLatestPublish } from '../store/publishes.ts';
import { listScenes } from '../store/scenes.ts';
import { measuredMsPerFrame } from '../store/usage.ts';
import { type WeighDeps, type Weighed, weighPublish } from './weigh-publish.ts';

export interface PlanDeps extends WeighDeps {
  readonly db: Database;
  readonly exports: Pick<ExportOperations, 'measuredMsPerSecond'>;
  readonly nodes: { countReady(): Promise<number> };
  readonly media: WeighDeps['media'] & {
    spokenVoices(): Promise<readonly Voice[]>;
    findVoice(voiceId: string): Voice | null;
  };
}

export interface Planned {
  readonly view: PublishPlanView;
  readonly warnings: readonly Warning[];
}

interface Newest {
  readonly publish: Publish;
  readonly scenes: readonly PublishScene[];
}

/** Runs `work` and undoes whatever it wrote. */
const dryRun = async <T>(db: Database, work: (trx: Transaction) => Promise<T>): Promise<T> => {
  const over = new Error('a dry run is rolled back');
  const found: T[] = [];
  try {
    await inTransaction(db, async (trx) => {
      found[0] = await work(trx);
      throw over;
    });
  } catch (error) {
    if (error !== over) throw error;
  }
  return found[0] as T;
};

const findNewest = async (trx: Transaction, projectId: string): Promise<Newest | null> => {
  const publish = await findLatestPublish(trx, projectId);
  return publish && { publish, scenes: await listScenes(trx, publish.id) };
};

/** The error that a refusal would be answered with, without what belongs to a request of its own. */
const problemOf = (refusal: Refusal): PublishPlanView['problems'][number] => {
  const { success: _success, requestId: _requestId, ...problem } = refusalBody(refusal, '');
  // PUBLISH_IN_PROGRESS names the publish that runs in a member of the same name; that one stays.
  return { ...problem, ...refusal.body };
};

const scenesOf = ({ loaded, draft, scenePlans }: Weighed, newest: Newest | null): PublishPlanView['scenes'] =>
  draft.snapshots.flatMap((snapshot, index) => {
    const own = loaded.scenes.find(({ scene }) => scene.id === snapshot.sceneId);
    const plan = scenePlans[index];
    if (!own || !plan) return [];
    const scene = newest?.scenes.find(({ sceneId }) => sceneId === snapshot.sceneId);
    const before = newest && scene ? { scene, publish: newest.publish } : null;
    const { sceneId, position } = snapshot;
    const { autoFilled, problems } = own;
    const now = { snapshot, publish: draft.publish, plan, autoFilled, isReady: problems.length === 0 };
    const isDrawn = plan.kind === 'render' || problems.length > 0;
    return [{ sceneId, position, plan: isDrawn ? 'render' : 'reuse', reasons: sceneReasons(now, before) }];
  });

/**
 * What a publish with this body would do. It takes every step of the real one up to the first that cannot be undone,
 * in a transaction that is rolled back: what is planned is what is done, because one function decides both.
 */
export const planPublish = (deps: PlanDeps) => {
  const { db, exports, nodes, media } = deps;
  const weigh = weighPublish(deps);

  const etaOf = async ({ draft, scenePlans, existing }: Weighed): Promise<number | null> => {
    if (existing) return existing.isRunning ? null : 0;
    const scenes = draft.snapshots.map(({ frameCount }, index) => {
      const isDrawn = scenePlans[index]?.kind === 'render';
      const state = isDrawn ? ('queued' as const) : ('done' as const);
      return { state, frameCount, doneFrameCount: 0, isLeased: false, reused: !isDrawn };
    });
    const videoSeconds = draft.snapshots.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    return etaSeconds(scenes, 0, videoSeconds, {
      msPerFrame: await measuredMsPerFrame(db, draft.publish.id, draft.snapshots[0]?.widthPx ?? 0),
      parallelScenes: Math.max(1, await nodes.countReady()),
      exportMsPerSecond: await exports.measuredMsPerSecond(),
    });
  };

  return async (caller: Caller, projectId: string, request: PublishRequest): Promise<Planned> => {
    const voices = await media.spokenVoices();
    const { weighed, newest } = await dryRun(db, async (trx) => ({
      newest: await findNewest(trx, projectId),
      weighed: await weigh(trx, caller, { projectId, kind: 'publish', request }, voices),
    }));
    const { draft, items, existing, refusals } = weighed;
    const { quality, requestedQuality, format, environment, watermark, music, voiceId } = draft.publish;
    const voice = voiceId === null ? null : media.findVoice(voiceId);
    const view: PublishPlanView = {
      projectId,
      canPublish: refusals.length === 0,
      existing: existing && {
        requestId: existing.publish.id,
        state: existing.isRunning ? 'running' : 'completed',
      },
      quality,
      requestedQuality,
      format,
      sandbox: environment === 'test',
      watermark,
      music,
      voice: voice && { voiceId: voice.id, name: voice.name },
      credits: creditsOf(items),
      etaSeconds: await etaOf(weighed),
      scenes: scenesOf(weighed, newest),
      problems: refusals.map(problemOf),
    };
    return { view, warnings: draft.warnings };
  };
};
