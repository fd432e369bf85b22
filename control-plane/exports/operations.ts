import type { JobFailure } from '@reelyard/shared/contracts/job-failure.ts';
import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connection.ts';
import { newId } from '../database/new-id.ts';
import type { CompletedJob, GivenUpJob } from '../dispatch/completions.ts';
import type { Queue } from '../dispatch/queue.ts';
import { type Caller, ownerOf } from '../http/authenticate.ts';
import { notFound, Refusal } from '../http/refusal.ts';
import { safeFilename } from '../object-storage/content-disposition.ts';
import type { ObjectStore } from '../object-storage/object-store.ts';
import { type ExportView, exportView } from './export-view.ts';
import {
  type Export,
  type ExportEnd,
  findExport,
  findExportOfPublish,
  insertExport,
  measuredExportMsPerSecond,
  type NewExport,
  saveCreditsCharged,
  saveExportCancelled,
  saveExportFailure,
  saveExportSuccess,
} from './store.ts';

export type { Export } from './store.ts';

/** S67: a download's address is short-lived. */
const downloadSeconds = 5 * 60;
/** Addresses inside a status or an export; a page that shows them may stay open for a while. */
const viewSeconds = 60 * 60;

export interface DownloadView {
  readonly url: string;
  readonly expiresAt: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface ExportDeps {
  readonly db: Database;
  readonly queue: Queue;
  readonly objects: Pick<ObjectStore, 'signRead'>;
  readonly clock: Clock;
}

export const exportOperations = ({ db, queue, objects, clock }: ExportDeps) => {
  const sign = async (key: string | null): Promise<string | null> =>
    key === null ? null : objects.signRead(key, { expiresInSeconds: viewSeconds });

  const viewOf = async (row: Export): Promise<ExportView> =>
    exportView(row, {
      outputUrl: await sign(row.fileKey),
      thumbnailUrl: await sign(row.thumbnailKey),
      captionsSrtUrl: await sign(row.captionsSrtKey),
      captionsVttUrl: await sign(row.captionsVttKey),
    });

  const getOwn = async (caller: Caller, exportId: string): Promise<Export> => {
    const row = await findExport(db, ownerOf(caller), exportId);
    if (!row) throw notFound('export');
    return row;
  };

  return {
    viewOf,
    sign,
    ofPublish: (trx: Database, publishId: string): Promise<Export | null> => findExportOfPublish(trx, publishId),

    /** S66. */
    getExport: async (caller: Caller, exportId: string): Promise<ExportView> => viewOf(await getOwn(caller, exportId)),

    /** S67: an address that forces a download under the title of the video. */
    async download(caller: Caller, exportId: string): Promise<DownloadView> {
      const row = await getOwn(caller, exportId);
      if (row.fileKey === null || row.sizeBytes === null || row.sha256 === null) {
        throw new Refusal('bad_request', {
          code: 'EXPORT_NOT_READY',
          message: 'This export has no file yet.',
          body: { status: row.status },
        });
      }
      const title = row.environment === 'test' ? `${row.title} (Sandbox)` : row.title;
      const filename = safeFilename(title, row.format);
      const url = await objects.signRead(row.fileKey, {
        expiresInSeconds: downloadSeconds,
        downloadFilename: filename,
      });
      const expiresAt = new Date(clock().getTime() + downloadSeconds * 1_000).toISOString();
      const contentType = row.format === 'mp4' ? 'video/mp4' : 'video/webm';
      return { url, expiresAt, filename, contentType, sizeBytes: row.sizeBytes, sha256: row.sha256 };
    },

    /** Queues the one export of a publish. */
    async queueExport(
      trx: Transaction,
      request: Omit<NewExport, 'id'> & {
        weight: number;
        priority: number;
        payload: Omit<PayloadOf<'export.assemble'>, 'exportId'>;
      },
    ): Promise<void> {
      const { weight, priority, payload, ...row } = request;
      const id = newId('exp');
      const { accountId, publishId } = row;
      const job = { payload: { ...payload, exportId: id }, accountId, weight, priority, batchId: publishId };
      const [jobId] = await queue.enqueue(trx, 'export.assemble', [job]);
      if (jobId === undefined) throw new Error('the queue gave no id');
      await insertExport(trx, { ...row, id, jobId });
    },

    /** Notes an export that could not even be queued. */
    failBeforeQueue: (trx: Transaction, row: Omit<NewExport, 'id'>, failure: JobFailure): Promise<void> =>
      insertExport(trx, { ...row, id: newId('exp'), failure }),

    /** Null where the export was over already. */
    exportCompleted(trx: Transaction, job: CompletedJob<'export.assemble'>): Promise<ExportEnd | null> {
      const { video, thumbnail, captionsSrt, captionsVtt } = job.files;
      if (!video || !thumbnail) throw new Error('an export came without its file or its thumbnail');
      return saveExportSuccess(trx, job.jobId, {
        video,
        thumbnailKey: thumbnail.key,
        captionsSrtKey: captionsSrt?.key ?? null,
        captionsVttKey: captionsVtt?.key ?? null,
        frameCount: job.result.frameCount,
        durationSeconds: job.result.durationSeconds,
        loudness: job.result.loudness,
        timingsMs: job.result.timingsMs,
      });
    },

    exportGivenUp: (trx: Transaction, job: GivenUpJob<'export.assemble'>): Promise<ExportEnd | null> =>
      saveExportFailure(trx, job.jobId, job.failure),

    cancelOfPublish: (trx: Transaction, publishId: string): Promise<void> => saveExportCancelled(trx, publishId),
    noteCharge: (trx: Transaction, exportId: string, credits: number): Promise<void> =>
      saveCreditsCharged(trx, exportId, credits),
    measuredMsPerSecond: (): Promise<number | null> => measuredExportMsPerSecond(db),
  };
};
export type ExportOperations = ReturnType<typeof exportOperations>;
