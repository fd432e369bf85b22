import type { CreditOperations } from '../credits/operations.ts';
import { isSceneRefunded } from '../credits/refund.ts';
import type { Transaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';
import type { CompletedJob, Completions, GivenUpJob } from '../dispatch/completions.ts';
import type { ExportOperations } from '../exports/operations.ts';
import type { NarrationOperations } from '../narration/operations.ts';
import type { AdvanceOperations } from './operations/advance.ts';
import type { SettleUse } from './operations/settle-use.ts';
import type { ShareRendition } from './operations/share-rendition.ts';
import type { PublishState } from './publish-state.ts';
import type { Publish } from './snapshot.ts';
import { lockPublish, publishesOfScript } from './store/publishes.ts';
import { insertRendition } from './store/renditions.ts';
import { saveScenesDone, saveScenesFailed, sceneOfJob } from './store/scenes.ts';

export interface PublishingCompletionsDeps {
  readonly credits: Pick<CreditOperations, 'charge'>;
  readonly use: SettleUse;
  readonly sharing: ShareRendition;
  readonly exports: Pick<ExportOperations, 'exportCompleted' | 'exportGivenUp' | 'noteCharge'>;
  readonly narration: Pick<NarrationOperations, 'takeCompleted' | 'takeGivenUp'>;
  readonly steps: Pick<AdvanceOperations, 'advance' | 'move'>;
  readonly onEnd: (trx: Transaction, publish: Publish, state: PublishState) => Promise<void>;
  /** Told of frames that were drawn for good. */
  readonly onFrames: (frameCount: number) => void;
}

type PublishingCompletions = Pick<Completions, 'scene.render' | 'narration.synthesize' | 'export.assemble'>;

/** What the end of a job means for the publish that it belongs to. Each runs once, in the transaction that ends the job. */
export const publishingCompletions = (deps: PublishingCompletionsDeps): PublishingCompletions => {
  const { credits, use, sharing, exports, narration, steps, onEnd, onFrames } = deps;

  /** The scene is kept for every other publish; its credit is spent now; the last scene takes the publish on. */
  const sceneRendered = async (trx: Transaction, job: CompletedJob<'scene.render'>): Promise<void> => {
    const scene = await sceneOfJob(trx, job.jobId);
    const { video, poster } = job.files;
    if (!scene || !video || !poster) throw new Error(`job ${job.jobId} draws no scene or came without its files`);
    const { publish, twins } = await sharing.lock(trx, job.jobId, scene.publishId);
    const { frameCount, durationSeconds, encoder, parameterSetsHash, timingsMs } = job.result;
    const renditionId = await insertRendition(trx, job.jobId, {
      id: newId('rnd'),
      accountId: publish.accountId,
      environment: publish.environment,
      renditionHash: job.payload.renditionHash,
      inputHash: scene.inputHash,
      widthPx: scene.widthPx,
      heightPx: scene.heightPx,
      mezzanineKey: video.key,
      posterKey: poster.key,
      frameCount,
      durationSeconds,
      encoder,
      parameterSetsHash,
      renderMs: timingsMs.total,
    });
    for (const done of await saveScenesDone(trx, job.jobId, renditionId)) await use.keepScene(trx, done);
    onFrames(frameCount);
    await steps.advance(trx, publish);
    await sharing.give(trx, twins, renditionId);
  };

  /** S59, N51: what never reached the renderer, and what was not the caller's fault, is not paid for. */
  const sceneFailed = async (trx: Transaction, job: GivenUpJob<'scene.render'>): Promise<void> => {
    const scene = await sceneOfJob(trx, job.jobId);
    if (!scene) throw new Error(`job ${job.jobId} draws no scene`);
    const publish = await lockPublish(trx, scene.publishId);
    const isRefunded = isSceneRefunded(job.failure);
    for (const failed of await saveScenesFailed(trx, job.jobId, job.failure, isRefunded)) {
      await (isRefunded ? use.giveSceneBack(trx, publish, failed) : use.keepScene(trx, failed));
    }
    await steps.advance(trx, publish);
  };

  const advanceWaiting = async (trx: Transaction, accountId: string, scriptHash: string): Promise<void> => {
    for (const publishId of await publishesOfScript(trx, accountId, scriptHash)) {
      await steps.advance(trx, await lockPublish(trx, publishId));
    }
  };

  const narrationReady = async (trx: Transaction, job: CompletedJob<'narration.synthesize'>): Promise<void> => {
    await narration.takeCompleted(trx, job);
    await advanceWaiting(trx, job.accountId, job.payload.scriptHash);
  };

  const narrationFailed = async (trx: Transaction, job: GivenUpJob<'narration.synthesize'>): Promise<void> => {
    await narration.takeGivenUp(trx, job);
    await advanceWaiting(trx, job.accountId, job.payload.scriptHash);
  };

  const exportAssembled = async (trx: Transaction, job: CompletedJob<'export.assemble'>): Promise<void> => {
    if (job.batchId === null) throw new Error(`export job ${job.jobId} belongs to no publish`);
    const publish = await lockPublish(trx, job.batchId);
    const end = await exports.exportCompleted(trx, job);
    if (!end) return;
    await steps.move(trx, publish, 'completed');
    if (end.holdId !== null) await exports.noteCharge(trx, end.exportId, await credits.charge(trx, end.holdId));
    await onEnd(trx, publish, 'completed');
  };

  /** N51: an export that failed is never paid for. */
  const exportFailed = async (trx: Transaction, job: GivenUpJob<'export.assemble'>): Promise<void> => {
    if (job.batchId === null) throw new Error(`export job ${job.jobId} belongs to no publish`);
    const publish = await lockPublish(trx, job.batchId);
    const end = await exports.exportGivenUp(trx, job);
    if (!end) return;
    await steps.move(trx, publish, 'failed');
    await use.giveExportBack(trx, publish);
    await onEnd(trx, publish, 'failed');
  };

  return {
    'scene.render': { completed: sceneRendered, gaveUp: sceneFailed },
    'narration.synthesize': { completed: narrationReady, gaveUp: narrationFailed },
    'export.assemble': { completed: exportAssembled, gaveUp: exportFailed },
  };
};
