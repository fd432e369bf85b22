import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CallbackReceiver, callbackReceiver, signatureOf } from '../receiver.ts';
import { type Caller, type OutsideFarm, outsideFarm, problemsOf, projectOf, refusal } from './caller.ts';

const callbackSecret = 'a secret of sixteen or more';
let farm: OutsideFarm;
let caller: Caller;
let receiver: CallbackReceiver;
beforeAll(async () => {
  farm = await outsideFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  await farm.node.workUntilIdle();
  caller = await farm.newCaller();
  receiver = await callbackReceiver();
  return () => receiver.close();
});

const status = async (projectId: string) => (await caller.client.getPublishStatus({ projectId })).data;
const recorded = (projectId: string, state: string) =>
  expect.poll(async () => (await status(projectId)).callback, { timeout: 15_000 }).toMatchObject({ status: state });
/** A publish that is told of, of a project with one scene for each headline. */
const ordered = async (headlines: readonly string[], body: object = {}) => {
  const { id: projectId } = await projectOf(caller, ...headlines);
  const callbackUrl = `${receiver.origin}/hook?token=t`;
  const { data } = await caller.client.publishProject({ projectId, body: { callbackUrl, ...body } });
  return { projectId, requestId: data.requestId };
};
const failure = {
  blame: 'input',
  retryable: false,
  stage: 'prepare',
  code: 'LAYER_UNRESOLVED',
  message: 'Layer "headline" could not be resolved.',
} as const;

test('S29, S56, S57, S110, S111, S112, S114: a completed publish is posted once, signed over its very bytes', async () => {
  const { projectId, requestId } = await ordered(['One', 'Two'], { callbackSecret });
  expect((await status(projectId)).callback).toMatchObject({ status: 'pending', attempts: 0, signed: true });
  await farm.node.workUntilIdle();
  const received = await receiver.next(requestId);
  await recorded(projectId, 'delivered');
  const ended = await status(projectId);
  const { render, export: made } = ended;
  expect(received.path).toBe('/hook?token=t');
  expect(received.body).toEqual({
    event: 'publish.completed',
    requestId,
    projectId,
    phase: 'completed',
    videoUrl: expect.stringMatching(/^http/),
    thumbnailUrl: expect.stringMatching(/^http/),
    durationSeconds: 9,
    export: { id: made?.id, status: 'SUCCESS', quality: '1080p', format: 'mp4', errorMessage: null },
    render: {
      failures: [],
      scenes: render.scenes.map(({ sceneId }) => ({
        sceneId,
        state: 'done',
        previewUrl: expect.stringMatching(/^http/),
      })),
    },
    attempt: 1,
    sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
  });
  expect((await farm.open(received.body.videoUrl)).headers.get('content-type')).toBe('video/mp4');
  expect(received.headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/json/),
    'x-svc-event': 'publish.completed',
    'x-svc-request-id': requestId,
    'x-svc-timestamp': expect.stringMatching(/^\d{10}$/),
    'x-svc-signature': signatureOf(callbackSecret, received),
  });
  expect(received.headers['x-svc-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
  expect(ended.callback).toMatchObject({
    url: `${receiver.origin}/hook`,
    event: 'publish.completed',
    attempts: 1,
    maxAttempts: 4,
    lastStatusCode: 204,
    lastError: null,
    nextAttemptAt: null,
    deliveredAt: expect.any(String),
  });
  expect(JSON.stringify([ended, received.body])).not.toContain(callbackSecret);
  const { deliveries } = (await caller.client.listCallbackDeliveries({ projectId })).data;
  expect(deliveries).toMatchObject([{ attempt: 1, statusCode: 204, error: null }]);
  expect(receiver.of(requestId)).toHaveLength(1);
});

test('S29, S57: what failed is told as render_failed or failed; without a secret there is no signature', async () => {
  const unrendered = await ordered(['Bad']);
  await farm.node.fail(await farm.node.lease(), failure);
  const unmade = await ordered(['Good']);
  await farm.node.finish(await farm.node.lease());
  await farm.node.fail(await farm.node.lease(), { ...failure, blame: 'engine', stage: 'assemble', message: 'Lost.' });
  const first = await receiver.next(unrendered.requestId);
  expect(first.headers['x-svc-event']).toBe('publish.render_failed');
  expect(first.headers).not.toHaveProperty('x-svc-signature');
  expect(first.body).toMatchObject({
    event: 'publish.render_failed',
    phase: 'render_failed',
    videoUrl: null,
    render: { failures: [{ code: 'LAYER_UNRESOLVED', creditRefunded: true }], scenes: [{ state: 'failed' }] },
  });
  const { body, headers } = await receiver.next(unmade.requestId);
  expect(headers['x-svc-event']).toBe('publish.failed');
  expect(body).toMatchObject({
    event: 'publish.failed',
    phase: 'failed',
    videoUrl: null,
    export: { status: 'FAILED', errorMessage: 'Lost.' },
  });
});

test('S113, S114: what is no 2xx is tried again a minute later; a redelivery starts over at once, with the same id', async () => {
  receiver.answerWith((response) => void response.writeHead(500).end());
  const { projectId, requestId } = await ordered(['One']);
  await farm.node.workUntilIdle();
  await receiver.next(requestId);
  await recorded(projectId, 'retrying');
  const { callback } = await status(projectId);
  expect(callback).toMatchObject({ attempts: 1, maxAttempts: 4, lastStatusCode: 500, deliveredAt: null });
  const waitMs = Date.parse(callback?.nextAttemptAt ?? '') - Date.parse(callback?.lastAttemptAt ?? '');
  expect(Math.round(waitMs / 60_000)).toBe(1);

  receiver.answerWith((response) => void response.writeHead(299).end());
  await caller.client.redeliverCallback({ projectId });
  const again = await receiver.next(requestId, 2);
  expect(again.body).toMatchObject({ event: 'publish.completed', requestId, attempt: 1 });
  await recorded(projectId, 'delivered');
});

test('S56, S57: a callbackUrl that is not public https, or a secret that is short, is refused before anything starts', async () => {
  const { id: projectId } = await projectOf(caller, 'One');
  for (const callbackUrl of ['http://example.com/hook', 'https://10.0.0.1/hook', 'https://a:b@example.com/', 'hook']) {
    const refused = await refusal(caller.client.publishProject({ projectId, body: { callbackUrl } }));
    expect(refused.statusCode).toBe(400);
    expect(problemsOf(refused)[0]).toMatch(/^callbackUrl /);
  }
  const weak = { callbackUrl: 'https://example.com/hook', callbackSecret: 'too short' };
  const refused = await refusal(caller.client.publishProject({ projectId, body: weak }));
  expect(refused.statusCode).toBe(400);
  expect(problemsOf(refused)[0]).toMatch(/^callbackSecret /);
  expect(await status(projectId)).toMatchObject({ requestId: null, phase: 'idle' });
});
