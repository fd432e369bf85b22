import { z } from 'zod';
import { type EndPhase, eventOf } from './payload.ts';
import { maxAttempts } from './redelivery.ts';

/** A callback as it stands. */
export interface Callback {
  readonly publishId: string;
  readonly url: string;
  readonly sealedSecret: Buffer | null;
  readonly status: 'pending' | 'retrying' | 'delivered' | 'failed';
  readonly phase: EndPhase | null;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly lastAttemptAt: Date | null;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
  readonly deliveredAt: Date | null;
}

/** N45. */
export const callbackSchema = z
  .object({
    url: z.string().describe('Without its query, which may carry a secret'),
    status: z.enum(['pending', 'delivered', 'retrying', 'failed']),
    event: z.string().nullable().describe('Null until the publish has ended'),
    attempts: z.int(),
    maxAttempts: z.int(),
    lastAttemptAt: z.iso.datetime().nullable(),
    lastStatusCode: z.int().nullable(),
    lastError: z.string().nullable(),
    nextAttemptAt: z.iso.datetime().nullable(),
    deliveredAt: z.iso.datetime().nullable(),
    signed: z.boolean(),
  })
  .meta({ id: 'Callback' });
export type CallbackView = z.infer<typeof callbackSchema>;

const withoutQuery = (address: string): string => {
  const url = URL.parse(address);
  return url === null ? '' : `${url.origin}${url.pathname}`;
};

/** N45: what the publish status shows under `callback` (S114). */
export const callbackView = (callback: Callback): CallbackView => ({
  url: withoutQuery(callback.url),
  status: callback.status,
  event: callback.phase === null ? null : eventOf(callback.phase),
  attempts: callback.attempts,
  maxAttempts,
  lastAttemptAt: callback.lastAttemptAt?.toISOString() ?? null,
  lastStatusCode: callback.lastStatusCode,
  lastError: callback.lastError,
  nextAttemptAt: callback.nextAttemptAt?.toISOString() ?? null,
  deliveredAt: callback.deliveredAt?.toISOString() ?? null,
  signed: callback.sealedSecret !== null,
});

/** One try of a callback. */
export interface Delivery {
  readonly attempt: number;
  readonly sentAt: Date;
  /** Null where nothing was answered. */
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
}

export const deliverySchema = z
  .object({
    attempt: z.int(),
    sentAt: z.iso.datetime(),
    statusCode: z.int().nullable(),
    error: z.string().nullable(),
    durationMs: z.int(),
  })
  .meta({ id: 'CallbackDelivery' });

export const deliveryView = (delivery: Delivery): z.infer<typeof deliverySchema> => ({
  ...delivery,
  sentAt: delivery.sentAt.toISOString(),
});
