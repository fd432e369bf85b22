import type { AccountOperations } from '../../accounts/operations.ts';
import { type Database, inTransaction, type Transaction } from '../../database/connection.ts';
import type { Caller } from '../../http/authenticate.ts';
import { Refusal } from '../../http/refusal.ts';
import type { ExportPassOffer } from '../catalog.ts';
import { countFreePasses, findPassOfProject, redeemOldestPass } from '../store/goods.ts';

/** What a redemption needs of projects, which stand behind this feature: handed in where everything is put together. */
export interface ProjectsOfPasses {
  /** Holds the project's row until the transaction ends. Throws the 404 of a project that is not the caller's. */
  lockProject(trx: Transaction, caller: Caller, projectId: string): Promise<{ environment: 'live' | 'test' }>;
  /** The video of a locked project is out of date: its next publish makes it anew. */
  makeDue(trx: Transaction, caller: Caller, projectId: string): Promise<void>;
  /** Scenes that a publish at 1080p would draw now. */
  countScenesToRender(caller: Caller, projectId: string): Promise<number>;
}

export interface RedeemDeps {
  readonly db: Database;
  readonly accounts: Pick<AccountOperations, 'planOf'>;
  readonly projects: ProjectsOfPasses;
  readonly offer: ExportPassOffer;
  /** Where passes are bought. */
  readonly topUpUrl: string;
}

export interface Redeemed {
  readonly projectId: string;
  readonly passesRemaining: number;
  readonly scenesToRender: number;
  readonly alreadyRedeemed: boolean;
}

/**
 * S95: spends one pass on one project, once: a project that has one keeps it, and asking again costs nothing. The
 * project's row is locked first, so that two requests for it come one after the other.
 */
export const redeemPass = (deps: RedeemDeps) => {
  const { db, accounts, projects, offer, topUpUrl } = deps;

  const refuseUseless = async (trx: Transaction, accountId: string): Promise<void> => {
    const plan = await accounts.planOf(accountId, trx);
    if (plan.watermark) return;
    throw new Refusal('bad_request', {
      code: 'EXPORT_PASS_NOT_NEEDED',
      message: `The ${plan.name} plan makes videos up to ${plan.maxQuality} without watermark: keep the pass.`,
    });
  };

  const redeem = async (trx: Transaction, caller: Caller, projectId: string): Promise<boolean> => {
    const { accountId } = caller;
    const { environment } = await projects.lockProject(trx, caller, projectId);
    if (environment === 'test') {
      throw new Refusal('bad_request', {
        code: 'SANDBOX_PROJECT',
        message: 'A sandbox project keeps its watermark. Make the project again with a live key or in the web app.',
        details: [{ path: 'projectId', code: 'SANDBOX_PROJECT', message: 'This project was made with a test key.' }],
      });
    }
    if ((await findPassOfProject(trx, projectId)) !== null) return true;
    await refuseUseless(trx, accountId);
    if ((await redeemOldestPass(trx, accountId, projectId)) === null) {
      throw new Refusal('payment_required', {
        code: 'EXPORT_PASS_REQUIRED',
        message: 'There is no export pass left. Buy one, then redeem it.',
        body: { passesRemaining: 0, priceCents: offer.priceCents, topUpUrl },
      });
    }
    await projects.makeDue(trx, caller, projectId);
    return false;
  };

  return async (caller: Caller, projectId: string): Promise<Redeemed> => {
    const { alreadyRedeemed, passesRemaining } = await inTransaction(db, async (trx) => ({
      alreadyRedeemed: await redeem(trx, caller, projectId),
      passesRemaining: await countFreePasses(trx, caller.accountId),
    }));
    const scenesToRender = await projects.countScenesToRender(caller, projectId);
    return { projectId, passesRemaining, scenesToRender, alreadyRedeemed };
  };
};
