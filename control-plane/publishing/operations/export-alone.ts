import type { Voice } from '@reelyard/shared/contracts/music.ts';
import { type Quality, qualities } from '@reelyard/shared/contracts/render-format.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import type { ExportView } from '../../exports/export-view.ts';
import type { ExportOperations } from '../../exports/operations.ts';
import { decideQuality } from '../../exports/quality-cap.ts';
import { type Caller, ownerOf } from '../../http/authenticate.ts';
import { Refusal } from '../../http/refusal.ts';
import type { NarrationOperations } from '../../narration/operations.ts';
import { watermarked } from '../../plans/plan.ts';
import type { ProjectOperations } from '../../projects/operations.ts';
import { planScenes, type ScenePlan } from '../changed-scenes.ts';
import { exportCredits } from '../publish-price.ts';
import { type PublishRequest, publishRequestSchema } from '../publish-request.ts';
import { exportPrices, type ReadinessReason, readinessReasons } from '../readiness.ts';
import { findLivePublish } from '../store/publishes.ts';
import { type DecideDeps, type Draft, decidePublish, pendingCapturesCode } from './decide-publish.ts';
import { knownRenditions } from './known-renditions.ts';
import type { PublishAnswer } from './publish-project.ts';
import type { PublishOrder } from './weigh-publish.ts';

export interface ExportAloneDeps extends DecideDeps {
  readonly db: Database;
  readonly projects: Pick<ProjectOperations, 'loadForPublish'>;
  readonly narration: Pick<NarrationOperations, 'takeOf'>;
  readonly exports: Pick<ExportOperations, 'ofPublish' | 'viewOf'>;
  readonly media: DecideDeps['media'] & { spokenVoices(): Promise<readonly Voice[]> };
  readonly publish: (caller: Caller, order: PublishOrder) => Promise<PublishAnswer>;
}

export interface ReadinessView {
  readonly ready: boolean;
  readonly reasons: ReadinessReason[];
  readonly allowedQualities: Quality[];
  readonly maxQuality: Quality;
  readonly watermark: boolean;
  readonly creditsRequired: Partial<Record<Quality, number>>;
}

/** Exports of scenes that are drawn already: the low-level half of a publish (S64, S65). */
export const exportAlone = (deps: ExportAloneDeps) => {
  const { db, projects, narration, exports, media, publish } = deps;
  const decide = decidePublish(deps);

  const unspoken = async (trx: Transaction, { script, publish: { accountId } }: Draft): Promise<string[]> => {
    const take = script && (await narration.takeOf(trx, accountId, script.scriptHash));
    return script && take?.state !== 'ready' ? script.lines.map(({ sceneId }) => sceneId) : [];
  };

  const refuseUnready = async (trx: Transaction, draft: Draft, plans: readonly ScenePlan[]): Promise<void> => {
    const unspokenSceneIds = await unspoken(trx, draft);
    const reasons = readinessReasons({ plans, unspokenSceneIds, uncapturedSceneIds: [], isRunning: false });
    if (reasons.length === 0) return;
    throw new Refusal('bad_request', {
      code: 'PROJECT_NOT_READY',
      message: `The project is not ready to be exported: ${reasons[0]?.message}`,
      body: { reasons },
    });
  };

  return {
    /** S64: whether an export at the default quality can be queued, and what each quality would cost. */
    async readiness(caller: Caller, projectId: string): Promise<ReadinessView> {
      const voices = await media.spokenVoices();
      const request = publishRequestSchema.parse({});
      return inTransaction(db, async (trx) => {
        const loaded = await projects.loadForPublish(trx, ownerOf(caller), projectId);
        const isRunning = (await findLivePublish(trx, projectId)) !== null;
        const draft = await decide(trx, caller, loaded, { kind: 'publish', request }, voices);
        const refusal = draft.refusals.find(({ code }) => code !== pendingCapturesCode);
        if (refusal) throw refusal;
        const plans = planScenes(draft.snapshots, (await knownRenditions(trx, loaded, draft)).withPass);
        const reasons = readinessReasons({
          plans,
          unspokenSceneIds: await unspoken(trx, draft),
          uncapturedSceneIds: loaded.scenes.flatMap(({ pendingCapture }) => pendingCapture?.sceneId ?? []),
          isRunning,
        });
        const { plan, hasPass } = draft;
        const { environment } = loaded.project;
        const isFree = environment === 'test' || caller.kind === 'web';
        const granted = (quality: Quality): boolean => {
          const decision = decideQuality(quality, plan, environment);
          return decision.kind === 'granted' && decision.quality === quality;
        };
        const maxQuality = qualities.findLast(granted) ?? qualities[0];
        const priced = exportPrices(maxQuality, (quality) => (isFree ? 0 : exportCredits(quality, hasPass)));
        return {
          ready: reasons.length === 0,
          reasons,
          allowedQualities: priced.map(({ quality }) => quality),
          maxQuality,
          watermark: watermarked(plan, environment),
          creditsRequired: Object.fromEntries(priced.map(({ quality, credits }) => [quality, credits])),
        };
      });
    },

    /** S65: queues an export of scenes that are all drawn; throws 400 with the reasons where they are not. */
    async exportProject(caller: Caller, projectId: string, request: PublishRequest): Promise<ExportView> {
      const answer = await publish(caller, { projectId, kind: 'publish', request, refuseUnready });
      const own = await exports.ofPublish(db, answer.publish.id);
      if (own) return exports.viewOf(own);
      throw new Refusal('bad_request', {
        code: 'PROJECT_NOT_READY',
        message: 'This project is being published with the same options: its export follows by itself.',
        body: { requestId: answer.publish.id },
      });
    },
  };
};
