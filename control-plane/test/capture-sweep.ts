import { accountOperations } from '../accounts/operations.ts';
import { captureRecords } from '../captures/operations/capture-records.ts';
import { captureSweeper } from '../captures/operations/sweep-captures.ts';
import { creditOperations } from '../credits/operations.ts';
import { localDiskStore } from '../object-storage/local-disk.ts';
import type { Farm } from './harness.ts';

/** One round of the sweep that every control plane runs, as another process of the same farm. */
export const sweepOnce = async ({ db, clock, config }: Farm): Promise<void> => {
  const { sweep } = captureSweeper({
    db,
    objects: localDiskStore({
      rootPath: `${config.FARM_DATA}/objects`,
      baseUrl: config.FARM_PUBLIC_URL,
      signingSecret: config.FARM_SIGNING_SECRET,
      clock: () => clock.now(),
    }),
    records: captureRecords({
      accounts: accountOperations({ db }),
      credits: creditOperations({ topUpUrl: '' }),
      usage: { count: async () => {}, giveBack: async () => {} },
    }),
    cancelBatch: async () => {},
    everyMs: 1_000,
    onFault: (error) => {
      throw error;
    },
  });
  await sweep();
};
