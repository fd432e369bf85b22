import type { AspectRatio } from '@reelyard/shared/contracts/render-format.ts';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import type { ProjectTable, Schema } from '../database/schema.gen.ts';
import type { Owner } from '../http/authenticate.ts';
import type { Project, ProjectWithScenes, Scene } from './project.ts';
import type { ProjectStatus } from './project-status.ts';

const projectOf = (row: Selectable<ProjectTable>): Project => ({
  id: row.id,
  accountId: row.account_id,
  environment: row.environment,
  title: row.title,
  status: row.status,
  aspectRatio: row.aspect_ratio,
  brandId: row.brand_id,
  musicTrackId: row.music_track_id,
  voiceId: row.voice_id,
  narrationSpeed: row.narration_speed,
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const owned = (db: Database, { accountId, environments }: Owner): SelectQueryBuilder<Schema, 'project', unknown> =>
  db
    .selectFrom('project')
    .where('account_id', '=', accountId)
    .where('environment', 'in', environments)
    .where('deleted_at', 'is', null) as SelectQueryBuilder<Schema, 'project', unknown>;

const scenesOf = async (db: Database, projectId: string): Promise<Scene[]> => {
  const rows = await db
    .selectFrom('scene')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    position: row.position,
    templateSlug: row.template_slug,
    templateVersion: row.template_version,
    title: row.title,
    voiceoverText: row.voiceover_text,
    parameters: row.parameters as Scene['parameters'],
    images: row.images as Scene['images'],
    captures: row.captures as Scene['captures'],
    capturesDropped: row.captures_dropped,
  }));
};

export const findProject = async (db: Database, owner: Owner, projectId: string): Promise<ProjectWithScenes | null> => {
  const row = await owned(db, owner).selectAll().where('id', '=', projectId).executeTakeFirst();
  return row ? { project: projectOf(row), scenes: await scenesOf(db, projectId) } : null;
};

/**
 * As findProject, but holds the project's row until the transaction ends: publishes and edits of one project come one
 * after the other, and a publish reads scenes that no edit changes under it (B11, B12).
 */
export const lockProject = async (
  trx: Transaction,
  owner: Owner,
  projectId: string,
): Promise<ProjectWithScenes | null> => {
  const row = await owned(trx, owner).selectAll().where('id', '=', projectId).forUpdate().executeTakeFirst();
  return row ? { project: projectOf(row), scenes: await scenesOf(trx, projectId) } : null;
};

export interface ProjectPage {
  readonly projects: readonly { readonly project: Project; readonly sceneCount: number }[];
  readonly total: number;
}

/** Newest first, by the index on (account, environment, id). */
export const listProjects = async (
  db: Database,
  owner: Owner,
  query: { page: number; limit: number; status?: ProjectStatus | undefined },
): Promise<ProjectPage> => {
  const matching = query.status === undefined ? owned(db, owner) : owned(db, owner).where('status', '=', query.status);
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('scene')
        .whereRef('scene.project_id', '=', 'project.id')
        .select(sql<number>`count(*)::int`.as('count'))
        .as('scene_count'),
    )
    .orderBy('id', 'desc')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
  return { total, projects: rows.map((row) => ({ project: projectOf(row), sceneCount: row.scene_count ?? 0 })) };
};

export type NewProject = Omit<Project, 'revision' | 'createdAt' | 'updatedAt'>;

export const insertProject = async (trx: Transaction, project: NewProject, scenes: readonly Scene[]): Promise<void> => {
  await trx
    .insertInto('project')
    .values({
      id: project.id,
      account_id: project.accountId,
      environment: project.environment,
      title: project.title,
      status: project.status,
      aspect_ratio: project.aspectRatio,
      brand_id: project.brandId,
      music_track_id: project.musicTrackId,
      voice_id: project.voiceId,
      narration_speed: project.narrationSpeed,
    })
    .execute();
  await saveScenes(trx, project.id, scenes);
};

/** Writes scenes, new and changed ones alike. */
export const saveScenes = async (trx: Transaction, projectId: string, scenes: readonly Scene[]): Promise<void> => {
  if (scenes.length === 0) return;
  await trx
    .insertInto('scene')
    .values(
      scenes.map((scene) => ({
        id: scene.id,
        project_id: projectId,
        position: scene.position,
        template_slug: scene.templateSlug,
        template_version: scene.templateVersion,
        title: scene.title,
        voiceover_text: scene.voiceoverText,
        parameters: JSON.stringify(scene.parameters),
        images: JSON.stringify(scene.images),
        captures: JSON.stringify(scene.captures),
        captures_dropped: scene.capturesDropped,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        template_slug: eb.ref('excluded.template_slug'),
        template_version: eb.ref('excluded.template_version'),
        title: eb.ref('excluded.title'),
        voiceover_text: eb.ref('excluded.voiceover_text'),
        parameters: eb.ref('excluded.parameters'),
        images: eb.ref('excluded.images'),
        captures: eb.ref('excluded.captures'),
        captures_dropped: eb.ref('excluded.captures_dropped'),
        updated_at: sql<Date>`now()`,
      })),
    )
    .execute();
};

export const deleteScene = async (trx: Transaction, sceneId: string): Promise<void> => {
  await trx.deleteFrom('scene').where('id', '=', sceneId).execute();
};

export interface ProjectChange {
  readonly title?: string;
  readonly aspectRatio?: AspectRatio;
  readonly brandId?: string | null;
  readonly musicTrackId?: string | null;
  readonly voiceId?: string | null;
  readonly narrationSpeed?: number;
  readonly status?: ProjectStatus;
}

/** Applies a change and raises the revision. The caller holds the row's lock (lockProject). */
export const updateProject = async (trx: Transaction, projectId: string, change: ProjectChange): Promise<void> => {
  await trx
    .updateTable('project')
    .set({
      ...(change.title === undefined ? {} : { title: change.title }),
      ...(change.aspectRatio === undefined ? {} : { aspect_ratio: change.aspectRatio }),
      ...(change.brandId === undefined ? {} : { brand_id: change.brandId }),
      ...(change.musicTrackId === undefined ? {} : { music_track_id: change.musicTrackId }),
      ...(change.voiceId === undefined ? {} : { voice_id: change.voiceId }),
      ...(change.narrationSpeed === undefined ? {} : { narration_speed: change.narrationSpeed }),
      ...(change.status === undefined ? {} : { status: change.status }),
      revision: sql<number>`revision + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', projectId)
    .execute();
};

/** One statement with the old status in it: false where the project was in none of `from` (somebody else won). */
export const moveStatus = async (
  trx: Transaction,
  projectId: string,
  from: readonly ProjectStatus[],
  to: ProjectStatus,
): Promise<boolean> => {
  const result = await trx
    .updateTable('project')
    .set({ status: to, updated_at: sql<Date>`now()` })
    .where('id', '=', projectId)
    .where('status', 'in', [...from])
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** Keeps the track that the first publish chose (S52); one that is set already stays. */
export const keepMusicTrack = async (trx: Transaction, projectId: string, trackId: string): Promise<void> => {
  await trx
    .updateTable('project')
    .set({ music_track_id: trackId })
    .where('id', '=', projectId)
    .where('music_track_id', 'is', null)
    .execute();
};

export const markDeleted = async (trx: Transaction, projectId: string): Promise<void> => {
  await trx.updateTable('project').set({ deleted_at: sql<Date>`now()` }).where('id', '=', projectId).execute();
};
