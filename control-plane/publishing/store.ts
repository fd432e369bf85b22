import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import type { KnownRenditions } from './changed-scenes.ts';
import { liveStates, type PublishState } from './publish-state.ts';
import { type Music, noMusic, type Publish, type PublishScene, type SceneSnapshot } from './snapshot.ts';

type PublishRow = Awaited<ReturnType<ReturnType<typeof selectPublishes>['executeTakeFirstOrThrow']>>;

const selectPublishes = (db: Database) => db.selectFrom('publish').selectAll('publish');

const publishOf = (row: PublishRow): Publish => ({
  id: row.id,
  projectId: row.project_id,
  accountId: row.account_id,
  keyId: row.api_key_id,
  environment: row.environment,
  kind: row.kind,
  state: row.state,
  title: row.title,
  aspectRatio: row.aspect_ratio,
  quality: row.quality,
  requestedQuality: row.requested_quality,
  format: row.format,
  watermark: row.watermark,
  music: (row.music as Music | null) ?? noMusic,
  voiceId: row.voice_id,
  includeSoundEffects: row.include_sound_effects,
  bodyHash: row.body_hash,
  outputHash: row.output_hash,
  scriptHash: row.script_hash,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const insertPublish = async (
  trx: Transaction,
  publish: Omit<Publish, 'createdAt' | 'updatedAt'>,
): Promise<void> => {
  await trx
    .insertInto('publish')
    .values({
      id: publish.id,
      project_id: publish.projectId,
      account_id: publish.accountId,
      api_key_id: publish.keyId,
      environment: publish.environment,
      kind: publish.kind,
      state: publish.state,
      title: publish.title,
      aspect_ratio: publish.aspectRatio,
      quality: publish.quality,
      requested_quality: publish.requestedQuality,
      format: publish.format,
      watermark: publish.watermark,
      music: JSON.stringify(publish.music),
      voice_id: publish.voiceId,
      include_sound_effects: publish.includeSoundEffects,
      body_hash: publish.bodyHash,
      output_hash: publish.outputHash,
      script_hash: publish.scriptHash,
    })
    .execute();
};

export type NewPublishScene = SceneSnapshot &
  Pick<PublishScene, 'jobId' | 'holdId' | 'reused'> & {
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
        rendition_id: scene.renditionId,
        state: scene.renditionId === null ? ('queued' as const) : ('done' as const),
        finished_at: scene.renditionId === null ? null : sql<Date>`now()`,
      })),
    )
    .execute();
};

export const findPublish = async (db: Database, publishId: string): Promise<Publish | null> => {
  const row = await selectPublishes(db).where('id', '=', publishId).executeTakeFirst();
  return row ? publishOf(row) : null;
};

/** The publish or render of a project that is under way. */
export const findLivePublish = async (db: Database, projectId: string): Promise<Publish | null> => {
  const row = await selectPublishes(db)
    .where('project_id', '=', projectId)
    .where('state', 'in', liveStates)
    .executeTakeFirst();
  return row ? publishOf(row) : null;
};

