import { codecOfContainer } from '@reelyard/shared/contracts/render-format.ts';
import type { CallbackOperations } from '../../callbacks/operations.ts';
import type { Database } from '../../database/connection.ts';
import { type ExportView, exportPercent, exportStatusOf } from '../../exports/export-view.ts';
import type { Export, ExportOperations } from '../../exports/operations.ts';
import type { Caller } from '../../http/authenticate.ts';
import { notFound } from '../../http/refusal.ts';
import type { NarrationOperations } from '../../narration/operations.ts';
import { type Needs, type Waiting, waitingFor, waitingMessage } from '../../narration/waiting.ts';
import type { NodeOperations } from '../../nodes/operations.ts';
import type { ProjectOperations } from '../../projects/operations.ts';
import type { ProjectWithScenes } from '../../projects/project.ts';
import { type PublishPhase, phaseOf } from '../../projects/project-status.ts';
import type { PublishOverview } from '../../projects/project-view.ts';
import { etaSeconds, renderingMessage, renderPercent, renderState, sceneRenderState } from '../progress.ts';
import { isLive, phaseOfPublish } from '../publish-state.ts';
import { type PublishStatus, type RenderStatus, sceneFailures, sceneStatus } from '../publish-view.ts';
import type { Publish, PublishScene } from '../snapshot.ts';
import { countPublishes, findLatestPublish } from '../store/publishes.ts';
import { listNewestScenes, listScenes } from '../store/scenes.ts';
import { countFramesAhead, countJobsAhead, measuredMsPerFrame } from '../store/usage.ts';

export interface StatusDeps {
  readonly db: Database;
  readonly projects: Pick<ProjectOperations, 'findProject'>;
  readonly exports: Pick<ExportOperations, 'ofPublish' | 'viewOf' | 'sign' | 'measuredMsPerSecond'>;
  readonly callbacks: Pick<CallbackOperations, 'viewOf'>;
  readonly narration: Pick<NarrationOperations, 'takeOf' | 'measuredMsPerSecond'>;
  readonly nodes: Pick<NodeOperations, 'countReady' | 'listReady'>;
}

type Sign = (key: string | null) => Promise<string | null>;

const idleRender = ({ scenes }: ProjectWithScenes): RenderStatus => ({
  state: 'idle',
  sceneCount: scenes.length,
  doneScenes: 0,
  failedScenes: 0,
  progressPercent: 0,
  failures: [],
  scenes: scenes.map(({ id, position }) => ({
    sceneId: id,
    position,
    state: 'pending',
    progress: 0,
    reused: false,
    creditCharged: false,
    renderMs: null,
    previewUrl: null,
    error: null,
  })),
});

const renderStatus = async (scenes: readonly PublishScene[], sign: Sign): Promise<RenderStatus> => ({
  state: renderState(scenes),
  sceneCount: scenes.length,
  doneScenes: scenes.filter((scene) => scene.state === 'done').length,
  failedScenes: scenes.filter((scene) => scene.state === 'failed').length,
  progressPercent: renderPercent(scenes),
  failures: sceneFailures(scenes),
  scenes: await Promise.all(
    scenes.map(async (scene) => sceneStatus(scene, await sign(scene.rendition?.mezzanineKey ?? null))),
  ),
});

interface Told {
  readonly publish: Publish;
  readonly phase: PublishPhase;
  readonly scenes: readonly PublishScene[];
  readonly sceneCount: number;
  readonly own: Export | null;
  readonly waiting: Waiting | null;
}

const idleMessage = ({ publish, scenes, sceneCount }: Told): string => {
  if (publish.state === 'cancelled') return 'The publish was cancelled.';
  if (publish.state !== 'rendered') return 'Edited since the last publish. Publish again.';
  return scenes.length < sceneCount ? 'The chosen scenes are rendered.' : 'Every scene is rendered.';
};

const needsOf = ({ state, format, voiceId }: Publish): Needs => {
  if (state === 'narrating') return { kind: 'narration.synthesize', codec: null, voiceId };
  const kind = state === 'exporting' ? 'export.assemble' : 'scene.render';
  return { kind, codec: codecOfContainer[format], voiceId: null };
};

const messageOf = (told: Told): string => {
  const { publish, phase, scenes, own, waiting } = told;
  if (phase === 'completed') return 'The video is ready.';
  if (phase === 'failed') return own?.failure?.message ?? 'The export failed.';
  if (phase === 'render_failed') {
    const failed = scenes.filter((scene) => scene.state === 'failed').length;
    return `${failed} of ${scenes.length} scenes failed; see render.failures. Edit them and publish again: the others are kept.`;
  }
  if (phase === 'idle') return idleMessage(told);
  if (waiting) return waitingMessage(waiting, needsOf(publish));
  if (publish.state === 'narrating') return 'Every scene is rendered; the narration is being spoken.';
  return publish.state === 'exporting'
    ? `Joining scenes, music and voice: ${own ? exportPercent(own) : 0} %.`
    : renderingMessage(scenes);
};

