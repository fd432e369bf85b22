import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../database/connection.ts';
import type { CountedAs } from '../publish-use.ts';
import type { PublishScene, SceneSnapshot } from '../snapshot.ts';

export type NewPublishScene = SceneSnapshot &
  Pick<PublishScene, 'jobId' | 'holdId' | 'reused'> & {
    /** S106: what it counts against the plan; null where credits pay it, or nothing does. */
    readonly countedAs: CountedAs | null;
    /** Set where nothing has to be drawn. */
    readonly renditionId: string | null;
  };

export const insertPublishScenes = async (
  trx: Transaction,
  publishId: string,
  scenes: readonly NewPublishScene[],
): Promise<void> => {
  await trx
    .insertInto('publish_scene')
    .values(
      scenes.map((scene) => ({
        publish_id: publishId,
        scene_id: scene.sceneId,
        position: scene.position,
        title: scene.title,
        template_slug: scene.templateSlug,
        template_version: scene.templateVersion,
        layer_values: JSON.stringify(scene.values),
        voiceover_text: scene.voiceoverText,
        input_hash: scene.inputHash,
        rendition_hash: scene.renditionHash,
        width_px: scene.widthPx,
        height_px: scene.heightPx,
        fps: scene.fps,
        frame_count: scene.frameCount,
        duration_seconds: scene.durationSeconds,
        reused: scene.reused,
        job_id: scene.jobId,
        hold_id: scene.holdId,
        counted_as: scene.countedAs,
        rendition_id: scene.renditionId,
        state: scene.renditionId === null ? ('queued' as const) : ('done' as const),
        finished_at: scene.renditionId === null ? null : sql<Date>`now()`,
      })),
    )
    .execute();
};

const selectScenes = (db: Database) =>
  db
    .selectFrom('publish_scene as scene')
    .leftJoin('rendition', 'rendition.id', 'scene.rendition_id')
    .leftJoin('lease', (join) =>
      join
        .onRef('lease.job_id', '=', 'scene.job_id')
        .on(
          'lease.attempt',
          '=',
          sql<number>`(select max(attempt) from lease newest where newest.job_id = scene.job_id)`,
        ),
    )
    .selectAll('scene')
    .select([
      'rendition.mezzanine_key',
      'rendition.poster_key',
      'rendition.parameter_sets_hash',
      'rendition.render_ms',
      'rendition.frame_count as drawn_frame_count',
      'rendition.duration_seconds as drawn_seconds',
      'lease.node_id',
      'lease.attempt',
      sql<boolean>`lease.attempt is not null and lease.ended_at is null`.as('is_leased'),
      sql<number>`case when lease.ended_at is null then coalesce(lease.progress_done, 0) else 0 end`.as(
        'done_frame_count',
      ),
    ])
    .orderBy('scene.position');

type SceneRow = Awaited<ReturnType<ReturnType<typeof selectScenes>['execute']>>[number];

const sceneOf = (row: SceneRow): PublishScene => ({
  sceneId: row.scene_id,
  position: row.position,
  title: row.title,
  templateSlug: row.template_slug,
  templateVersion: row.template_version,
  values: row.layer_values as LayerValues,
  voiceoverText: row.voiceover_text,
  inputHash: row.input_hash,
  renditionHash: row.rendition_hash,
  widthPx: row.width_px,
  heightPx: row.height_px,
  fps: row.fps,
  frameCount: row.frame_count,
  durationSeconds: row.duration_seconds,
  state: row.state,
  reused: row.reused,
  jobId: row.job_id,
  holdId: row.hold_id,
  creditRefunded: row.credit_refunded,
  failure: row.failure as JobFailure | null,
  rendition:
    row.rendition_id !== null && row.mezzanine_key !== null
      ? {
          id: row.rendition_id,
          mezzanineKey: row.mezzanine_key,
          posterKey: row.poster_key ?? '',
          frameCount: row.drawn_frame_count ?? row.frame_count,
          durationSeconds: row.drawn_seconds ?? row.duration_seconds,
          parameterSetsHash: row.parameter_sets_hash ?? '',
          renderMs: row.render_ms ?? 0,
        }
      : null,
  isLeased: row.is_leased,
  doneFrameCount: row.done_frame_count,
  attemptCount: row.attempt ?? 0,
  nodeId: row.node_id,
});

/** The scenes of a publish by position, with their renditions and what their jobs say now. */
export const listScenes = async (db: Database, publishId: string): Promise<PublishScene[]> =>
  (await selectScenes(db).where('scene.publish_id', '=', publishId).execute()).map(sceneOf);

