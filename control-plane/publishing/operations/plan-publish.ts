import type { Voice } from '@reelyard/shared/contracts/music.ts';
import type { CreditOperations } from '../../credits/operations.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import type { ExportOperations } from '../../exports/operations.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Warning } from '../../http/envelope.ts';
import { refusalBody } from '../../http/error-body.ts';
import type { Refusal } from '../../http/refusal.ts';
import type { NarrationOperations } from '../../narration/operations.ts';
import { etaSeconds } from '../progress.ts';
import { creditsOf, type PublishPlanView, priceView } from '../publish-plan.ts';
import { type PublishRequest, plannedOptions } from '../publish-request.ts';
import { sceneReasons } from '../scene-reasons.ts';
import type { Publish, PublishScene } from '../snapshot.ts';
import { insertPublishPlan } from '../store/publish-plans.ts';
import { findLatestPublish, splitOfHolds } from '../store/publishes.ts';
import { listScenes } from '../store/scenes.ts';
import { countFramesAhead, measuredMsPerFrame } from '../store/usage.ts';
import { type WeighDeps, type Weighed, weighPublish } from './weigh-publish.ts';

export interface PlanDeps extends WeighDeps {
  readonly credits: WeighDeps['credits'] & Pick<CreditOperations, 'balance'>;
  readonly db: Database;
  readonly exports: Pick<ExportOperations, 'measuredMsPerSecond'>;
  readonly narration: Pick<NarrationOperations, 'takeOf' | 'measuredMsPerSecond'>;
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
    const { autoFilled, problems, pendingCapture } = own;
    const isReady = problems.length === 0 && pendingCapture === null;
    const now = { snapshot, publish: draft.publish, plan, autoFilled, isReady };
    const isDrawn = plan.kind === 'render' || !isReady;
    return [{ sceneId, position, plan: isDrawn ? 'render' : 'reuse', reasons: sceneReasons(now, before) }];
  });

/**
 * What a publish with this body would do. It takes every step of the real one up to the first that cannot be undone,
 * in a transaction that is rolled back: what is planned is what is done, because one function decides both.
 */
export const planPublish = (deps: PlanDeps) => {
  const { db, credits, exports, narration, nodes, media } = deps;
  const weigh = weighPublish(deps);

  const etaOf = async ({ draft, scenePlans, existing }: Weighed): Promise<number | null> => {
    if (existing) return existing.isRunning ? null : 0;
    const scenes = draft.snapshots.map(({ frameCount }, index) => {
      const isDrawn = scenePlans[index]?.kind === 'render';
      const state = isDrawn ? ('queued' as const) : ('done' as const);
      return { state, frameCount, doneFrameCount: 0, isLeased: false, reused: !isDrawn };
    });
    const videoSeconds = draft.snapshots.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
    const { accountId, scriptHash } = draft.publish;
    const take = scriptHash === null ? null : await narration.takeOf(db, accountId, scriptHash);
    const isSpoken = scriptHash === null || take?.state === 'ready';
    const work = {
      scenes,
      framesAhead: await countFramesAhead(db, null),
      narrationSeconds: isSpoken ? 0 : videoSeconds,
      videoSeconds,
      exportDoneFraction: 0,
    };
    return etaSeconds(work, {
      msPerFrame: await measuredMsPerFrame(db, draft.publish.id, draft.snapshots[0]?.widthPx ?? 0),
      parallelScenes: Math.max(1, await nodes.countReady()),
      exportMsPerSecond: await exports.measuredMsPerSecond(),
      narrationMsPerSecond: await narration.measuredMsPerSecond(db),
    });
  };

  /** What pays, read inside the dry run: the credits are set aside there. */
  const moneyOf = async (trx: Transaction, { accountId }: Caller, { items, holds }: Weighed) => ({
    source: holds.size === items.length ? await splitOfHolds(trx, [...holds.values()]) : null,
    balanceAfter: await credits.balance(trx, accountId),
  });

  /** Notes the price, for a publish that names it. The 15 minutes begin here, after the dry run is undone. */
  const bind = async (caller: Caller, { draft, terms }: Weighed, request: PublishRequest) => {
    const { projectId, environment } = draft.publish;
    const planId = newId('pln');
    const plan = { id: planId, accountId: caller.accountId, projectId, environment, terms };
    return { planId, expiresAt: await insertPublishPlan(db, { ...plan, request: plannedOptions(request) }) };
  };

  return async (caller: Caller, projectId: string, request: PublishRequest): Promise<Planned> => {
    const voices = await media.spokenVoices();
    const { weighed, newest, money } = await dryRun(db, async (trx) => {
      const before = await findNewest(trx, projectId);
      const found = await weigh(trx, caller, { projectId, kind: 'publish', request }, voices);
      return { newest: before, weighed: found, money: await moneyOf(trx, caller, found) };
    });
    const { draft, items, existing, refusals, terms, creditsSavedByPass } = weighed;
    const { hasPass } = draft;
    const { quality, requestedQuality, format, environment, watermark, music, voiceId } = draft.publish;
    const voice = voiceId === null ? null : media.findVoice(voiceId);
    const canPublish = refusals.length === 0;
    const binding = canPublish ? await bind(caller, weighed, request) : null;
    const view: PublishPlanView = {
      projectId,
      canPublish,
      planId: binding?.planId ?? null,
      expiresAt: binding?.expiresAt.toISOString() ?? null,
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
      price: priceView({ terms, hasPass, creditsSavedByPass, ...money }),
      etaSeconds: await etaOf(weighed),
      scenes: scenesOf(weighed, newest),
      problems: refusals.map(problemOf),
    };
    return { view, warnings: draft.warnings };
  };
};