/** S61: the state of a project's publish; reading it drives nothing (N55). */
export const statusOperations = ({ db, projects, exports, narration, callbacks, nodes }: StatusDeps) => {
  const waitingOf = async (
    publish: Publish,
    scenes: readonly PublishScene[],
    own: Export | null,
  ): Promise<Waiting | null> => {
    const isMoving = scenes.some((scene) => scene.isLeased) || own?.isLeased === true;
    if (isMoving || !isLive(publish.state)) return null;
    const ready = (await nodes.listReady()).filter(({ pool }) => pool === 'render');
    const jobsAhead = await countJobsAhead(db, publish.id);
    const waiting = waitingFor(
      ready.map(({ capabilities }) => capabilities),
      needsOf(publish),
      jobsAhead,
    );
    // A take belongs to no publish: that it is being spoken is not seen here, that nobody can speak it is.
    return publish.state === 'narrating' && waiting.reason === 'NODES_BUSY' ? null : waiting;
  };

  const unspokenSeconds = async (
    { accountId, scriptHash }: Publish,
    scenes: readonly PublishScene[],
  ): Promise<number> => {
    const take = scriptHash === null ? null : await narration.takeOf(db, accountId, scriptHash);
    return take?.state === 'building' ? scenes.reduce((sum, scene) => sum + scene.durationSeconds, 0) : 0;
  };

  const etaOf = async (
    publish: Publish,
    scenes: readonly PublishScene[],
    own: Export | null,
  ): Promise<number | null> => {
    if (!isLive(publish.state)) return null;
    const videoSeconds = publish.kind === 'render' ? 0 : scenes.reduce((sum, scene) => sum + scene.durationSeconds, 0);
    const work = {
      scenes,
      framesAhead: await countFramesAhead(db, publish.id),
      narrationSeconds: await unspokenSeconds(publish, scenes),
      videoSeconds,
      exportDoneFraction: own?.doneFraction ?? 0,
    };
    return etaSeconds(work, {
      msPerFrame: await measuredMsPerFrame(db, publish.id, scenes[0]?.widthPx ?? 0),
      parallelScenes: Math.max(1, await nodes.countReady()),
      exportMsPerSecond: await exports.measuredMsPerSecond(),
      narrationMsPerSecond: await narration.measuredMsPerSecond(db),
    });
  };

  const exportPart = (own: Export | null, view: ExportView | null): PublishStatus['export'] =>
    own && view
      ? {
          id: own.id,
          status: exportStatusOf(own),
          progress: exportPercent(own),
          quality: own.quality,
          durationSeconds: own.durationSeconds,
          ...(own.failure ? { errorMessage: own.failure.message } : {}),
        }
      : null;

  const load = async (caller: Caller, projectId: string) => {
    const loaded = await projects.findProject(caller, projectId);
    if (!loaded) throw notFound('project');
    const publish = await findLatestPublish(db, projectId);
    return { loaded, publish, scenes: publish ? await listScenes(db, publish.id) : [] };
  };

  return {
    async publishStatus(caller: Caller, projectId: string): Promise<PublishStatus> {
      const { loaded, publish, scenes } = await load(caller, projectId);
      const sandbox = loaded.project.environment === 'test';
      if (!publish) {
        return {
          requestId: null,
          phase: 'idle',
          message: 'Nothing was published yet.',
          waiting: null,
          sandbox,
          etaSeconds: null,
          render: idleRender(loaded),
          export: null,
          videoUrl: null,
          thumbnailUrl: null,
          updatedAt: loaded.project.updatedAt.toISOString(),
        };
      }
      const phase = phaseOf(loaded.project.status);
      const own = await exports.ofPublish(db, publish.id);
      const view = own ? await exports.viewOf(own) : null;
      const callback = await callbacks.viewOf(db, publish.id);
      const waiting = await waitingOf(publish, scenes, own);
      const sceneCount = loaded.scenes.length;
      const isReady = phase === 'completed';
      return {
        requestId: publish.id,
        phase,
        message: messageOf({ publish, phase, scenes, sceneCount, own, waiting }),
        waiting,
        sandbox,
        etaSeconds: await etaOf(publish, scenes, own),
        render: await renderStatus(scenes, exports.sign),
        export: exportPart(own, view),
        videoUrl: isReady ? (view?.outputUrl ?? null) : null,
        thumbnailUrl: isReady ? (view?.thumbnailUrl ?? null) : null,
        ...(callback ? { callback } : {}),
        updatedAt: publish.updatedAt.toISOString(),
      };
    },

    /** S63, N32: the `render` part alone. */
    async renderStatus(caller: Caller, projectId: string): Promise<RenderStatus & { updatedAt: string }> {
      const { loaded, publish, scenes } = await load(caller, projectId);
      const render = publish ? await renderStatus(scenes, exports.sign) : idleRender(loaded);
      return { ...render, updatedAt: (publish ?? loaded.project).updatedAt.toISOString() };
    },

    /** Which batch's notifications tell of this project's publish; null where none is under way. */
    async liveBatch(caller: Caller, projectId: string): Promise<string | null> {
      const { publish } = await load(caller, projectId);
      return publish && isLive(publish.state) ? publish.id : null;
    },
  };
};
export type StatusOperations = ReturnType<typeof statusOperations>;

/** What a project's own view shows of its newest publish (N10, N11). Stands before projects in the composition. */
export const publishOverview =
  ({ exports }: { exports: Pick<ExportOperations, 'ofPublish' | 'sign'> }) =>
  async (db: Database, projectId: string): Promise<PublishOverview> => {
    const publish = await findLatestPublish(db, projectId);
    if (!publish) return { publishCount: 0, lastPublish: null, scenes: new Map() };
    const own = await exports.ofPublish(db, publish.id);
    const scenes = await Promise.all(
      (await listNewestScenes(db, projectId)).map(async (scene) => {
        const previewUrl = await exports.sign(scene.rendition?.mezzanineKey ?? null);
        return [scene.sceneId, { state: sceneRenderState(scene), previewUrl, inputHash: scene.inputHash }] as const;
      }),
    );
    return {
      publishCount: await countPublishes(db, projectId),
      lastPublish: {
        requestId: publish.id,
        phase: phaseOfPublish(publish.state),
        videoUrl: await exports.sign(own?.fileKey ?? null),
      },
      scenes: new Map(scenes),
    };
  };
