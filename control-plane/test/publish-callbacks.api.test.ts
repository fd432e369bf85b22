import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';
import { type CallbackReceiver, callbackReceiver, signatureOf } from './receiver.ts';

const secret = 'sixteen or more letters, ünïcode too';
let farm: Farm;
let node: FakeNode;
let caller: Publisher;
let receiver: CallbackReceiver;

beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  node = await idleFarm(farm);
  caller = await publisher(farm);
  receiver = await callbackReceiver();
  return () => receiver.close();
});

const failure = (over: object = {}) => ({
  blame: 'input' as const,
  retryable: false,
  stage: 'prepare' as const,
  code: 'LAYER_UNRESOLVED',
  message: 'Layer "headline" could not be resolved.',
  layer: 'headline',
  ...over,
});
const ordered = async (headlines: readonly string[], more: object = {}) => {
  const projectId = await caller.createProject(headlines);
  const body = { callbackUrl: `${receiver.origin}/hook?token=t`, callbackSecret: secret, ...more };
  const answer = await caller.publish(projectId, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { projectId, requestId: answer.body.data.requestId as string };
};
const callbackOf = async (projectId: string) => (await caller.status(projectId)).callback;
/** Once the sender has recorded what the receiver said. */
const recorded = (projectId: string, status: string) =>
  expect.poll(() => callbackOf(projectId), { timeout: 15_000 }).toMatchObject({ status });

test('S110–S112: a completed publish is told once, with all of it, signed over the very bytes', async () => {
  const { projectId, requestId } = await ordered(['One', 'Two']);
  expect(await callbackOf(projectId)).toMatchObject({ status: 'pending', event: null, attempts: 0 });
  await node.workUntilIdle();
  const received = await receiver.next(requestId);
  const status = await caller.status(projectId);
  expect(received.path).toBe('/hook?token=t');
  expect(received.body).toEqual({
    event: 'publish.completed',
    requestId,
    projectId,
    phase: 'completed',
    videoUrl: expect.stringContaining('/storage/'),
    thumbnailUrl: expect.stringContaining('/storage/'),
    durationSeconds: status.export.durationSeconds,
    export: { id: status.export.id, status: 'SUCCESS', quality: '1080p', format: 'mp4', errorMessage: null },
    render: {
      failures: [],
      scenes: status.render.scenes.map(({ sceneId }: { sceneId: string }) => ({
        sceneId,
        state: 'done',
        previewUrl: expect.stringContaining('/storage/'),
      })),
    },
    attempt: 1,
    sentAt: expect.any(String),
  });
  expect(received.headers).toMatchObject({
    'content-type': 'application/json',
    'x-svc-event': 'publish.completed',
    'x-svc-request-id': requestId,
    'x-svc-signature': signatureOf(secret, received),
    'webhook-id': requestId,
  });
  await recorded(projectId, 'delivered');
  expect(await callbackOf(projectId)).toMatchObject({
    url: `${receiver.origin}/hook`,
    event: 'publish.completed',
    attempts: 1,
    maxAttempts: 4,
    lastStatusCode: 204,
    lastError: null,
    signed: true,
  });
  const { pathname, search } = new URL(received.body.videoUrl);
  expect((await farm.app.inject({ url: pathname + search, headers: { range: 'bytes=0-3' } })).statusCode).toBe(206);

  expect((await caller.publish(projectId)).body.data.requestId).toBe(requestId);
  // Whatever else would be sent for the first is sent before the callback of a second one comes.
  const second = await ordered(['Three']);
  await node.workUntilIdle();
  await receiver.next(second.requestId);
  expect(receiver.of(requestId)).toHaveLength(1);
});

test('S110, S59: scenes that failed are told as render_failed, with what failed and what was given back', async () => {
  const { projectId, requestId } = await ordered(['Good', 'Bad']);
  const bad = await node.lease();
  await node.fail(bad, failure());
  await node.finish(await node.lease());
  const { body, headers } = await receiver.next(requestId);
  expect(headers['x-svc-event']).toBe('publish.render_failed');
  expect(body).toMatchObject({
    event: 'publish.render_failed',
    phase: 'render_failed',
    videoUrl: null,
    thumbnailUrl: null,
    durationSeconds: null,
    export: null,
    render: {
      failures: [{ code: 'LAYER_UNRESOLVED', layer: 'headline', creditRefunded: true }],
    },
  });
  expect(body.render.failures[0].message).toBe('Layer "headline" could not be resolved. Credit refunded.');
  expect(body.render.scenes.map(({ state }: { state: string }) => state).toSorted()).toEqual(['done', 'failed']);
  await recorded(projectId, 'delivered');
  expect(receiver.of(requestId)).toHaveLength(1);
});

test('S110: an export that failed is told as failed, with why', async () => {
  const { projectId, requestId } = await ordered(['One']);
  await node.finish(await node.lease());
  await node.fail(await node.lease(), failure({ blame: 'engine', stage: 'assemble', message: 'No sound.' }));
  expect((await receiver.next(requestId)).body).toMatchObject({
    event: 'publish.failed',
    phase: 'failed',
    videoUrl: null,
    export: { status: 'FAILED', errorMessage: 'No sound.' },
    render: { scenes: [{ state: 'done' }] },
  });
  await recorded(projectId, 'delivered');
  expect(receiver.of(requestId)).toHaveLength(1);
});

test('N18: a publish whose file is there already is told too; one that was cancelled is not', async () => {
  const { projectId, requestId } = await ordered(['One']);
  await node.workUntilIdle();
  await receiver.next(requestId);
  await recorded(projectId, 'delivered');
  const again = await caller.publish(projectId, { callbackUrl: `${receiver.origin}/again` });
  expect(again.body.data.requestId).toBe(requestId);
  expect(await receiver.next(requestId, 2)).toMatchObject({ path: '/again', body: { event: 'publish.completed' } });

  const cancelled = await ordered(['Two']);
  await caller.data('POST', `/projects/${cancelled.projectId}/publish/cancel`);
  const after = await ordered(['Three']);
  await node.workUntilIdle();
  await receiver.next(after.requestId);
  expect(receiver.of(cancelled.requestId)).toEqual([]);
});

test('N30, S113: a redirect is not followed, and is tried again in a minute', async () => {
  const elsewhere = await callbackReceiver();
  try {
    receiver.answerWith((response) => void response.writeHead(307, { location: `${elsewhere.origin}/in` }).end());
    const { projectId, requestId } = await ordered(['One']);
    await node.workUntilIdle();
    await receiver.next(requestId);
    await recorded(projectId, 'retrying');
    const { lastStatusCode, lastAttemptAt, nextAttemptAt } = await callbackOf(projectId);
    expect(lastStatusCode).toBe(307);
    expect(Date.parse(nextAttemptAt) - Date.parse(lastAttemptAt)).toBeGreaterThanOrEqual(60_000);
    expect(elsewhere.all).toEqual([]);
  } finally {
    await elsewhere.close();
  }
});

test('F6: a receiver that hangs, or answers without an end, harms nobody: others are told, publishes go on', async () => {
  const chunk = Buffer.alloc(64 * 1024);
  const flood: Parameters<CallbackReceiver['answerWith']>[0] = (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const [hanging, flooding] = [await callbackReceiver(() => null), await callbackReceiver(flood)];
  try {
    const hung = await ordered(['Hung'], { callbackUrl: `${hanging.origin}/hang` });
    const flooded = await ordered(['Flooded'], { callbackUrl: `${flooding.origin}/flood` });
    const fine = await ordered(['Fine']);
    await node.workUntilIdle();
    await hanging.next(hung.requestId);
    await receiver.next(fine.requestId);
    await recorded(fine.projectId, 'delivered');
    // What it answers does not matter beyond its status: it said 200 first.
    await recorded(flooded.projectId, 'delivered');
    expect(await caller.status(hung.projectId)).toMatchObject({ phase: 'completed', callback: { attempts: 1 } });
  } finally {
    await Promise.all([hanging.close(), flooding.close()]);
  }
});

test('S56: an address that must not be asked for is refused before anything is started', async () => {
  const projectId = await caller.createProject(['One']);
  for (const callbackUrl of [
    'http://example.com/hook',
    'https://10.0.0.1/hook',
    'https://a:b@example.com',
    'nonsense',
  ]) {
    const { status, body } = await caller.publish(projectId, { callbackUrl });
    expect([status, body.details[0].path]).toEqual([400, 'callbackUrl']);
  }
  expect((await node.tryLease()).status).toBe(204);
  const { rows } = await sql`select from callback where project_id = ${projectId}`.execute(farm.db);
  expect(rows).toEqual([]);
});
