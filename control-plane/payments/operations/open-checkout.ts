import type { Clock } from '../../clock.ts';
import { type Database, inTransaction } from '../../database/connection.ts';
import { newId } from '../../database/new-id.ts';
import type { WebCaller } from '../../http/authenticate.ts';
import { type Problem, Refusal } from '../../http/refusal.ts';
import type { Purchase } from '../catalog.ts';
import { notConfigured } from '../payment-refusal.ts';
import type { PaymentProvider } from '../provider.ts';
import { returnPathProblem, returnUrl } from '../return-path.ts';
import { countOpenPayments, insertPayment, markEnded, saveProviderSession } from '../store/payments.ts';

export interface CheckoutDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly provider: PaymentProvider | null;
  /** Where the web app lies, without a slash at the end. */
  readonly publicUrl: string;
}

export interface OpenedCheckout {
  readonly sessionId: string;
  readonly checkoutUrl: string;
  readonly expiresAt: Date;
}

export interface CheckoutRequest {
  readonly purchase: Purchase;
  readonly returnPath: string;
}

/** A provider wants at least half an hour. */
const checkoutLifeMs = 60 * 60_000;
/** Checkouts that an account may have open: a session that was taken over must not fill the provider's books. */
const maxOpenCheckouts = 20;

const tooManyCheckouts = (): Refusal =>
  new Refusal('too_many_requests', {
    code: 'TOO_MANY_CHECKOUTS',
    message: `${maxOpenCheckouts} checkouts are open. Finish one, or wait until one expires.`,
    body: { limit: maxOpenCheckouts },
    headers: { 'retry-after': '600' },
  });

/** What is wrong with the path to return to, as a problem of the request; empty where nothing is. */
export const returnPathProblems = (returnPath: string | undefined): Problem[] => {
  const problem = returnPath === undefined ? null : returnPathProblem(returnPath);
  return problem === null ? [] : [{ path: 'returnPath', ...problem }];
};

/**
 * Opens a checkout at the provider. The payment is stored first: where this process dies in between, money that
 * arrives still finds what it was for, by the id that the provider carries.
 */
export const openCheckout =
  ({ db, clock, provider, publicUrl }: CheckoutDeps) =>
  async (caller: WebCaller, { purchase, returnPath }: CheckoutRequest): Promise<OpenedCheckout> => {
    if (provider === null) throw notConfigured();
    const { accountId, userId } = caller;
    const id = newId('pay');
    const expiresAt = new Date(clock().getTime() + checkoutLifeMs);
    await inTransaction(db, async (trx) => {
      if ((await countOpenPayments(trx, accountId)) >= maxOpenCheckouts) throw tooManyCheckouts();
      await insertPayment(trx, { id, accountId, userId, provider: provider.name, purchase, expiresAt });
    });
    const { name, amountCents, currency } = purchase;
    const order = {
      paymentId: id,
      name,
      amountCents,
      currency,
      paidUrl: returnUrl(publicUrl, returnPath, { checkout: 'paid', sessionId: id }),
      cancelledUrl: returnUrl(publicUrl, returnPath, { checkout: 'cancelled', sessionId: id }),
      expiresAt,
    };
    try {
      const hosted = await provider.openCheckout(order);
      await saveProviderSession(db, id, hosted);
      return { sessionId: id, checkoutUrl: hosted.checkoutUrl, expiresAt: hosted.expiresAt };
    } catch (error) {
      // Nobody was sent to it. Should it be paid all the same, that counts (settlementOf).
      await markEnded(db, id, 'failed');
      throw error;
    }
  };
