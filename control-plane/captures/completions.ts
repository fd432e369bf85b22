import type { Transaction } from '../database/connection.ts';
import type { CompletedJob, Completions, GivenUpJob } from '../dispatch/completions.ts';
import type { CaptureRecords } from './operations/capture-records.ts';

export interface CaptureCompletionsDeps {
  readonly records: Pick<CaptureRecords, 'ready' | 'endUnpaid'>;
}

/** What the end of a page capture means (S74). Each runs once, in the transaction that ends the job. */
export const captureCompletions = ({ records }: CaptureCompletionsDeps): Pick<Completions, 'page.capture'> => ({
  'page.capture': {
    async completed(trx: Transaction, job: CompletedJob<'page.capture'>): Promise<void> {
      const file = job.files.page;
      if (!file) throw new Error(`job ${job.jobId} came without its picture`);
      const { page, picture, timingsMs } = job.result;
      const { mimeType, widthPx, heightPx } = picture;
      const stored = { storageKey: file.key, sha256: file.sha256, mimeType, widthPx, heightPx };
      await records.ready(trx, job.payload.captureId, { kind: 'page', page, picture: stored, timingsMs });
    },

    /** N34: whatever went wrong, what was set aside is given back. */
    async gaveUp(trx: Transaction, job: GivenUpJob<'page.capture'>): Promise<void> {
      const { code, message } = job.failure;
      await records.endUnpaid(trx, job.payload.captureId, { state: 'failed', failure: { code, message } });
    },
  },
});
