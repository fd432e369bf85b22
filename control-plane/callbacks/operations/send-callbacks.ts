import type { Clock } from '../../clock.ts';
import { type Database, inTransaction } from '../../database/connection.ts';
import type { CallbackClient } from '../client.ts';
import { callbackBody, eventOf, type PublishFacts } from '../payload.ts';
import { type DeliveryOutcome, errorOf, type Redelivery, redeliveryAfter } from '../redelivery.ts';
import { openSecret, sealingKey } from '../sealed-secret.ts';
import { callbackHeaders } from '../signature.ts';
import { type ClaimedCallback, claimDue, giveUpAbandoned, recordAttempt } from '../store.ts';

export interface CallbackSenderDependencies {
  readonly db: Database;
  readonly client: CallbackClient;
  readonly farmSecret: string;
  readonly clock: Clock;
  /** What a publish has come to; supplied by the publishing feature. */
  readonly describePublish: (publishId: string) => Promise<PublishFacts>;
  /** Told what became of every try, for the metrics. */
  readonly onDelivery: (status: Redelivery['status']) => void;
  readonly onFault: (error: unknown) => void;
}

export interface CallbackSender {
  /** Looks for due callbacks now and every `everyMs` from now on. */
  start(everyMs: number): void;
  /** Sends what is due now and waits until each is recorded. */
  sendDue(): Promise<void>;
  /** Ends when the attempts that are under way are recorded: ten seconds at most. */
  close(): Promise<void>;
}

/** Attempts are sockets that wait; the bound is for descriptors, not for work. */
const maxAtOnce = 64;
/** Longer than any attempt takes. An attempt that is not recorded by then is over, and the next one begins. */
const claimSeconds = 60;

/** Sends callbacks from the outbox: at least once each, in as many control planes as there are (F3, F4). */
export const callbackSender = (deps: CallbackSenderDependencies): CallbackSender => {
  const { db, client, farmSecret, clock, describePublish, onDelivery, onFault } = deps;
  const key = sealingKey(farmSecret);
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;

  const post = async (claimed: ClaimedCallback, sentAt: Date): Promise<DeliveryOutcome> => {
    const { publishId, url, phase, attempt, sealedSecret } = claimed;
    const secret = sealedSecret === null ? null : openSecret(key, publishId, sealedSecret);
    if (sealedSecret !== null && secret === null)
      return { kind: 'unanswered', error: 'The callback secret can no longer be read: publish again with it.' };
    const body = callbackBody(await describePublish(publishId), { phase, attempt, sentAt });
    const headers = callbackHeaders({ event: eventOf(phase), requestId: publishId, sentAt, body, secret });
    return client.deliver({ url, headers, body });
  };

  const attempt = async (claimed: ClaimedCallback): Promise<void> => {
    const sentAt = clock();
    const startedAt = performance.now();
    const outcome = await post(claimed, sentAt);
    const redelivery = redeliveryAfter(claimed.attempt, outcome);
    const record = {
      publishId: claimed.publishId,
      attempt: claimed.attempt,
      sentAt,
      durationMs: Math.round(performance.now() - startedAt),
      statusCode: outcome.kind === 'answered' ? outcome.statusCode : null,
      error: redelivery.status === 'delivered' ? null : errorOf(outcome),
      redelivery,
    };
    if (await inTransaction(db, (trx) => recordAttempt(trx, record))) onDelivery(redelivery.status);
  };

  const look = async (): Promise<void> => {
    const abandonedCount = await giveUpAbandoned(db);
    for (let index = 0; index < abandonedCount; index += 1) onDelivery('failed');
    const room = maxAtOnce - underWay.size;
    if (room === 0) return;
    for (const claimed of await claimDue(db, room, claimSeconds)) {
      const work = attempt(claimed)
        .catch(onFault)
        .finally(() => underWay.delete(work));
      underWay.add(work);
    }
  };

  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };

  return {
    start(everyMs) {
      timer = setInterval(() => void lookOnce().catch(onFault), everyMs);
    },
    async sendDue() {
      await lookOnce();
      await Promise.all(underWay);
    },
    async close() {
      if (timer !== null) clearInterval(timer);
      await looking?.catch(onFault);
      await Promise.all(underWay);
    },
  };
};
