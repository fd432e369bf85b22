import type { Track, Voice } from '@reelyard/shared/contracts/music.ts';
import type { AccountOperations } from '../../accounts/operations.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import { decideQuality } from '../../exports/quality-cap.ts';
import { type Caller, keyIdOf, userIdOf } from '../../http/authenticate.ts';
import type { Warning } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import type { PickedTrack } from '../../media/pick-track.ts';
import { voiceIdOf } from '../../narration/choose-voice.ts';
import { type Script, scriptOf } from '../../narration/timeline.ts';
import type { GoodsOperations } from '../../payments/operations/goods.ts';
import { type Plan, watermarked, withExportPass } from '../../plans/plan.ts';
import type { LoadedProject } from '../../projects/operations.ts';
import { drawnTitle, untitled } from '../../projects/project.ts';
import { bodyHashOf, outputHashOf, type PublishRequest } from '../publish-request.ts';
import { snapshotsOf } from '../scene-snapshots.ts';
import { type Music, noMusic, type Publish, type SceneSnapshot } from '../snapshot.ts';

export interface DecideDeps {
  readonly accounts: Pick<AccountOperations, 'planOf'>;
  readonly passes: Pick<GoodsOperations, 'passOf'>;
  readonly media: {
    findTrack(trackId: string): Track | null;
    pickTrack(tone: PickedTrack['track']['tones'][number] | null, projectId: string): PickedTrack | null;
    readonly defaultVoiceId: string;
  };
}

/** A publish as it would be: decided, and nothing of it done yet. */
export interface Draft {
  readonly publish: Omit<Publish, 'createdAt' | 'updatedAt'>;
  /** Of the account, raised by the project's export pass where it has one. */
  readonly plan: Plan;
  /** S95: the pass pays the export up to 1080p, and drawing again what was paid for with a watermark. */
  readonly hasPass: boolean;
  readonly snapshots: readonly SceneSnapshot[];
  /** What is spoken; null where nothing is. */
  readonly script: Script | null;
  readonly warnings: readonly Warning[];
  /** Why it cannot be made as it was asked for, in the order in which they are answered; the rest is decided as well as it can be. */
  readonly refusals: readonly Refusal[];
}

/** What is asked for. */
export interface DraftOrder {
  readonly kind: Publish['kind'];
  readonly request: PublishRequest;
  /** N32: these scenes alone; without it every one. */
  readonly sceneIds?: readonly string[];
  /** N32: draws the scenes again even where nothing changed. */
  readonly force?: boolean;
}

type Refuse = (refusal: Refusal) => void;

/** The refusal of a project with scenes that lack their capture (S60). */
export const pendingCapturesCode = 'PENDING_CAPTURES';

export const badRequest = (code: string, message: string, path: string): Refusal =>
  new Refusal('bad_request', { code, message, details: [{ path, code, message }] });

/** Every problem of every scene in one answer (N22). */
const refuseProblems = (scenes: LoadedProject['scenes'], refuse: Refuse): void => {
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
  refuse(
    new Refusal('bad_request', {
      code: 'PROJECT_NOT_READY',
      message: `The project cannot be drawn as it is: ${problems[0]?.path}: ${problems[0]?.message}`,
      details: problems,
      body: {
        ...(missingText.length > 0 ? { missingText } : {}),
        ...(missingBrandAssets.length > 0 ? { missingBrandAssets } : {}),
      },
    }),
  );
};

/** S60: the list of captures that are still to be made. */
const refusePendingCaptures = (scenes: LoadedProject['scenes'], refuse: Refuse): void => {
  const pendingCaptures = scenes.flatMap(({ pendingCapture }) => (pendingCapture === null ? [] : [pendingCapture]));
  if (pendingCaptures.length === 0) return;
  const message = `${pendingCaptures.length} scene(s) show a web page that was not captured yet. Capture each with POST /projects/:projectId/scenes/:sceneId/auto-capture.`;
  refuse(
    new Refusal('bad_request', {
      code: pendingCapturesCode,
      message,
      details: pendingCaptures.map(({ position, slots }) => ({
        path: `scenes[${position}]`,
        code: 'PENDING_CAPTURE',
        message: `Nothing was captured for ${slots.join(', ')}.`,
      })),
      body: { pendingCaptures },
    }),
  );
};

/** N24: every id that is no scene of the project, in one answer. */
const refuseUnknownScenes = ({ scenes }: LoadedProject, sceneIds: readonly string[], refuse: Refuse): void => {
  const code = 'SCENE_NOT_FOUND';
  const message = 'The project has no such scene.';
  const details = sceneIds.flatMap((sceneId, index) =>
    scenes.some(({ scene }) => scene.id === sceneId) ? [] : [{ path: `sceneIds[${index}]`, code, message }],
  );
  if (details.length > 0) refuse(new Refusal('bad_request', { code, message, details }));
};

/** What is made, or would be if the quality had not been refused: what the plan gives to who names none. */
const grantQuality = (
  requested: PublishRequest['quality'],
  plan: Plan,
  environment: Publish['environment'],
  refuse: Refuse,
) => {
  const decision = decideQuality(requested, plan, environment);
  if (decision.kind === 'granted') return decision;
  refuse(new Refusal('forbidden', decision));
  const otherwise = decideQuality(undefined, plan, environment);
  if (otherwise.kind === 'refused') throw new Error(`plan ${plan.slug} grants no quality at all`);
  return { ...otherwise, requestedQuality: requested ?? otherwise.requestedQuality, warning: null };
};

