import { type Database, inTransaction, type Transaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';
import { type Caller, ownerOf } from '../http/authenticate.ts';
import type { MetaPart, Warning } from '../http/envelope.ts';
import { once } from '../http/once.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { createProject, tryProject } from './operations/create-project.ts';
import { brandOf, manifestOf, type ProjectDependencies, signedPages, viewContext } from './operations/dependencies.ts';
import { editedWhileBusy } from './operations/edit-project.ts';
import { sceneEdits } from './operations/edit-scenes.ts';
import { loadForPublish } from './operations/load-for-publish.ts';
import { patchProject } from './operations/patch-project.ts';
import { previewScene } from './operations/preview-scene.ts';
import { setCapture } from './operations/set-capture.ts';
import type { Project, ProjectWithScenes } from './project.ts';
import { canMove, isBusy, type ProjectStatus, statusAfterEdit } from './project-status.ts';
import { nextStepOf, type ProjectSummary, type ProjectView, projectSummary, projectView } from './project-view.ts';
import { type PendingCapture, pendingCapturesOf } from './scene-capture.ts';
import {
  findProject,
  insertProject,
  keepMusicTrack,
  listProjects,
  lockProject,
  markDeleted,
  moveStatus,
  updateProject,
} from './store.ts';

export type { ScenePatch } from './operations/checked-scene.ts';
export type { LoadedProject, SceneForPublish } from './operations/load-for-publish.ts';
export type { PreviewedScene } from './operations/preview-scene.ts';

export interface ProjectListQuery {
  readonly page: number;
  readonly limit: number;
  readonly status?: ProjectStatus | undefined;
  readonly sandbox?: boolean | undefined;
}

/** Projects and their scenes: everything that a caller may ask for before publishing, and what publishing needs. */
export const projectOperations = (deps: ProjectDependencies) => {
  const { db } = deps;
  const edits = sceneEdits(deps);

  const load = async (caller: Caller, projectId: string): Promise<ProjectWithScenes> => {
    const loaded = await findProject(db, ownerOf(caller), projectId);
    if (loaded === null) throw notFound('project');
    return loaded;
  };

  const viewOf = async (caller: Caller, loaded: ProjectWithScenes): Promise<ProjectView> => {
    const context = await viewContext(deps, db, caller, loaded.project);
    return projectView(loaded, { ...context, captureUrls: await signedPages(deps, loaded.scenes) });
  };

  const pendingOf = ({ scenes }: ProjectWithScenes): PendingCapture[] => pendingCapturesOf(scenes, manifestOf(deps));

  return {
    ...edits,
    createProject: createProject(deps),
    tryProject: tryProject(deps),
    patchProject: patchProject(deps),
    setCapture: setCapture(deps),
    loadForPublish: loadForPublish(deps),
    previewScene: previewScene(deps),

    /** The view of a project that was just read or changed. */
    viewOf,

    async getProject(caller: Caller, projectId: string): Promise<{ view: ProjectView; meta: MetaPart }> {
      const loaded = await load(caller, projectId);
      return { view: await viewOf(caller, loaded), meta: nextStepOf(loaded.project, pendingOf(loaded)).meta };
    },

    /** S73: the scenes that still need a capture. */
    pendingCaptures: async (caller: Caller, projectId: string): Promise<PendingCapture[]> =>
      pendingOf(await load(caller, projectId)),

    /** N25: newest first, without scenes. A key sees the projects of its own environment only, a web session all (N43). */
    async listProjects(
      caller: Caller,
      { sandbox, ...query }: ProjectListQuery,
    ): Promise<{ projects: ProjectSummary[]; total: number }> {
      const { accountId, environments } = ownerOf(caller);
      const listed = environments.filter((each) => sandbox === undefined || sandbox === (each === 'test'));
      if (listed.length === 0) return { projects: [], total: 0 };
      const { projects, total } = await listProjects(db, { accountId, environments: listed }, query);
      const summaries = projects.map(async ({ project, sceneCount }) => {
        const brand = project.title === null ? await brandOf(deps, db, project) : null;
        return projectSummary(project, sceneCount, brand?.name ?? null);
      });
      return { projects: await Promise.all(summaries), total };
    },

    /** N25: a copy with ids of its own and no publishes. Answers its id. */
    async duplicateProject(caller: Caller, projectId: string, title: string | undefined): Promise<string> {
      const { project, scenes } = await load(caller, projectId);
      const copyId = newId('prj');
      const copyTitle = title ?? (project.title === null ? null : `${project.title.slice(0, 190)} (copy)`);
      const copy = { ...project, id: copyId, title: copyTitle, status: 'RENDER_PENDING' as const };
      const copies = scenes.map((scene) => ({ ...scene, id: newId('scn') }));
      return inTransaction(db, (trx) =>
        once(trx, async () => {
          await insertProject(trx, copy, copies);
          return copyId;
        }),
      );
    },

    /** N25: refused while a publish runs, which would go on for a project that is gone. */
    async deleteProject(caller: Caller, projectId: string): Promise<void> {
      await inTransaction(db, async (trx) => {
        const locked = await lockProject(trx, ownerOf(caller), projectId);
        if (locked === null) throw notFound('project');
        if (isBusy(locked.project.status)) {
          throw new Refusal('bad_request', {
            code: 'PUBLISH_IN_PROGRESS',
            message: 'The project is being published. Delete it when that has ended.',
            body: { statusUrl: `/projects/${projectId}/publish/status` },
          });
        }
        await markDeleted(trx, projectId);
      });
    },

    /**
     * One step of the state machine (N9): moves the project from any of `from` to `to` in one statement. False where it
     * is in none of them: somebody else won, which is a normal result.
     */
    async moveProject(
      trx: Transaction,
      projectId: string,
      from: readonly ProjectStatus[],
      to: ProjectStatus,
    ): Promise<boolean> {
      const impossible = from.find((status) => !canMove(status, to));
      if (impossible !== undefined) throw new Error(`a project cannot move from ${impossible} to ${to}`);
      return moveStatus(trx, projectId, from, to);
    },

    /** S52: keeps the track of the first publish for later ones. */
    keepMusicTrack: (trx: Transaction, projectId: string, trackId: string): Promise<void> =>
      keepMusicTrack(trx, projectId, trackId),

    /**
     * S87: keeps how a project is spoken for every later publish: an edit like that of PATCH, of a project that is
     * locked by loadForPublish. Nothing is written where it is kept already.
     */
    async keepNarration(
      trx: Transaction,
      { id, status, ...kept }: Project,
      { voiceId, narrationSpeed }: Pick<Project, 'voiceId' | 'narrationSpeed'>,
    ): Promise<Warning[]> {
      if (voiceId === kept.voiceId && narrationSpeed === kept.narrationSpeed) return [];
      await updateProject(trx, id, { voiceId, narrationSpeed, status: statusAfterEdit(status) });
      return isBusy(status) ? [editedWhileBusy] : [];
    },

    /** A project with its scenes as they are stored; null where the caller has no such project. */
    findProject: (caller: Caller, projectId: string, trx: Database = db): Promise<ProjectWithScenes | null> =>
      findProject(trx, ownerOf(caller), projectId),
  };
};
export type ProjectOperations = ReturnType<typeof projectOperations>;
