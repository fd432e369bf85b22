import type { GuardedFetch } from '@reelyard/shared/egress/guarded-fetch.ts';
import type { DeliveryOutcome } from './redelivery.ts';

export interface CallbackRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface CallbackClient {
  deliver(request: CallbackRequest): Promise<DeliveryOutcome>;
}

/** N30: for everything, the name look-up included. */
const timeoutMs = 10_000;
/** Nothing of the answer is used; this much of it is read so that a polite receiver sees its answer taken. */
const maxAnswerBytes = 64 * 1024;

/** Posts to receivers, through the only way out: https, public addresses, no redirects (N30, F1, F2). */
export const callbackClient = (fetch: Pick<GuardedFetch, 'post'>): CallbackClient => ({
  async deliver({ url, headers, body }) {
    const outcome = await fetch.post(url, { headers, body, timeoutMs, maxBytes: maxAnswerBytes });
    return outcome.kind === 'answered'
      ? { kind: 'answered', statusCode: outcome.status }
      : { kind: 'unanswered', error: outcome.message };
  },
});
