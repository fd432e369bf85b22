import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** A limit must not cost more than what it protects: a Redis that hangs is a Redis that is gone. */
const commandTimeoutMs = 250;
const connectTimeoutMs = 2_000;
const slowestRetryMs = 5_000;

/**
 * The Redis that counts the limits of several control planes together. Never throws and never waits long: while Redis
 * is gone, commands fail at once, and rate-limits.ts lets those requests pass. A farm that stops because its counter
 * stopped was rejected; so was counting in the process meanwhile, where limits would differ from one second to the next.
 */
export const connectLimitRedis = async (url: string, logger: Logger): Promise<Redis> => {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: connectTimeoutMs,
    commandTimeout: commandTimeoutMs,
    retryStrategy: (attempt) => Math.min(attempt * 200, slowestRetryMs),
  });
  let isGone = false;
  redis.on('error', (error: Error) => {
    if (!isGone) logger.warn({ error: error.message }, 'Redis is gone: rate limits let every request pass');
    isGone = true;
  });
  redis.on('ready', () => {
    if (isGone) logger.info('Redis is back: rate limits count again');
    isGone = false;
  });
  // A first connection that fails has been told of above, and is tried again in the background.
  await redis.connect().catch(() => {});
  return redis;
};