/** The publish that a project's status tells of: the one asked for last. */
export const findLatestPublish = async (db: Database, projectId: string): Promise<Publish | null> => {
  const row = await selectPublishes(db)
    .where('project_id', '=', projectId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? publishOf(row) : null;
};

export const countPublishes = async (db: Database, projectId: string): Promise<number> =>
  (
    await db
      .selectFrom('publish')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('project_id', '=', projectId)
      .where('kind', '=', 'publish')
      .executeTakeFirstOrThrow()
  ).count;

/** N18: a finished publish of this project whose file is exactly what is asked for now. */
export const findPublishOfOutput = async (
  trx: Transaction,
  projectId: string,
  outputHash: string,
): Promise<Publish | null> => {
  const row = await selectPublishes(trx)
    .where('project_id', '=', projectId)
    .where('output_hash', '=', outputHash)
    .where('state', '=', 'completed')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? publishOf(row) : null;
};

/** Makes a finished publish the one that the project's status tells of. */
export const touchRequested = async (trx: Transaction, publishId: string): Promise<void> => {
  await trx.updateTable('publish').set({ requested_at: sql<Date>`now()` }).where('id', '=', publishId).execute();
};

/**
 * Locks a publish for a step of it. The project's row is locked first: publishing, editing and every completion take
 * their locks in the order job, project, publish, balance.
 */
export const lockPublish = async (trx: Transaction, publishId: string): Promise<Publish> => {
  await sql`select 1 from project where id = (select project_id from publish where id = ${publishId}) for update`.execute(trx);
  return publishOf(await selectPublishes(trx).where('id', '=', publishId).forUpdate().executeTakeFirstOrThrow());
};

/** Compare-and-set of a publish's state; false where it was elsewhere. */
export const movePublish = async (
  trx: Transaction,
  publishId: string,
  from: PublishState,
  to: PublishState,
): Promise<boolean> => {
  const isOver = !(liveStates as readonly PublishState[]).includes(to);
  const row = await trx
    .updateTable('publish')
    .set({ state: to, updated_at: sql<Date>`now()`, ...(isOver ? { finished_at: sql<Date>`now()` } : {}) })
    .where('id', '=', publishId)
    .where('state', '=', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** The scenes of a publish by position, with their renditions and what their jobs say now. */
export const listScenes = async (db: Database, publishId: string): Promise<PublishScene[]> => {
  const rows = await db
    .selectFrom('publish_scene as scene')
    .leftJoin('rendition', 'rendition.id', 'scene.rendition_id')
    .leftJoin('lease', (join) =>
      join
        .onRef('lease.job_id', '=', 'scene.job_id')
        .on('lease.attempt', '=', sql<number>`(select max(attempt) from lease newest where newest.job_id = scene.job_id)`),
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
      sql<number>`case when lease.ended_at is null then coalesce(lease.progress_done, 0) else 0 end`.as('done_frame_count'),
    ])
    .where('scene.publish_id', '=', publishId)
    .orderBy('scene.position')
    .execute();
  return rows.map((row) => ({
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
  }));
};

/** The publishes that a job draws for. */
export const publishOfJob = async (db: Database, jobId: string): Promise<string | null> =>
  (await db.selectFrom('publish_scene').select('publish_id').where('job_id', '=', jobId).limit(1).executeTakeFirst())
    ?.publish_id ?? null;

/** Publishes that wait, or will wait, for this take. */
export const publishesOfScript = async (db: Database, accountId: string, scriptHash: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('publish')
    .select('id')
    .where('account_id', '=', accountId)
    .where('script_hash', '=', scriptHash)
    .where('state', 'in', ['rendering', 'narrating'])
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
};

export interface Owner {
  readonly accountId: string;
  readonly environment: 'live' | 'test';
}

/** Renditions that are there, and inputs that were paid for: by a rendition, or by a charge without one (N51). */
export const findKnownRenditions = async (
  trx: Transaction,
  owner: Owner,
  scenes: readonly Pick<SceneSnapshot, 'inputHash' | 'renditionHash'>[],
): Promise<KnownRenditions> => {
  const inputHashes = scenes.map((scene) => scene.inputHash);
  const renditions = await trx
    .selectFrom('rendition')
    .select(['id', 'rendition_hash', 'input_hash'])
    .where('account_id', '=', owner.accountId)
    .where('environment', '=', owner.environment)
    .where('input_hash', 'in', inputHashes)
    .execute();
  const charged = await trx
    .selectFrom('publish_scene')
    .innerJoin('publish', 'publish.id', 'publish_scene.publish_id')
    .innerJoin('credit_hold', 'credit_hold.id', 'publish_scene.hold_id')
    .select('publish_scene.input_hash')
    .distinct()
    .where('publish.account_id', '=', owner.accountId)
    .where('publish_scene.input_hash', 'in', inputHashes)
    .where('credit_hold.state', '=', 'charged')
    .execute();
  return {
    renditionIds: new Map(renditions.map((row) => [row.rendition_hash, row.id])),
    paidInputHashes: new Set([...renditions, ...charged].map((row) => row.input_hash)),
  };
};

export interface NewRendition extends Owner {
  readonly id: string;
  readonly renditionHash: string;
  readonly inputHash: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly mezzanineKey: string;
  readonly posterKey: string;
  readonly frameCount: number;
  readonly durationSeconds: number;
  readonly encoder: string;
  readonly parameterSetsHash: string;
  readonly renderMs: number;
}

/** Stores what was drawn; where another job drew the same first, that one stays. @returns the id of the one that counts */
export const insertRendition = async (trx: Transaction, rendition: NewRendition): Promise<string> => {
  await trx
    .insertInto('rendition')
    .values({
      id: rendition.id,
      account_id: rendition.accountId,
      environment: rendition.environment,
      rendition_hash: rendition.renditionHash,
      input_hash: rendition.inputHash,
      width_px: rendition.widthPx,
      height_px: rendition.heightPx,
      mezzanine_key: rendition.mezzanineKey,
      poster_key: rendition.posterKey,
      frame_count: rendition.frameCount,
      duration_seconds: rendition.durationSeconds,
      encoder: rendition.encoder,
      parameter_sets_hash: rendition.parameterSetsHash,
      render_ms: rendition.renderMs,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'environment', 'rendition_hash']).doNothing())
    .execute();
  const row = await trx
    .selectFrom('rendition')
    .select('id')
    .where('account_id', '=', rendition.accountId)
    .where('environment', '=', rendition.environment)
    .where('rendition_hash', '=', rendition.renditionHash)
    .executeTakeFirstOrThrow();
  return row.id;
};

export interface SettledScene {
  readonly sceneId: string;
  readonly inputHash: string;
  readonly holdId: string | null;
}

const settledColumns = ['scene_id', 'input_hash', 'hold_id'] as const;
const settled = (rows: { scene_id: string; input_hash: string; hold_id: string | null }[]): SettledScene[] =>
  rows.map((row) => ({ sceneId: row.scene_id, inputHash: row.input_hash, holdId: row.hold_id }));

/** Compare-and-set: every scene that this job draws is done. */
export const saveScenesDone = async (trx: Transaction, jobId: string, renditionId: string): Promise<SettledScene[]> =>
  settled(
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
  settled(
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
  settled(
    await trx
      .updateTable('publish_scene')
      .set({ state: 'cancelled', finished_at: sql<Date>`now()` })
      .where('publish_id', '=', publishId)
      .where('state', '=', 'queued')
      .returning(settledColumns)
      .execute(),
  );

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

/** The hold of the export, set aside with the scenes before there is an export. */
export const exportSubject = (publishId: string): string => `publish:${publishId}:export`;
export const sceneSubject = (publishId: string, sceneId: string): string => `publish:${publishId}:scene:${sceneId}`;

export const findExportHold = async (db: Database, publishId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('credit_hold')
      .select('id')
      .where('subject', '=', exportSubject(publishId))
      .where('state', '=', 'open')
      .executeTakeFirst()
  )?.id ?? null;

/** Serialises what an account may do at once and in one day: the counts below are then exact (G9). */
export const lockAccount = async (trx: Transaction, accountId: string): Promise<{ now: Date }> =>
  trx
    .selectFrom('account')
    .select(sql<Date>`now()`.as('now'))
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const countLivePublishes = async (trx: Transaction, accountId: string): Promise<number> =>
  (
    await trx
      .selectFrom('publish')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('account_id', '=', accountId)
      .where('kind', '=', 'publish')
      .where('state', 'in', liveStates)
      .executeTakeFirstOrThrow()
  ).count;

/** What the account's test keys used since `from` (S120). */
export const sandboxUsage = async (
  trx: Transaction,
  accountId: string,
  from: Date,
): Promise<{ sceneRenders: number; exports: number }> => {
  const { rows } = await sql<{ scene_renders: number; exports: number }>`
    select (select count(distinct s.job_id)::int from publish_scene s join publish p on p.id = s.publish_id
             where p.account_id = ${accountId} and p.environment = 'test' and p.created_at >= ${from}
               and s.job_id is not null) as scene_renders,
           (select count(*)::int from publish p
             where p.account_id = ${accountId} and p.environment = 'test' and p.created_at >= ${from}
               and p.kind = 'publish') as exports`.execute(trx);
  return { sceneRenders: rows[0]?.scene_renders ?? 0, exports: rows[0]?.exports ?? 0 };
};

/** Milliseconds for a frame: of this publish's own scenes, else of the farm's latest at this size; null without any. */
export const measuredMsPerFrame = async (db: Database, publishId: string, widthPx: number): Promise<number | null> => {
  const { rows } = await sql<{ own: number | null; farm: number | null }>`
    select (select sum(r.render_ms) / sum(r.frame_count) from publish_scene s join rendition r on r.id = s.rendition_id
             where s.publish_id = ${publishId} and not s.reused) as own,
           (select sum(render_ms) / sum(frame_count)
              from (select render_ms, frame_count from rendition where width_px = ${widthPx}
                     order by created_at desc limit 20) latest) as farm`.execute(db);
  return rows[0]?.own ?? rows[0]?.farm ?? null;
};

/** Jobs that wait longer than the first waiting one of this publish. */
export const countJobsAhead = async (db: Database, publishId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with waiting as (
      select j.id, j.batch_id, j.created_at from job j join pgboss.job p on p.name = j.kind and p.id = j.id
       where j.ended_at is null and p.state < 'active')
    select count(*)::int as count from waiting
     where batch_id is distinct from ${publishId}
       and created_at < (select min(created_at) from waiting where batch_id = ${publishId})`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Live publishes that have stood still for a while without a job of theirs: a step that a crash cut off (I13). */
export const listStalledPublishes = async (db: Database): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select p.id from publish p
     where p.state in ('rendering', 'narrating', 'exporting') and p.updated_at < now() - interval '15 seconds'
       and not exists (select 1 from job j where j.batch_id = p.id and j.ended_at is null)
       and not exists (select 1 from narration_take t join job j on j.id = t.job_id
                        where t.account_id = p.account_id and t.script_hash = p.script_hash and j.ended_at is null)`.execute(db);
  return rows.map((row) => row.id);
};
