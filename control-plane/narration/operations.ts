import type { Voice } from '@reelyard/shared/contracts/music.ts';
import type { AccountOperations } from '../accounts/operations.ts';
import { type Database, inTransaction, type Transaction } from '../database/connection.ts';
import type { Queue } from '../dispatch/queue.ts';
import { type Caller, ownerOf } from '../http/authenticate.ts';
import type { Warning } from '../http/envelope.ts';
import { once } from '../http/once.ts';
import { notFound } from '../http/refusal.ts';
import type { NodeOperations } from '../nodes/operations.ts';
import type { ObjectStore } from '../object-storage/object-store.ts';
import type { ProjectOperations } from '../projects/operations.ts';
import type { TemplateCatalog } from '../templates/template-catalog.ts';
import { chooseVoice, voiceIdOf } from './choose-voice.ts';
import type { NarrationRequest, NarrationView } from './narration-bodies.ts';
import { narrationView, takeNeeds } from './narration-view.ts';
import { makeTakes } from './operations/make-takes.ts';
import { scriptRefusal } from './script-check.ts';
import { countJobsAhead, findTake, hadTake, type Take } from './store.ts';
import { scriptOf } from './timeline.ts';
import { type Waiting, waitingFor } from './waiting.ts';

export type { Take } from './store.ts';

export interface NarrationDeps {
  readonly db: Database;
  readonly queue: Queue;
  readonly accounts: Pick<AccountOperations, 'planOf'>;
  readonly projects: Pick<ProjectOperations, 'findProject' | 'loadForPublish' | 'keepNarration'>;
  readonly catalog: Pick<TemplateCatalog, 'at'>;
  readonly objects: Pick<ObjectStore, 'signRead'>;
  readonly nodes: Pick<NodeOperations, 'listReady'>;
  readonly media: { spokenVoices(): Promise<readonly Voice[]>; readonly defaultVoiceId: string };
}

/** An address inside an answer; a page that plays it may stay open for a while. */
const listenSeconds = 60 * 60;

/** The narration of projects: their takes (S26), and what callers may ask about them (S86, S87). */
export const narrationOperations = (deps: NarrationDeps) => {
  const { db, accounts, projects, catalog, objects, nodes, media } = deps;
  const takes = makeTakes(deps);

  /** What the job of a take waits for; null where a node works on it. */
  const waitingOf = async (take: Take | null, voiceId: string): Promise<Waiting | null> => {
    if (take?.state !== 'building' || take.jobId === null) return null;
    const jobsAhead = await countJobsAhead(db, take.jobId);
    if (jobsAhead === null) return null;
    const ready = (await nodes.listReady()).filter(({ pool }) => pool === 'render');
    return waitingFor(
      ready.map(({ capabilities }) => capabilities),
      takeNeeds(voiceId),
      jobsAhead,
    );
  };

  /** S86: reading it drives nothing (N55). */
  const getNarration = async (caller: Caller, projectId: string): Promise<NarrationView> => {
    const loaded = await projects.findProject(caller, projectId);
    if (!loaded) throw notFound('project');
    const { project } = loaded;
    const scenes = loaded.scenes.map(({ id, position, voiceoverText, templateSlug, templateVersion }) => {
      const { durationSeconds } = catalog.at(templateSlug, templateVersion);
      return { sceneId: id, position, voiceoverText, durationSeconds };
    });
    const voiceId = voiceIdOf(undefined, project, media.defaultVoiceId);
    const script = scriptOf({ voiceId, speed: project.narrationSpeed }, scenes);
    const take = script && (await findTake(db, project.accountId, script.scriptHash));
    const audioUrl =
      take?.state === 'ready' ? await objects.signRead(take.takeKey, { expiresInSeconds: listenSeconds }) : null;
    return narrationView({
      project,
      voiceId,
      scenes,
      script,
      take,
      hadTake: take === null && (await hadTake(db, project.accountId, projectId)),
      waiting: await waitingOf(take, voiceId),
      audioUrl,
    });
  };

  const refresh = async (
    trx: Transaction,
    caller: Caller,
    projectId: string,
    request: NarrationRequest,
    voices: readonly Voice[],
  ): Promise<{ warnings: readonly Warning[] }> => {
    const loaded = await projects.loadForPublish(trx, ownerOf(caller), projectId);
    const { project } = loaded;
    const { defaultVoiceId } = media;
    const choice = chooseVoice(request, { voices, keptVoiceId: project.voiceId, defaultVoiceId });
    const scenes = loaded.scenes.map(({ scene: { id, position, voiceoverText }, manifest: { durationSeconds } }) => ({
      sceneId: id,
      position,
      voiceoverText,
      durationSeconds,
    }));
    const refusal = scriptRefusal(scenes, choice.problems);
    if (refusal) throw refusal;
    const isChosen = request.voiceId !== undefined || request.language !== undefined;
    const voiceId = isChosen ? choice.voiceId : project.voiceId;
    const narrationSpeed = request.speed === undefined ? project.narrationSpeed : Math.round(request.speed * 100) / 100;
    const warnings = await projects.keepNarration(trx, project, { voiceId, narrationSpeed });
    const script = scriptOf({ voiceId: choice.voiceId, speed: narrationSpeed }, scenes);
    if (!script) throw new Error(`project ${projectId} speaks and has no script`);
    const { accountId } = project;
    const { queueWeight: weight } = await accounts.planOf(accountId, trx);
    await takes.refreshTake(trx, { projectId, accountId, weight, priority: 0, script }, request);
    return { warnings };
  };

  return {
    ...takes,
    getNarration,

    /**
     * S87: has the take made that the next publish would use, where it is not there, and keeps the voice and the pace
     * for it. Free: what is spoken is paid with the video. Throws 400 with everything that is wrong with the script.
     */
    async refreshNarration(
      caller: Caller,
      projectId: string,
      request: NarrationRequest,
    ): Promise<{ view: NarrationView; warnings: readonly Warning[] }> {
      // Before the transaction: a second connection inside one is how a pool runs dry.
      const voices = await media.spokenVoices();
      const { warnings } = await inTransaction(db, (trx) =>
        once(trx, () => refresh(trx, caller, projectId, request, voices)),
      );
      return { view: await getNarration(caller, projectId), warnings };
    },
  };
};
export type NarrationOperations = ReturnType<typeof narrationOperations>;
