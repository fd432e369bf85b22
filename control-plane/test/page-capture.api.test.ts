import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problemsOf, spentBy } from './capture-scenes.ts';
import { sweepOnce } from './capture-sweep.ts';
import { type FakeNode, fakeNode } from './fake-node.ts';
import { type Answer, type Farm, startFarm } from './harness.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let node: FakeNode;
let maker: Publisher;

beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  await idleFarm(farm);
  node = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN, {
    pool: 'capture',
    capabilities: { kinds: ['page.capture', 'brand.read'] },
  });
  maker = await publisher(farm);
});

const url = 'https://shop.example/pricing';
const photograph = (body: object = {}, who = maker): Promise<Answer> =>
  who.call('POST', '/browse/capture', { url, ...body });
const failure = (over: object = {}) =>
  ({
    blame: 'input',
    retryable: false,
    stage: 'capture',
    code: 'HOST_UNREACHABLE',
    message: 'No host.',
    ...over,
  }) as const;

describe('POST /browse/capture', () => {
  it('S74, N34: answers a picture at two pixels for a CSS pixel, and costs one credit', async () => {
    const asked = photograph({ selector: '#plans', viewport: 'mobile' });
    const held = await node.lease(10, ['page.capture']);
    expect(held.payload).toMatchObject({
      url,
      selector: '#plans',
      viewport: { widthPx: 390, heightPx: 844, isMobile: true },
    });
    expect(await spentBy(farm, maker)).toEqual({ used: 0, held: 1 });
    await node.finish(held);
    const { status, body } = await asked;
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ width: 780, height: 1_688, url, title: 'A page', creditsCharged: 1 });
    expect(body.data.timingsMs).toHaveProperty('capture');
    const { pathname, search } = new URL(body.data.screenshotUrl);
    expect((await farm.app.inject({ method: 'GET', url: pathname + search })).statusCode).toBe(200);
    expect(await spentBy(farm, maker)).toEqual({ used: 1, held: 0 });
  });

  it.each([
    ['desktop', 2_880, 1_800],
    ['tablet', 1_668, 2_224],
  ])('N34: the viewport %s is %i × %i pixels, free for a test key', async (viewport, width, height) => {
    const sandbox = await publisher(farm, { environment: 'test', plan: 'free' });
    const asked = photograph({ viewport }, sandbox);
    await node.finish(await node.lease(10, ['page.capture']));
    expect((await asked).body.data).toMatchObject({ width, height, creditsCharged: 0 });
    expect(await spentBy(farm, sandbox)).toEqual({ used: 0, held: 0 });
  });

  it('N34: a page that cannot be captured is the 400 that says why, and costs nothing', async () => {
    const asked = photograph({ selector: '#none' });
    const message = 'There is no #none on the page.';
    await node.fail(await node.lease(10, ['page.capture']), failure({ code: 'SELECTOR_NOT_FOUND', message }));
    const answer = await asked;
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, 'SELECTOR_NOT_FOUND', message]);
    expect(problemsOf(answer)).toEqual([['selector', 'SELECTOR_NOT_FOUND']]);
    expect(await spentBy(farm, maker)).toEqual({ used: 0, held: 0 });
  });

  it('N51: a fault of ours is a 503 without its details, and costs nothing', async () => {
    const asked = photograph();
    const fault = failure({ blame: 'engine', code: 'BROWSER_BROKEN', message: 'chromium said no at /opt/x' });
    await node.fail(await node.lease(10, ['page.capture']), fault);
    const answer = await asked;
    expect([answer.status, answer.body.code]).toEqual([503, 'CAPTURE_FAILED']);
    expect(JSON.stringify(answer.body)).not.toContain('chromium');
    expect(await spentBy(farm, maker)).toEqual({ used: 0, held: 0 });
  });

  it('A1: a capture whose control plane was killed has its credit back, once', async () => {
    const asked = photograph();
    const held = await node.lease(10, ['page.capture']);
    await sql`update capture set created_at = now() - interval '3 minutes' where state = 'running'`.execute(farm.db);
    await sweepOnce(farm);
    expect(await spentBy(farm, maker)).toEqual({ used: 0, held: 0 });
    await node.finish(held);
    expect((await asked).status).toBe(503);
    expect(await spentBy(farm, maker)).toEqual({ used: 0, held: 0 });
  });

  it('A2: a request that is sent again with its Idempotency-Key makes one capture', async () => {
    const send = () =>
      farm.app.inject({
        method: 'POST',
        url: '/api/v2/browse/capture',
        headers: { 'x-api-key': maker.key, 'idempotency-key': 'capture-1' },
        payload: { url },
      });
    const asked = send();
    await node.finish(await node.lease(10, ['page.capture']));
    const first = (await asked).json();
    const second = (await send()).json();
    expect(second.data.captureId).toBe(first.data.captureId);
    expect(second.meta.idempotentReplay).toBe(true);
    expect(await spentBy(farm, maker)).toEqual({ used: 1, held: 0 });
  });

  it('is refused at once where no capture node is connected', async () => {
    await node.goodbye();
    const { status, body, headers } = await photograph();
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'CAPTURE_UNAVAILABLE', '10']);
    expect(await spentBy(farm, maker)).toEqual({ used: 0, held: 0 });
  });

  it.each<[object, string[]]>([
    [{ url: undefined }, ['url']],
    [{ url: 'http://shop.example', viewport: 'watch' }, ['url', 'viewport']],
    [{ url: 'https://[::1]/', selector: '' }, ['selector', 'url']],
    [{ url: `https://a.example/${'x'.repeat(5_000)}` }, ['url']],
    [{ width: 3 }, ['width']],
  ])('bad input: %j names every field', async (body, paths) => {
    const answer = await photograph(body);
    expect(answer.status).toBe(400);
    expect([...new Set(problemsOf(answer).map(([path]) => path))].toSorted()).toEqual(paths);
  });
});
