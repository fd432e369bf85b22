import type { Database } from '../../database/connection.ts';
import { keyUseByMonth, keyUseThisMonth } from '../store/key-use.ts';

/** What keys spent: for the list of keys and the history of one (N15, S105). The cap itself is checked by `reserve`. */
export const keyUseOperations = ({ db }: { db: Database }) => ({
  thisMonth: (keyIds: readonly string[]) => keyUseThisMonth(db, keyIds),
  byMonth: (keyId: string) => keyUseByMonth(db, keyId),
});
export type KeyUseOperations = ReturnType<typeof keyUseOperations>;
