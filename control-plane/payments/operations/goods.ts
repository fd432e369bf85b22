import type { Database, Transaction } from '../../database/connection.ts';
import type { TopUpFeature } from '../catalog.ts';
import { drawUnits, findPassOfProject, lockTopUps, topUpUnits } from '../store/goods.ts';
import { drawsFor } from '../top-up-draw.ts';

/** What was bought, as the rest of the farm asks for it. Needs nothing, so that whoever publishes can be made with it. */
export const goodsOperations = () => ({
  /** S95: the pass that a project was given; null where it has none, or where its money went back. */
  passOf: (trx: Database | Transaction, projectId: string): Promise<{ redeemedAt: Date } | null> =>
    findPassOfProject(trx, projectId),

  /**
   * S97, N40: what top-ups add to the plan's limit of a feature in the running UTC month: units that were drawn in it
   * already, and units that are left.
   */
  topUpUnits: async (trx: Database | Transaction, accountId: string, feature: TopUpFeature): Promise<number> => {
    const { drawn, left } = await topUpUnits(trx, accountId, feature);
    return drawn + left;
  },

  /**
   * Draws from top-ups what a publish takes beyond the plan's limit; false, and nothing drawn, where they do not
   * reach. Call it in the transaction that stores the publish, under the account's lock; calling it again for the same
   * count draws nothing. Units are drawn for the month: what a cancelled publish gives back serves the next one in it.
   *
   * @param use.usedAfter uses of the feature in the running UTC month, those of the publish included
   */
  async coverOverPlan(
    trx: Transaction,
    use: {
      readonly accountId: string;
      readonly feature: TopUpFeature;
      readonly usedAfter: number;
      readonly planLimit: number;
    },
  ): Promise<boolean> {
    const { accountId, feature, usedAfter, planLimit } = use;
    if (usedAfter <= planLimit) return true;
    const topUps = await lockTopUps(trx, accountId, feature);
    const { drawn } = await topUpUnits(trx, accountId, feature);
    const draws = drawsFor({ usedAfter, planLimit, drawn }, topUps);
    if (draws === null) return false;
    for (const { id, units } of draws) await drawUnits(trx, id, units);
    return true;
  },
});
export type GoodsOperations = ReturnType<typeof goodsOperations>;