/** Every scene of a project as the newest run that it was part of left it: a run may be of some scenes alone (N32). */
export const listNewestScenes = async (db: Database, projectId: string): Promise<PublishScene[]> => {
  const newest = db
    .selectFrom('publish_scene')
    .innerJoin('publish', 'publish.id', 'publish_scene.publish_id')
    .distinctOn('publish_scene.scene_id')
    .select(['publish_scene.publish_id', 'publish_scene.scene_id'])
    .where('publish.project_id', '=', projectId)
    .orderBy('publish_scene.scene_id')
    .orderBy('publish.requested_at', 'desc')
    .orderBy('publish.id', 'desc')
    .as('newest');
  const rows = await selectScenes(db)
    .innerJoin(newest, (join) =>
      join.onRef('newest.publish_id', '=', 'scene.publish_id').onRef('newest.scene_id', '=', 'scene.scene_id'),
    )
    .execute();
  return rows.map(sceneOf);
};

export interface SettledScene {
  readonly sceneId: string;
  readonly inputHash: string;
  readonly holdId: string | null;
  readonly countedAs: CountedAs | null;
}

export const settledColumns = ['scene_id', 'input_hash', 'hold_id', 'counted_as'] as const;
export const settledOf = (
  rows: { scene_id: string; input_hash: string; hold_id: string | null; counted_as: CountedAs | null }[],
): SettledScene[] =>
  rows.map((row) => ({
    sceneId: row.scene_id,
    inputHash: row.input_hash,
    holdId: row.hold_id,
    countedAs: row.counted_as,
  }));

/** Compare-and-set: every scene that this job draws is done. */
export const saveScenesDone = async (trx: Transaction, jobId: string, renditionId: string): Promise<SettledScene[]> =>
  settledOf(
    await trx
      .updateTable('publish_scene')
      .set({ state: 'done', rendition_id: renditionId, finished_at: sql<Date>`now()` })
      .where('job_id', '=', jobId)
      .where('state', '=', 'queued')
      .returning(settledColumns)
      .execute(),
  );

export const saveScenesFailed = async (
  trx: Transaction,
  jobId: string,
  failure: JobFailure,
  creditRefunded: boolean,
): Promise<SettledScene[]> =>
  settledOf(
    await trx
      .updateTable('publish_scene')
      .set({
        state: 'failed',
        failure: JSON.stringify(failure),
        // Only a scene that had a credit set aside can get one back.
        credit_refunded: creditRefunded ? sql<boolean>`hold_id is not null` : false,
        finished_at: sql<Date>`now()`,
      })
      .where('job_id', '=', jobId)
      .where('state', '=', 'queued')
      .returning(settledColumns)
      .execute(),
  );

export const saveScenesCancelled = async (trx: Transaction, publishId: string): Promise<SettledScene[]> =>
  settledOf(
    await trx
      .updateTable('publish_scene')
      .set({ state: 'cancelled', finished_at: sql<Date>`now()` })
      .where('publish_id', '=', publishId)
      .where('state', '=', 'queued')
      .returning(settledColumns)
      .execute(),
  );

/** Compare-and-set: true once, where a scene was counted against the plan. What stays counted is paid for good. */
export const takeSceneCount = async (trx: Transaction, publishId: string, sceneId: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('publish_scene')
    .set({ counted_as: null })
    .where('publish_id', '=', publishId)
    .where('scene_id', '=', sceneId)
    .where('counted_as', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Which of these scenes a run has drawn at some time. */
export const listDrawnBefore = async (db: Database, sceneIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('publish_scene')
    .select('scene_id')
    .distinct()
    .where('scene_id', '=', sql<string>`any(${sceneIds}::text[])`)
    .where('state', '=', 'done')
    .execute();
  return new Set(rows.map((row) => row.scene_id));
};

/** The first scene that a job draws, for what its rendition is filed under. */
export const sceneOfJob = async (
  trx: Transaction,
  jobId: string,
): Promise<{ publishId: string; inputHash: string; widthPx: number; heightPx: number } | null> => {
  const row = await trx
    .selectFrom('publish_scene')
    .select(['publish_id', 'input_hash', 'width_px', 'height_px'])
    .where('job_id', '=', jobId)
    .limit(1)
    .executeTakeFirst();
  return row
    ? { publishId: row.publish_id, inputHash: row.input_hash, widthPx: row.width_px, heightPx: row.height_px }
    : null;
};
