import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findCaller } from './authenticate.ts';
import { Refusal } from './refusal.ts';

interface Bucket {
  readonly policy: string;
  readonly max: number;
  readonly windowSeconds: number;
}

/** S120, N48: one table. A bucket is counted for each key, before anything is known about the caller for each address. */
const buckets = {
  requests: { policy: 'requests', max: 120, windowSeconds: 60 },
  /** Publish and render start share it. */
  publishes: { policy: 'publishes', max: 10, windowSeconds: 60 },
  /** Refused keys of one address: guessing must not cost a database read each. */
  refusedKeys: { policy: 'refused-keys', max: 120, windowSeconds: 60 },
} as const satisfies Record<string, Bucket>;

const payerOf = (request: FastifyRequest): string => findCaller(request)?.keyId ?? request.ip;

type Count = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

const answer = (bucket: Bucket, count: Count, reply: FastifyReply): void => {
  if (count.isAllowed) return;
  reply.header('ratelimit-policy', `"${bucket.policy}";q=${bucket.max};w=${bucket.windowSeconds}`);
  reply.header('ratelimit', `"${bucket.policy}";r=${Math.max(0, count.remaining)};t=${count.ttlInSeconds}`);
  if (!count.isExceeded) return;
  throw new Refusal('too_many_requests', {
    code: 'RATE_LIMITED',
    message: `More than ${bucket.max} ${bucket.policy} in ${bucket.windowSeconds} seconds. Try again in ${count.ttlInSeconds} s.`,
    body: { limit: bucket.max, windowSeconds: bucket.windowSeconds, retryAfterSeconds: count.ttlInSeconds },
    headers: { 'retry-after': String(count.ttlInSeconds) },
  });
};

type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface RateLimits {
  /** Counts a request of an authenticated key (120 a minute). */
  readonly requests: Limit;
  /** The preHandler of publish and render start (10 a minute together). */
  readonly publishes: Limit;
  /** Refuses an address that sent too many refused keys. */
  readonly beforeKeyLookup: Limit;
  readonly keyRefused: (request: FastifyRequest) => Promise<void>;
}

/** The limits of one server, counted in this process; `app` must have @fastify/rate-limit registered. */
export const rateLimits = (app: FastifyInstance): RateLimits => {
  const counter = (bucket: Bucket) =>
    app.createRateLimit({ max: bucket.max, timeWindow: bucket.windowSeconds * 1_000, keyGenerator: payerOf });
  const requests = counter(buckets.requests);
  const publishes = counter(buckets.publishes);
  const refusedKeys = counter(buckets.refusedKeys);
  return {
    requests: async (request, reply) => answer(buckets.requests, await requests(request), reply),
    publishes: async (request, reply) => answer(buckets.publishes, await publishes(request), reply),
    beforeKeyLookup: async (request, reply) => {
      const count = await refusedKeys(request, { increment: false });
      if (!count.isAllowed && count.isExceeded) answer(buckets.refusedKeys, count, reply);
    },
    keyRefused: async (request) => {
      await refusedKeys(request);
    },
  };
};