/** Decides everything about a publish that can be decided from the project and the request. */
export const decidePublish = ({ accounts, passes, media }: DecideDeps) => {
  const chooseMusic = (request: PublishRequest, { project, brand }: LoadedProject, refuse: Refuse): Music => {
    const chosen = (track: Track | null, source: Music['source']): Music | null =>
      track && { trackId: track.id, title: track.title, artist: track.artist, source };
    if (!request.includeMusic) return noMusic;
    if (request.musicTrackId !== undefined) {
      const requested = chosen(media.findTrack(request.musicTrackId), 'requested');
      if (requested) return requested;
      const message = 'There is no such track; GET /media/music lists them.';
      refuse(badRequest('MUSIC_TRACK_NOT_FOUND', message, 'musicTrackId'));
      return noMusic;
    }
    const kept = project.musicTrackId === null ? null : chosen(media.findTrack(project.musicTrackId), 'kept');
    const picked = kept ? null : media.pickTrack(brand?.tone ?? null, project.id);
    return kept ?? (picked && chosen(picked.track, picked.source)) ?? noMusic;
  };

  const chooseVoice = (
    request: PublishRequest,
    loaded: LoadedProject,
    voices: readonly Voice[],
    refuse: Refuse,
  ): Voice | null => {
    const isSpoken = loaded.scenes.some(({ scene }) => (scene.voiceoverText ?? '').trim() !== '');
    if (!(request.includeVoiceover ?? isSpoken)) return null;
    const voiceId = voiceIdOf(request.voiceId, loaded.project, media.defaultVoiceId);
    const voice = voices.find(({ id }) => id === voiceId);
    if (voice) return isSpoken ? voice : null;
    refuse(badRequest('VOICE_NOT_FOUND', 'There is no such voice; GET /media/voices lists them.', 'voiceId'));
    return null;
  };

  /**
   * `voices` are those that can be spoken now: read before, because a second connection inside a transaction is how a
   * pool runs dry. Every refusal that the project or the request deserves is in the draft.
   */
  return async (
    trx: Transaction,
    caller: Caller,
    loaded: LoadedProject,
    order: DraftOrder,
    voices: readonly Voice[],
  ): Promise<Draft> => {
    const refusals: Refusal[] = [];
    const refuse: Refuse = (refusal) => void refusals.push(refusal);
    const { kind, request, sceneIds } = order;
    if (sceneIds) refuseUnknownScenes(loaded, sceneIds, refuse);
    const isChosen = (sceneId: string): boolean => sceneIds?.includes(sceneId) ?? true;
    const chosen = loaded.scenes.filter(({ scene }) => isChosen(scene.id));
    refuseProblems(chosen, refuse);
    refusePendingCaptures(chosen, refuse);
    const ownPlan = await accounts.planOf(caller.accountId, trx);
    const hasPass = (await passes.passOf(trx, loaded.project.id)) !== null;
    const plan = hasPass ? withExportPass(ownPlan) : ownPlan;
    // Of the project and not of the caller: a web session also publishes sandbox projects, which stay that (S18).
    const { environment } = loaded.project;
    const { quality, requestedQuality, warning } = grantQuality(request.quality, plan, environment, refuse);
    const { format } = request;
    const watermark = watermarked(plan, environment);
    const music = kind === 'publish' ? chooseMusic(request, loaded, refuse) : noMusic;
    const voice = kind === 'publish' ? chooseVoice(request, loaded, voices, refuse) : null;
    // Of the whole project first: the scenes share one frame rate, whichever of them are drawn now.
    const snapshots = snapshotsOf(loaded, { watermark, format, quality }).filter(({ sceneId }) => isChosen(sceneId));
    const script = voice ? scriptOf({ voiceId: voice.id, speed: loaded.project.narrationSpeed }, snapshots) : null;
    const title = drawnTitle(loaded.project.title, loaded.brand?.name ?? null) ?? untitled;
    const includeSoundEffects =
      request.includeSoundEffects ?? loaded.scenes.some(({ manifest }) => manifest.soundCues.length > 0);
    const outputHash = outputHashOf({
      title,
      format,
      quality,
      scenes: snapshots.map((scene) => ({ renditionHash: scene.renditionHash, title: scene.title })),
      musicTrackId: music.trackId,
      scriptHash: script?.scriptHash ?? null,
      includeSoundEffects,
    });
    const publish: Draft['publish'] = {
      id: newId('pub'),
      projectId: loaded.project.id,
      accountId: caller.accountId,
      keyId: keyIdOf(caller),
      userId: userIdOf(caller),
      environment,
      kind,
      state: 'rendering',
      title,
      aspectRatio: loaded.project.aspectRatio,
      quality,
      requestedQuality,
      format,
      watermark,
      music,
      voiceId: voice?.id ?? null,
      includeSoundEffects,
      bodyHash: bodyHashOf(order),
      outputHash,
      scriptHash: script?.scriptHash ?? null,
    };
    return { publish, plan, hasPass, snapshots, script, warnings: warning ? [warning] : [], refusals };
  };
};
