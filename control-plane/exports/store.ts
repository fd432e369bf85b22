import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { Container, Quality } from '@reelyard/shared/contracts/render-format.ts';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database/connection.ts';
import type { Owner } from '../http/authenticate.ts';

export interface NewExport {
  readonly id: string;
  readonly publishId: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly environment: 'live' | 'test';
  readonly title: string;
  readonly quality: Quality;
  readonly requestedQuality: Quality;
  readonly format: Container;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fps: number;
  readonly watermarked: boolean;
  readonly holdId: string | null;
}

/** An export as it is stored, with what its job says at this moment. */
export interface Export extends NewExport {
  readonly status: 'QUEUED' | 'SUCCESS' | 'FAILED' | 'CANCELLED';
  readonly isLeased: boolean;
  /** 0…1, never falling: a second attempt starts over, what is shown does not. */
  readonly doneFraction: number;
  readonly creditsCharged: number;
  readonly fileKey: string | null;
  readonly thumbnailKey: string | null;
  readonly captionsSrtKey: string | null;
  readonly captionsVttKey: string | null;
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  readonly durationSeconds: number | null;
  readonly failure: JobFailure | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

export const insertExport = async (
  trx: Transaction,
  row: NewExport & ({ jobId: string } | { failure: JobFailure }),
): Promise<void> => {
  await trx
    .insertInto('export')
    .values({
      id: row.id,
      publish_id: row.publishId,
      project_id: row.projectId,
      account_id: row.accountId,
      environment: row.environment,
      title: row.title,
      quality: row.quality,
      requested_quality: row.requestedQuality,
      format: row.format,
      width_px: row.widthPx,
      height_px: row.heightPx,
      fps: row.fps,
      watermarked: row.watermarked,
      hold_id: row.holdId,
      ...('jobId' in row
        ? { status: 'QUEUED' as const, job_id: row.jobId }
        : { status: 'FAILED' as const, failure: JSON.stringify(row.failure), finished_at: sql<Date>`now()` }),
    })
    .execute();
};

const selectExports = (db: Database) =>
  db
    .selectFrom('export')
    .selectAll('export')
    .select([
      sql<boolean>`exists(select 1 from lease l where l.job_id = export.job_id and l.ended_at is null)`.as('is_leased'),
      sql<number>`coalesce((select max(l.progress_done::float8 / nullif(l.progress_total, 0)) from lease l
                             where l.job_id = export.job_id), 0)::float8`.as('done_fraction'),
      sql<Date | null>`(select min(l.granted_at) from lease l where l.job_id = export.job_id)`.as('started_at'),
    ]);

type ExportRow = Awaited<ReturnType<ReturnType<typeof selectExports>['executeTakeFirstOrThrow']>>;

const exportOf = (row: ExportRow): Export => ({
  id: row.id,
  publishId: row.publish_id,
  projectId: row.project_id,
  accountId: row.account_id,
  environment: row.environment,
  title: row.title,
  quality: row.quality,
  requestedQuality: row.requested_quality,
  format: row.format,
  widthPx: row.width_px,
  heightPx: row.height_px,
  fps: row.fps,
  watermarked: row.watermarked,
  holdId: row.hold_id,
  status: row.status,
  isLeased: row.is_leased,
  doneFraction: row.done_fraction,
  creditsCharged: row.credits_charged,
  fileKey: row.file_key,
  thumbnailKey: row.thumbnail_key,
  captionsSrtKey: row.captions_srt_key,
  captionsVttKey: row.captions_vtt_key,
  sha256: row.sha256,
  sizeBytes: row.size_bytes,
  durationSeconds: row.duration_seconds,
  failure: row.failure as JobFailure | null,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

/** An export of an account; a key never sees those of the other environment (N43). */
export const findExport = async (db: Database, owner: Owner, exportId: string): Promise<Export | null> => {
  const row = await selectExports(db)
    .where('export.id', '=', exportId)
    .where('account_id', '=', owner.accountId)
    .where('environment', 'in', owner.environments)
    .executeTakeFirst();
  return row ? exportOf(row) : null;
};

/** The newest export of a publish. */
export const findExportOfPublish = async (db: Database, publishId: string): Promise<Export | null> => {
  const row = await selectExports(db)
    .where('publish_id', '=', publishId)
    .orderBy('export.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? exportOf(row) : null;
};

export interface ExportEnd {
  readonly exportId: string;
  readonly publishId: string;
  readonly holdId: string | null;
}

const ended = (row: { id: string; publish_id: string; hold_id: string | null } | undefined): ExportEnd | null =>
  row ? { exportId: row.id, publishId: row.publish_id, holdId: row.hold_id } : null;

const exportOfJob = (trx: Transaction, jobId: string) =>
  trx.updateTable('export').where('job_id', '=', jobId).where('status', '=', 'QUEUED');

export interface ExportedFiles {
  readonly video: { readonly key: string; readonly sha256: string; readonly sizeBytes: number };
  readonly thumbnailKey: string;
  readonly captionsSrtKey: string | null;
  readonly captionsVttKey: string | null;
  readonly frameCount: number;
  readonly durationSeconds: number;
  readonly loudness: object | null;
  readonly timingsMs: object;
}

/** Compare-and-set from QUEUED; null where the export was over. */
export const saveExportSuccess = async (
  trx: Transaction,
  jobId: string,
  files: ExportedFiles,
): Promise<ExportEnd | null> =>
  ended(
    await exportOfJob(trx, jobId)
      .set({
        status: 'SUCCESS',
        file_key: files.video.key,
        sha256: files.video.sha256,
        size_bytes: files.video.sizeBytes,
        thumbnail_key: files.thumbnailKey,
        captions_srt_key: files.captionsSrtKey,
        captions_vtt_key: files.captionsVttKey,
        frame_count: files.frameCount,
        duration_seconds: files.durationSeconds,
        loudness: files.loudness === null ? null : JSON.stringify(files.loudness),
        timings_ms: JSON.stringify(files.timingsMs),
        finished_at: sql<Date>`now()`,
      })
      .returning(['id', 'publish_id', 'hold_id'])
      .executeTakeFirst(),
  );

export const saveExportFailure = async (
  trx: Transaction,
  jobId: string,
  failure: JobFailure,
): Promise<ExportEnd | null> =>
  ended(
    await exportOfJob(trx, jobId)
      .set({ status: 'FAILED', failure: JSON.stringify(failure), finished_at: sql<Date>`now()` })
      .returning(['id', 'publish_id', 'hold_id'])
      .executeTakeFirst(),
  );

export const saveExportCancelled = async (trx: Transaction, publishId: string): Promise<void> => {
  await trx
    .updateTable('export')
    .set({ status: 'CANCELLED', finished_at: sql<Date>`now()` })
    .where('publish_id', '=', publishId)
    .where('status', '=', 'QUEUED')
    .execute();
};

export const saveCreditsCharged = async (trx: Transaction, exportId: string, credits: number): Promise<void> => {
  await trx.updateTable('export').set({ credits_charged: credits }).where('id', '=', exportId).execute();
};

/** Milliseconds of export work for each second of video, over the farm's latest; null where there was none yet. */
export const measuredExportMsPerSecond = async (db: Database): Promise<number | null> => {
  const { rows } = await sql<{ ms: number | null }>`
    select avg((timings_ms ->> 'total')::float8 / duration_seconds) as ms
      from (select timings_ms, duration_seconds from export where status = 'SUCCESS'
             order by finished_at desc limit 10) latest`.execute(db);
  return rows[0]?.ms ?? null;
};
