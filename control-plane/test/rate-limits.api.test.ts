import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { type ControlPlane, compose } from '../compose.ts';
import { type Farm, startFarm } from './harness.ts';

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};
const startRedis = async (port: number): Promise<ChildProcess> => {
  const redis = spawn('redis-server', [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ]);
  closers.push(() => stop(redis));
  for await (const chunk of redis.stdout) if (String(chunk).includes('Ready to accept connections')) break;
  return redis;
};
const stop = async (redis: ChildProcess): Promise<void> => {
  if (redis.exitCode !== null || redis.signalCode !== null) return;
  redis.kill('SIGKILL');
  await once(redis, 'exit');
};
const farmWith = async (environment: Record<string, string> = {}): Promise<Farm> => {
  const farm = await startFarm(environment);
  closers.push(() => farm.close());
  return farm;
};
const ask = async ({ app }: Pick<ControlPlane, 'app'>, key: string) => {
  const { statusCode, headers, json } = await app.inject({
    url: '/api/v2/projects/prj_none',
    headers: { 'x-api-key': key },
  });
  return { status: statusCode, headers, body: json() };
};
const logged = (farm: Farm, message: string): number => farm.logLines.filter((line) => line.includes(message)).length;
const gone = 'Redis is gone: rate limits let every request pass';

describe('limits of one process', () => {
  test('S120/N47: 10 publishes and render starts a minute together, with RateLimit headers and Retry-After', async () => {
    const farm = await farmWith();
    const key = await farm.newKey({ accountId: 'acc_busy' });
    const starts = ['publish', 'render/start'];
    for (let count = 0; count < 10; count += 1) {
      const answer = await farm.call(key, 'POST', `/projects/prj_none/${starts[count % 2]}`, {});
      expect(answer.status).toBe(404);
      expect(answer.headers['ratelimit-policy']).toBe('"publishes";q=10;w=60');
      expect(answer.headers['ratelimit']).toMatch(new RegExp(`^"publishes";r=${9 - count};t=\\d+$`));
    }
    const refused = await farm.call(key, 'POST', '/projects/prj_none/publish', {});
    expect(refused).toMatchObject({
      status: 429,
      body: { success: false, code: 'RATE_LIMITED', limit: 10, windowSeconds: 60 },
      headers: { 'ratelimit-policy': '"publishes";q=10;w=60' },
    });
    expect(refused.headers['ratelimit']).toMatch(/^"publishes";r=0;t=\d+$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(farm, key)).status).toBe(404);
  });
});

describe('limits in Redis', () => {
  test.skipIf(!hasRedis)('S120: two control planes count one key together, each bucket apart', async () => {
    const port = await freePort();
    await startRedis(port);
    const farm = await farmWith({ REDIS_URL: `redis://127.0.0.1:${port}` });
    const second = await compose({
      config: farm.config,
      logger: pino({ level: 'silent' }),
      clock: () => farm.clock.now(),
    });
    closers.push(() => second.close());
    const planes = [farm, second];
    const plane = (count: number) => planes[count % 2] ?? farm;
    for (let count = 1; count <= 120; count += 1) {
      const { status, headers } = await ask(plane(count), farm.keys.live);
      expect(status).toBe(404);
      expect(headers['ratelimit-policy']).toBe('"requests";q=120;w=60');
      expect(headers['ratelimit']).toMatch(new RegExp(`^"requests";r=${120 - count};t=\\d+$`));
    }
    for (const each of planes) {
      const refused = await ask(each, farm.keys.live);
      expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'RATE_LIMITED', limit: 120 } });
      expect(Number(refused.headers['retry-after'])).toBe(refused.body.retryAfterSeconds);
    }
    for (let count = 1; count <= 11; count += 1) {
      const { statusCode } = await plane(count).app.inject({
        method: 'POST',
        url: '/api/v2/projects/prj_none/publish',
        headers: { 'x-api-key': farm.keys.test },
      });
      expect(statusCode).toBe(count <= 10 ? 404 : 429);
    }
  });

  test.skipIf(!hasRedis)(
    'when Redis goes, requests pass and it is told of; when it is back, they count again',
    async () => {
      const port = await freePort();
      const redis = await startRedis(port);
      const farm = await farmWith({ REDIS_URL: `redis://127.0.0.1:${port}` });
      for (let count = 0; count <= 120; count += 1) await ask(farm, farm.keys.live);
      expect((await ask(farm, farm.keys.live)).status).toBe(429);
      await stop(redis);
      await expect.poll(async () => (await ask(farm, farm.keys.live)).status).toBe(404);
      await expect.poll(() => logged(farm, gone)).toBe(1);
      await startRedis(port);
      await expect
        .poll(async () => (await ask(farm, farm.keys.live)).headers['ratelimit-policy'], { timeout: 10_000 })
        .toBe('"requests";q=120;w=60');
      expect(logged(farm, 'Redis is back')).toBe(1);
    },
  );

  test('a Redis that is not there, or never answers, stops neither the start nor a request', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    closers.push(async () => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    for (const port of [await freePort(), address.port]) {
      const farm = await farmWith({ REDIS_URL: `redis://:canary-redis-password@127.0.0.1:${port}` });
      for (let count = 0; count <= 120; count += 1) {
        const { status, headers } = await ask(farm, farm.keys.live);
        expect([status, headers['ratelimit']]).toEqual([404, undefined]);
      }
      await expect.poll(() => logged(farm, gone)).toBe(1);
      expect((await farm.app.inject('/metrics')).body).toContain('farm_rate_limit_uncounted_total 121');
      expect(farm.logLines.join('\n')).not.toContain('canary-redis-password');
    }
  });
});
