import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import type { ObjectStore } from '../../object-storage/object-store.ts';
import { listAbandoned, listExpired, markSwept } from '../store.ts';
import type { CaptureRecords } from './capture-records.ts';
import { captureFileKeys } from './read-files.ts';
import { captureLifeMs } from './select-components.ts';

export interface SweepCapturesDeps {
  readonly db: Database;
  readonly objects: Pick<ObjectStore, 'delete'>;
  readonly records: Pick<CaptureRecords, 'endUnpaid'>;
  readonly cancelBatch: (trx: Transaction, batchId: string) => Promise<void>;
  readonly everyMs: number;
  readonly onFault: (error: unknown) => void;
}

/** Opening, twelve steps and the capture together end by their own walls before that. */
const abandonedAfterSeconds = { components: 600, page: 150 } as const;
/** An address that was signed at the last moment still shows its picture. */
const expiredAfterSeconds = captureLifeMs / 1_000 + 3_600;
const expiredAtOnce = 20;

/**
 * Gives back the credit of captures whose control plane was killed while it waited (no hold stays open, N34), and
 * deletes the files of expired ones; what scenes show was copied. Every control plane runs one: ends are fenced.
 */
export const captureSweeper = ({ db, objects, records, cancelBatch, everyMs, onFault }: SweepCapturesDeps) => {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isClosed = false;

  const abandon = (captureId: string): Promise<void> =>
    inTransaction(db, async (trx) => {
      const failure = { code: 'CAPTURE_TIMEOUT', message: 'The capture was not finished.' };
      const ended = await records.endUnpaid(trx, captureId, { state: 'failed', failure });
      if (ended?.target === null) await cancelBatch(trx, captureId);
    });

  const deleteFiles = async (accountId: string, captureId: string, pageKey: string | null): Promise<void> => {
    const keys = pageKey === null ? captureFileKeys(accountId, captureId) : [pageKey];
    for (const key of keys) await objects.delete(key);
    await markSwept(db, captureId);
  };

  const sweep = async (): Promise<void> => {
    for (const { id } of await listAbandoned(db, abandonedAfterSeconds)) await abandon(id);
    for (const { id, accountId, result } of await listExpired(db, expiredAfterSeconds, expiredAtOnce)) {
      await deleteFiles(accountId, id, result?.kind === 'page' ? result.picture.storageKey : null);
    }
  };

  const schedule = (): void => {
    if (isClosed) return;
    timer = setTimeout(() => {
      running = sweep().catch(onFault).finally(schedule);
    }, everyMs);
  };

  return {
    /** One round, now. */
    sweep,
    start: schedule,
    async close(): Promise<void> {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
};
export type CaptureSweeper = ReturnType<typeof captureSweeper>;
