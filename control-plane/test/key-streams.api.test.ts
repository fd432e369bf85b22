import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, compose } from '../compose.ts';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
let second: ControlPlane;
let addresses: { first: string; second: string };
beforeAll(async () => {
  farm = await startFarm();
  second = await compose({ config: farm.config, logger: pino({ level: 'silent' }), clock: () => farm.clock.now() });
  const host = '127.0.0.1';
  addresses = { first: await farm.app.listen({ host, port: 0 }), second: await second.app.listen({ host, port: 0 }) };
});
afterAll(async () => {
  await second.close();
  await farm.close();
});

const newKey = async (body: object = {}): Promise<{ id: string; secret: string }> =>
  (await farm.call(farm.keys.live, 'POST', '/api-keys', { name: 'Reader', environment: 'live', ...body })).body.data;

/** A publish that nobody works on: its stream stays open until something ends it. */
const startedPublish = async (): Promise<string> => {
  const scenes = [{ templateId: 'big-claim', parameters: { headline: 'Open' } }];
  const { body } = await farm.call(farm.keys.live, 'POST', '/projects', { title: 'Open', scenes });
  const started = await farm.call(farm.keys.live, 'POST', `/projects/${body.data.id}/publish`, {});
  expect(started.body.data.phase).toBe('rendering');
  return body.data.id;
};

/** Settles when the connection is gone; `opened` when its first bytes are there. */
const follow = (address: string, path: string, secret: string) => {
  const opened = Promise.withResolvers<void>();
  const read = async (): Promise<string> => {
    const response = await fetch(`${address}/api/v2${path}`, { headers: { 'x-api-key': secret } });
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      opened.resolve();
    }
    return text;
  };
  const ended = read().then(
    () => 'ended',
    () => 'cut',
  );
  return { opened: opened.promise, ended };
};

test.each(['first', 'second'] as const)(
  'S103: revoking a key cuts its open streams at the %s control plane, those of other keys stay',
  async (where) => {
    const projectId = await startedPublish();
    const path = `/projects/${projectId}/publish/events`;
    const [key, other] = [await newKey(), await newKey()];
    const stream = follow(addresses[where], path, key.secret);
    const unharmed = follow(addresses[where], path, other.secret);
    await Promise.all([stream.opened, unharmed.opened]);
    await farm.call(farm.keys.live, 'DELETE', `/api-keys/${key.id}`);
    expect(await stream.ended).toBe('cut');
    expect(await Promise.race([unharmed.ended, Promise.resolve('open')])).toBe('open');
    await farm.call(farm.keys.live, 'DELETE', `/api-keys/${other.id}`);
    expect(await unharmed.ended).toBe('cut');
    const again = await fetch(`${addresses[where]}/api/v2${path}`, { headers: { 'x-api-key': key.secret } });
    expect(again.status).toBe(401);
  },
);

test('S103: a stream ends when its key expires', async () => {
  const path = `/projects/${await startedPublish()}/publish/events`;
  const { secret } = await newKey({ expiresAt: new Date(Date.now() + 1_500).toISOString() });
  const stream = follow(addresses.first, path, secret);
  await stream.opened;
  expect(await stream.ended).toBe('cut');
});

test('S103/N41: a rotation cuts the streams of the secret that it replaces, at the end of the overlap', async () => {
  const path = `/projects/${await startedPublish()}/publish/events`;
  const made = await newKey();
  const old = follow(addresses.second, path, made.secret);
  await old.opened;
  const rotated = await farm.call(farm.keys.live, 'POST', `/api-keys/${made.id}/rotate`, { overlapSeconds: 1 });
  const current = follow(addresses.second, path, rotated.body.data.secret);
  await current.opened;
  expect(await old.ended).toBe('cut');
  expect(await Promise.race([current.ended, Promise.resolve('open')])).toBe('open');
  await farm.call(farm.keys.live, 'DELETE', `/api-keys/${made.id}`);
  expect(await current.ended).toBe('cut');
});

test('S103: a long poll of a revoked key is cut', async () => {
  const projectId = await startedPublish();
  const key = await newKey();
  const waiting = fetch(`${addresses.first}/api/v2/projects/${projectId}/publish/status?wait=25`, {
    headers: { 'x-api-key': key.secret },
  }).then(
    ({ status }) => status,
    () => 'cut',
  );
  await expect
    .poll(async () => (await farm.call(farm.keys.live, 'GET', `/api-keys/${key.id}`)).body.data.lastUsedAt)
    .not.toBeNull();
  await farm.call(farm.keys.live, 'DELETE', `/api-keys/${key.id}`);
  // Revoked before it began to wait, it is a 401; while it waits, it is cut. Never an answer.
  expect([401, 'cut']).toContain(await waiting);
});
