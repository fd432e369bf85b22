import type { Transaction } from '../database/connection.ts';
import type { CompletedJob, Completions, GivenUpJob } from '../dispatch/completions.ts';
import { endBrandRead } from './store/brand-reads.ts';

/** What the end of reading a website means: it is kept, and whoever waits makes brands of it (S20). */
export const brandCompletions = (): Pick<Completions, 'brand.read'> => ({
  'brand.read': {
    async completed(trx: Transaction, job: CompletedJob<'brand.read'>): Promise<void> {
      const { logo, logoDark, icon } = job.files;
      const keyOf = (file: typeof logo): string | null => file?.key ?? null;
      await endBrandRead(trx, job.payload.brandReadId, {
        state: 'ready',
        result: {
          facts: job.result,
          files: { logo: keyOf(logo), logoDark: keyOf(logoDark), icon: keyOf(icon) },
        },
      });
    },

    async gaveUp(trx: Transaction, job: GivenUpJob<'brand.read'>): Promise<void> {
      const { code, message } = job.failure;
      await endBrandRead(trx, job.payload.brandReadId, { state: 'failed', failure: { code, message } });
    },
  },
});
