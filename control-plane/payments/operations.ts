import type { AccountOperations } from '../accounts/operations.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { type Caller, requireWebSession } from '../http/authenticate.ts';
import type { Warning } from '../http/envelope.ts';
import { type Problem, Refusal } from '../http/refusal.ts';
import { creditPurchase, exportPassPurchase, type PaymentCatalog, type Purchase, topUpPurchase } from './catalog.ts';
import { confirmPayment } from './operations/confirm-payment.ts';
import {
  type CheckoutDeps,
  type OpenedCheckout,
  openCheckout,
  returnPathProblems,
} from './operations/open-checkout.ts';
import { receiveEvent } from './operations/receive-event.ts';
import { type ProjectsOfPasses, redeemPass } from './operations/redeem-pass.ts';
import type { SettleOperations } from './operations/settle.ts';
import type { Payment, Settlement } from './payment.ts';
import { notConfigured, packProblem } from './payment-refusal.ts';
import type { PaymentProvider } from './provider.ts';
import { billingPath } from './return-path.ts';
import { countFreePasses, listRedeemedPasses, listTopUps, type RedeemedPass, type TopUp } from './store/goods.ts';

export interface PaymentDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly catalog: PaymentCatalog;
  /** Null where none is set up: everything that needs one says so (503). */
  readonly provider: PaymentProvider | null;
  readonly settling: SettleOperations;
  readonly accounts: Pick<AccountOperations, 'planOf'>;
  readonly projects: ProjectsOfPasses;
  readonly publicUrl: string;
  readonly topUpUrl: string;
  readonly onSettled: (payment: Payment, settlement: Settlement) => void;
}

/** A checkout as a caller asks for it. */
export interface CheckoutBody {
  readonly returnPath?: string | undefined;
}

/** N39. */
export interface OneTimeGoods {
  readonly passesAvailable: number;
  readonly redeemed: readonly RedeemedPass[];
  readonly topUps: readonly TopUp[];
  readonly catalog: PaymentCatalog;
  readonly provider: Pick<PaymentProvider, 'name' | 'isTestMoney'> | null;
}

const refuse = (details: readonly Problem[]): Refusal =>
  new Refusal('bad_request', {
    code: details.length === 1 && details[0] ? details[0].code : 'INVALID_REQUEST',
    message: details.map(({ path, message }) => `${path}: ${message}`).join(' '),
    details,
  });

/** Everything that is bought with money: checkouts, what they came to, and what they gave (S90-S97). */
export const paymentOperations = (deps: PaymentDeps) => {
  const { db, catalog, provider, accounts, topUpUrl } = deps;
  const checkoutDeps: CheckoutDeps = deps;
  const open = openCheckout(checkoutDeps);

  /** Every problem at once; a farm without a provider says that first, since nothing can be mended then. */
  const checkout = async (
    caller: Caller,
    { returnPath }: CheckoutBody,
    found: Purchase | Problem,
  ): Promise<OpenedCheckout> => {
    requireWebSession(caller);
    if (provider === null) throw notConfigured();
    const problems = [...('path' in found ? [found] : []), ...returnPathProblems(returnPath)];
    if ('path' in found || problems.length > 0) throw refuse(problems);
    return open(caller, { purchase: found, returnPath: returnPath ?? billingPath });
  };
  const idsOf = (packs: readonly { id: string }[]): string[] => packs.map(({ id }) => id);

  return {
    /** S90. Throws 400 with every problem, 403 for a key, 503 without a provider. */
    checkoutCredits: (
      caller: Caller,
      { packId, ...body }: CheckoutBody & { packId: string },
    ): Promise<OpenedCheckout> =>
      checkout(caller, body, creditPurchase(catalog, packId) ?? packProblem(packId, idsOf(catalog.creditPacks))),

    /** S93. */
    checkoutTopUp: (caller: Caller, { packId, ...body }: CheckoutBody & { packId: string }): Promise<OpenedCheckout> =>
      checkout(caller, body, topUpPurchase(catalog, packId) ?? packProblem(packId, idsOf(catalog.topUpPacks))),

    /** S92. Warns where the plan needs no pass: it would be of use after a change of plan only. */
    async checkoutExportPass(
      caller: Caller,
      body: CheckoutBody,
    ): Promise<{ checkout: OpenedCheckout; warnings: Warning[] }> {
      const opened = await checkout(caller, body, exportPassPurchase(catalog));
      const plan = await accounts.planOf(caller.accountId);
      const message = `The ${plan.name} plan makes videos without watermark: a pass cannot be redeemed while you are on it.`;
      return { checkout: opened, warnings: plan.watermark ? [] : [{ code: 'EXPORT_PASS_NOT_NEEDED', message }] };
    },

    /** S91. */
    async oneTimeGoods({ accountId }: Caller): Promise<OneTimeGoods> {
      const passesAvailable = await countFreePasses(db, accountId);
      const redeemed = await listRedeemedPasses(db, accountId);
      const topUps = await listTopUps(db, accountId);
      return { passesAvailable, redeemed, topUps, catalog, provider };
    },

    /** S94. */
    confirm: confirmPayment(deps),

    /** S95. */
    redeemPass: redeemPass({ db, accounts, projects: deps.projects, offer: catalog.exportPass, topUpUrl }),

    /** Takes an event of a provider whose signature was checked. */
    receive: receiveEvent(deps),
  };
};
export type PaymentOperations = ReturnType<typeof paymentOperations>;
