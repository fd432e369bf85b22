import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf, findCaller } from './authenticate.ts';
import { Refusal } from './refusal.ts';

interface Bucket {
  readonly policy: string;
  readonly max: number;
  readonly windowSeconds: number;
  /** N47; RATE_LIMITED where there is none. */
  readonly code?: string;
}

/** S120, N48: one table. A bucket is counted for each key, before anything is known about the caller for each address. */
const buckets = {
  requests: { policy: 'requests', max: 120, windowSeconds: 60 },
  /** Publish and render start share it. */
  publishes: { policy: 'publishes', max: 10, windowSeconds: 60 },
  /** S120: sessions that are opened. */
  browseOpens: { policy: 'browse-opens', max: 12, windowSeconds: 60, code: 'BROWSE_OPENS' },
  /** S120: calls that act in a session or look at it. */
  browseCalls: { policy: 'browse-calls', max: 60, windowSeconds: 60, code: 'BROWSE_CALLS' },
  /** Refused keys of one address: guessing must not cost a database read each. */
  refusedKeys: { policy: 'refused-keys', max: 120, windowSeconds: 60 },
} as const satisfies Record<string, Bucket>;

/** A key, a user (all their sessions together), or before anything is known the address. */
const payerOf = (request: FastifyRequest): string => {
  const caller = findCaller(request);
  return caller === null ? request.ip : actorOf(caller);
};

type Count = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

/** False where the counter did not answer (Redis is gone): a request that was counted leaves less than the whole. */
const isCounted = (count: Count): count is Extract<Count, { isAllowed: false }> =>
  !count.isAllowed && count.remaining < count.max;

const answer = (bucket: Bucket, count: Count, reply: FastifyReply): void => {
  if (!isCounted(count)) return;
  reply.header('ratelimit-policy', `"${bucket.policy}";q=${bucket.max};w=${bucket.windowSeconds}`);
  reply.header('ratelimit', `"${bucket.policy}";r=${Math.max(0, count.remaining)};t=${count.ttlInSeconds}`);
  if (!count.isExceeded) return;
  throw new Refusal('too_many_requests', {
    code: bucket.code ?? 'RATE_LIMITED',
    message: `More than ${bucket.max} ${bucket.policy} in ${bucket.windowSeconds} seconds. Try again in ${count.ttlInSeconds} s.`,
    body: {
      limit: bucket.max,
      windowSeconds: bucket.windowSeconds,
      retryAfterSeconds: count.ttlInSeconds,
      resetsAt: new Date(Date.now() + count.ttlInSeconds * 1_000).toISOString(),
    },
    headers: { 'retry-after': String(count.ttlInSeconds) },
  });
};

type Limit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

export interface RateLimits {
  /** Counts a request of an authenticated key (120 a minute). */
  readonly requests: Limit;
  /** The preHandler of publish and render start (10 a minute together). */
  readonly publishes: Limit;
  /** The preHandler of opening a browsing session (12 a minute). */
  readonly browseOpens: Limit;
  /** The preHandler of steps and outlines (60 a minute together). */
  readonly browseCalls: Limit;
  /** Refuses an address that sent too many refused keys. */
  readonly beforeKeyLookup: Limit;
  readonly keyRefused: (request: FastifyRequest) => Promise<void>;
}

/**
 * The limits of one server, counted where @fastify/rate-limit was told to: in this process, or in Redis for several
 * control planes together. While Redis is gone requests pass, and `onUncounted` is told of each.
 */
export const rateLimits = (app: FastifyInstance, onUncounted: () => void): RateLimits => {
  const counter = (bucket: Bucket) => {
    const count = app.createRateLimit({
      max: bucket.max,
      timeWindow: bucket.windowSeconds * 1_000,
      // With the policy in it: in Redis all buckets share one name space.
      keyGenerator: (request) => `${bucket.policy}:${payerOf(request)}`,
    });
    return {
      read: (request: FastifyRequest): Promise<Count> => count(request, { increment: false }),
      async add(request: FastifyRequest): Promise<Count> {
        const counted = await count(request);
        if (!isCounted(counted)) onUncounted();
        return counted;
      },
    };
  };
  const requests = counter(buckets.requests);
  const publishes = counter(buckets.publishes);
  const browseOpens = counter(buckets.browseOpens);
  const browseCalls = counter(buckets.browseCalls);
  const refusedKeys = counter(buckets.refusedKeys);
  return {
    requests: async (request, reply) => answer(buckets.requests, await requests.add(request), reply),
    publishes: async (request, reply) => answer(buckets.publishes, await publishes.add(request), reply),
    browseOpens: async (request, reply) => answer(buckets.browseOpens, await browseOpens.add(request), reply),
    browseCalls: async (request, reply) => answer(buckets.browseCalls, await browseCalls.add(request), reply),
    beforeKeyLookup: async (request, reply) => {
      const count = await refusedKeys.read(request);
      if (!count.isAllowed && count.isExceeded) answer(buckets.refusedKeys, count, reply);
    },
    keyRefused: async (request) => {
      await refusedKeys.add(request);
    },
  };
};
