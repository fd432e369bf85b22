import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import { pixelSizes } from '@reelyard/shared/contracts/render-format.ts';
import type { TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import type { AccountOperations } from '../../accounts/operations.ts';
import type { Transaction } from '../../database/connection.ts';
import type { ExportOperations } from '../../exports/operations.ts';
import type { NarrationOperations, Take } from '../../narration/operations.ts';
import type { ProjectOperations } from '../../projects/operations.ts';
import { exportPayload } from '../export-plan.ts';
import { type PublishState, projectStatusOf, stateBeforeExport } from '../publish-state.ts';
import { snapshotsOf } from '../scene-snapshots.ts';
import type { Publish, PublishScene } from '../snapshot.ts';
import { findExportHold, movePublish } from '../store/publishes.ts';
import { findKnownRenditions } from '../store/renditions.ts';
import { listScenes } from '../store/scenes.ts';
import type { SettleUse } from './settle-use.ts';

export interface AdvanceDeps {
  readonly accounts: Pick<AccountOperations, 'planOf'>;
  readonly use: Pick<SettleUse, 'giveExportBack'>;
  readonly exports: Pick<ExportOperations, 'queueExport' | 'failBeforeQueue'>;
  readonly narration: Pick<NarrationOperations, 'takeOf'>;
  readonly projects: Pick<ProjectOperations, 'moveProject' | 'loadForPublish'>;
  readonly manifestOf: (scene: { templateSlug: string; templateVersion: number }) => TemplateManifest;
  /** Told when a publish is over. */
  readonly onEnd: (trx: Transaction, publish: Publish, state: PublishState) => Promise<void>;
}

/** Exports go before scenes: whoever is nearly there does not wait behind those who begin. */
const exportPriority = 0;

/** One publish's steps forward. Every function wants the publish locked by lockPublish and does nothing outside `trx`. */
export const advanceOperations = (deps: AdvanceDeps) => {
  const { accounts, use, exports, narration, projects, manifestOf, onEnd } = deps;

  /** N9: a render may be of some scenes alone, and its project may have been edited meanwhile. */
  const isWholeProjectDrawn = async (trx: Transaction, publish: Publish): Promise<boolean> => {
    const owner = { accountId: publish.accountId, environments: [publish.environment] };
    const loaded = await projects.loadForPublish(trx, owner, publish.projectId);
    const snapshots = snapshotsOf(loaded, publish);
    const { renditionIds } = await findKnownRenditions(trx, publish, snapshots);
    return snapshots.every(({ renditionHash }) => renditionIds.has(renditionHash));
  };

  /** Moves the publish and its project together; false where somebody else moved it. */
  const move = async (trx: Transaction, publish: Publish, to: PublishState): Promise<boolean> => {
    if (publish.state === to) return true;
    if (!(await movePublish(trx, publish.id, publish.state, to))) return false;
    const fromStatus = projectStatusOf(publish.state);
    const isIncomplete = to === 'rendered' && !(await isWholeProjectDrawn(trx, publish));
    const toStatus = isIncomplete ? 'RENDER_PENDING' : projectStatusOf(to);
    if (fromStatus !== toStatus) await projects.moveProject(trx, publish.projectId, [fromStatus], toStatus);
    return true;
  };

  const exportRow = async (trx: Transaction, publish: Publish, scenes: readonly PublishScene[]) => ({
    publishId: publish.id,
    projectId: publish.projectId,
    accountId: publish.accountId,
    environment: publish.environment,
    title: publish.title,
    quality: publish.quality,
    requestedQuality: publish.requestedQuality,
    format: publish.format,
    ...pixelSizes[publish.aspectRatio][publish.quality],
    fps: scenes[0]?.fps ?? 0,
    watermarked: publish.watermark,
    holdId: await findExportHold(trx, publish.id),
  });

  const startExport = async (
    trx: Transaction,
    publish: Publish,
    scenes: readonly PublishScene[],
    take: Take | null,
  ): Promise<void> => {
    const { queueWeight } = await accounts.planOf(publish.accountId, trx);
    await exports.queueExport(trx, {
      ...(await exportRow(trx, publish, scenes)),
      weight: queueWeight,
      priority: exportPriority,
      payload: exportPayload(publish, scenes, manifestOf, take?.state === 'ready' ? take : null),
    });
  };

  /** The voice could not be made: the export ends before it was queued, and is not paid for. */
  const failExport = async (
    trx: Transaction,
    publish: Publish,
    scenes: readonly PublishScene[],
    failure: JobFailure,
  ) => {
    await exports.failBeforeQueue(trx, await exportRow(trx, publish, scenes), failure);
    await use.giveExportBack(trx, publish);
  };

  return {
    move,

    /**
     * Takes a publish as far as its scenes and its narration allow: the last one of them queues the export, exactly
     * once, because the publish is locked and its state is the old one (B18).
     */
    async advance(trx: Transaction, publish: Publish): Promise<PublishState> {
      if (publish.state !== 'rendering' && publish.state !== 'narrating') return publish.state;
      const scenes = await listScenes(trx, publish.id);
      const { scriptHash, accountId, kind } = publish;
      const take = scriptHash === null ? null : await narration.takeOf(trx, accountId, scriptHash);
      // A script without a take is one whose job is queued in this very transaction.
      const takeState = scriptHash === null ? null : (take?.state ?? 'building');
      const to = stateBeforeExport({ kind, scenes, take: takeState });
      // The export's project status comes first: from a render straight to a failed export is no step of the machine.
      const passing = to === 'failed' && publish.state === 'rendering' ? 'narrating' : publish.state;
      if (!(await move(trx, publish, passing))) return publish.state;
      if (!(await move(trx, { ...publish, state: passing }, to))) return passing;
      if (to === 'exporting') await startExport(trx, publish, scenes, take);
      if (to === 'failed' && take?.state === 'failed') await failExport(trx, publish, scenes, take.failure);
      if (to === 'render_failed') await use.giveExportBack(trx, publish);
      if (to === 'failed' || to === 'render_failed' || to === 'rendered') await onEnd(trx, publish, to);
      return to;
    },
  };
};
export type AdvanceOperations = ReturnType<typeof advanceOperations>;
