import type { Track, Voice } from '@reelyard/shared/contracts/music.ts';
import type { AccountOperations } from '../../accounts/operations.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import { decideQuality } from '../../exports/quality-cap.ts';
import type { Caller } from '../../http/authenticate.ts';
import type { Warning } from '../../http/envelope.ts';
import { Refusal } from '../../http/refusal.ts';
import type { PickedTrack } from '../../media/pick-track.ts';
import { type Script, scriptOf } from '../../narration/timeline.ts';
import { type Plan, watermarked } from '../../plans/plan.ts';
import type { LoadedProject } from '../../projects/operations.ts';
import { drawnTitle, untitled } from '../../projects/project.ts';
import { bodyHashOf, outputHashOf, type PublishRequest } from '../publish-request.ts';
import { snapshotsOf } from '../scene-snapshots.ts';
import { type Music, noMusic, type Publish, type SceneSnapshot } from '../snapshot.ts';

export interface DecideDeps {
  readonly accounts: Pick<AccountOperations, 'planOf'>;
  readonly media: {
    findTrack(trackId: string): Track | null;
    pickTrack(tone: PickedTrack['track']['tones'][number] | null, projectId: string): PickedTrack | null;
    readonly defaultVoiceId: string;
  };
}

/** A publish as it would be: decided, and nothing of it done yet. */
export interface Draft {
  readonly publish: Omit<Publish, 'createdAt' | 'updatedAt'>;
  readonly plan: Plan;
  readonly snapshots: readonly SceneSnapshot[];
  /** What is spoken; null where nothing is. */
  readonly script: Script | null;
  readonly warnings: readonly Warning[];
}

export const badRequest = (code: string, message: string, path: string): Refusal =>
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

/** Decides everything about a publish that can be decided from the project and the request. */
export const decidePublish = ({ accounts, media }: DecideDeps) => {
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

  const chooseVoice = (request: PublishRequest, loaded: LoadedProject, voices: readonly Voice[]): Voice | null => {
    const isSpoken = loaded.scenes.some(({ scene }) => (scene.voiceoverText ?? '').trim() !== '');
    if (!(request.includeVoiceover ?? isSpoken)) return null;
    const voiceId = request.voiceId ?? loaded.project.voiceId ?? media.defaultVoiceId;
    const voice = voices.find(({ id }) => id === voiceId);
    if (voice) return isSpoken ? voice : null;
    throw badRequest('VOICE_NOT_FOUND', 'There is no such voice; GET /media/voices lists them.', 'voiceId');
  };

  /**
   * `voices` are those that can be spoken now: read before, because a second connection inside a transaction is how a
   * pool runs dry. Throws every refusal that the project or the request deserves.
   */
  return async (
    trx: Transaction,
    caller: Caller,
    loaded: LoadedProject,
    kind: Publish['kind'],
    request: PublishRequest,
    voices: readonly Voice[],
  ): Promise<Draft> => {
    refuseProblems(loaded);
    const plan = await accounts.planOf(caller.accountId, trx);
    const decision = decideQuality(request.quality, plan, caller.environment);
    if (decision.kind === 'refused') throw new Refusal('forbidden', decision);
    const { quality, requestedQuality, warning } = decision;
    const { format } = request;
    const watermark = watermarked(plan, caller.environment);
    const music = kind === 'publish' ? chooseMusic(request, loaded) : noMusic;
    const voice = kind === 'publish' ? chooseVoice(request, loaded, voices) : null;
    const snapshots = snapshotsOf(loaded, { watermark, format, quality });
    const script = voice ? scriptOf(voice.id, snapshots) : null;
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
      keyId: caller.keyId,
      environment: caller.environment,
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
      bodyHash: bodyHashOf(kind, request),
      outputHash,
      scriptHash: script?.scriptHash ?? null,
    };
    return { publish, plan, snapshots, script, warnings: warning ? [warning] : [] };
  };
};
