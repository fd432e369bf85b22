import type { CreditOperations } from '../../credits/operations.ts';
import type { Transaction } from '../../database/connection.ts';
import type { UsageOperations } from '../../usage/operations.ts';
import type { Publish } from '../snapshot.ts';
import { findExportHold, takeExportCount } from '../store/publishes.ts';
import { type SettledScene, takeSceneCount } from '../store/scenes.ts';

export interface SettleUseDeps {
  readonly credits: Pick<CreditOperations, 'charge' | 'release'>;
  readonly usage: Pick<UsageOperations, 'giveBack'>;
}

/** What a publish took, credits or the plan's month, is kept or given back; each part of it once. */
export const settleUse = ({ credits, usage }: SettleUseDeps) => ({
  /** Keeps what a scene took: it was drawn, or failed by the caller's own fault (N51). */
  async keepScene(trx: Transaction, { holdId }: SettledScene): Promise<void> {
    if (holdId !== null) await credits.charge(trx, holdId);
  },

  /** @returns credits released */
  async giveSceneBack(
    trx: Transaction,
    { id, accountId, createdAt }: Publish,
    { sceneId, holdId, countedAs }: SettledScene,
  ): Promise<number> {
    if (countedAs !== null && (await takeSceneCount(trx, id, sceneId))) {
      await usage.giveBack(trx, { accountId, feature: countedAs, units: 1, countedAt: createdAt });
    }
    return holdId === null ? 0 : credits.release(trx, holdId);
  },

  /** N51: an export that was not made is not paid for. @returns credits released */
  async giveExportBack(trx: Transaction, { id, accountId, createdAt }: Publish): Promise<number> {
    if (await takeExportCount(trx, id)) {
      await usage.giveBack(trx, { accountId, feature: 'export', units: 1, countedAt: createdAt });
    }
    const holdId = await findExportHold(trx, id);
    return holdId === null ? 0 : credits.release(trx, holdId);
  },
});
export type SettleUse = ReturnType<typeof settleUse>;
