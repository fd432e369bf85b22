import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountOperations } from '../accounts/operations.ts';
import { creditOperations } from '../credits/operations.ts';
import { inTransaction } from '../database/connection.ts';
import {
  type CaptureScene,
  page,
  pixelAt,
  problemsOf,
  readScene,
  sceneWith,
  shownValue,
  spentBy,
} from './capture-scenes.ts';
import { sweepOnce } from './capture-sweep.ts';
import { type FakeCaptureNode, type FakePart, fakeCaptureNode, fakeParts } from './fake-capture-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let node: FakeCaptureNode;
let maker: Publisher;

beforeAll(async () => {
  farm = await startFarm();
  node = await fakeCaptureNode(farm.app, farm.config.FARM_NODE_TOKEN);
});
afterAll(async () => {
  await node.close();
  await farm.close();
});
/** An account of its own for each test: a key may ask 120 times a minute. */
beforeEach(async () => {
  await node.reset();
  maker = await publisher(farm);
});

const read = (scene: CaptureScene) => readScene(maker, scene);
const spent = () => spentBy(farm, maker);
/** One round of the sweep that every control plane runs. */
const sweep = () => sweepOnce(farm);
/** Sets the ten credits of a free account aside for something else. */
const spendAll = async ({ accountId }: Publisher): Promise<void> => {
  const { id: keyId } = await farm.db
    .selectFrom('api_key')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const item = { subject: `all of ${accountId}`, action: 'EXPORT_4K', credits: 10 } as const;
  const credits = creditOperations({ topUpUrl: 'https://farm.test/billing' });
  await inTransaction(farm.db, (trx) => credits.reserve(trx, { accountId, keyId, items: [item] }));
};
const [partA, partB] = fakeParts as [FakePart, FakePart, FakePart];

describe('auto-capture', () => {
  it('S70, S24: opens the page, shows the best parts in the scene, and costs one credit', async () => {
    const scene = await sceneWith(maker, 'component-pop-out');
    expect(await read(scene)).toMatchObject({ captureState: 'pending', state: 'blocked', captures: [] });
    const before = await spent();
    const { status, body } = await maker.call('POST', `${scene.path}/auto-capture`, {
      url: page,
      focus: ['pricing'],
      selectors: ['#plans'],
      targetFill: 0.8,
      annotate: true,
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      loginRequired: false,
      slotKey: 'page',
      renderReady: true,
      selected: ['cmp_a', 'cmp_b'],
      candidates: [{ id: 'cmp_a', number: 1, box: partA.box }, { id: 'cmp_b' }, { id: 'cmp_c' }],
      frame: { mode: 'auto', scale: 2 },
      annotatedScreenshot: { mimeType: 'image/jpeg', width: 400, height: 250 },
      timingsMs: { probe: 5, capture: 20, browser: { load: 40 } },
      sessionId: null,
      creditsCharged: 1,
    });
    expect(body.data.captureId).toMatch(/^cap_/);
    expect(node.requests).toMatchObject([
      { focus: ['pricing'], selectors: ['#plans'], targetFill: 0.8, frame: 'auto', autoSelect: true },
    ]);
    expect(await pixelAt(farm, body.data.screenshotUrl, 45, 45)).toBe(partA.color);
    expect(await pixelAt(farm, body.data.candidates[1].imageUrl, 1, 1)).toBe(partB.color);
    expect(await read(scene)).toMatchObject({
      captureState: 'ready',
      state: 'pending',
      captures: [
        {
          slotKey: 'page',
          captureId: body.data.captureId,
          host: 'shop.example',
          selected: [{ id: 'cmp_a', label: 'Part cmp_a' }, { id: 'cmp_b' }],
        },
      ],
    });
    expect(await spent()).toEqual({ used: before.used + 1, held: 0 });
    expect(node.opened).toMatchObject([{ url: page, viewport: { isMobile: false } }]);
    expect(node.openIds()).toEqual([]);
    // What an address bar shows never holds the query, nor does any answer hold a storage key.
    expect(JSON.stringify(await shownValue(farm, scene.sceneId))).not.toContain('secret');
    expect(JSON.stringify(body)).not.toContain('"storageKey"');
  });

  it('S70: with autoSelect false only answers candidates and the numbered picture, and is charged (N34)', async () => {
    const scene = await sceneWith(maker, 'component-pop-out');
    const before = await spent();
    const { body } = await maker.call('POST', `${scene.path}/auto-capture`, { url: page, autoSelect: false });
    expect(body.data).toMatchObject({ selected: [], renderReady: false, creditsCharged: 1 });
    expect(body.data.candidates).toHaveLength(3);
    expect(body.data.annotatedScreenshot).not.toBeNull();
    expect((await read(scene)).captureState).toBe('pending');
    expect(await spent()).toEqual({ used: before.used + 1, held: 0 });
  });

  it('a slot that scrolls takes the whole page unless the caller says otherwise', async () => {
    const scene = await sceneWith(maker, 'page-scroll');
    const { body } = await maker.call('POST', `${scene.path}/auto-capture`, { url: page });
    expect(body.data).toMatchObject({ renderReady: true, selected: [] });
    await maker.call('POST', `${scene.path}/auto-capture`, { url: page, frame: 'current' });
    expect(node.requests.map(({ frame }) => frame)).toEqual(['full', 'current']);
  });

  it('S70: does steps first, in a session of the caller where one is named, and leaves it open', async () => {
    const scene = await sceneWith(maker, 'component-pop-out');
    const steps = [
      { type: 'click', text: 'Plans' },
      { type: 'wait', text: '10' },
    ];
    const kept = await maker.call('POST', `${scene.path}/auto-capture`, { url: page, steps, keepSession: true });
    const { sessionId } = kept.body.data;
    expect(sessionId).toMatch(/^bws_/);
    expect(node.actions).toEqual(steps);
    expect(node.openIds()).toEqual([sessionId]);
    const again = await maker.call('POST', `${scene.path}/auto-capture`, { sessionId });
    expect(again.body.data).toMatchObject({ sessionId: null, renderReady: true });
    expect(node.opened).toHaveLength(1);
    const other = 'https://shop.example/other';
    const moved = await maker.call('POST', `${scene.path}/auto-capture`, { sessionId, url: other, keepSession: true });
    expect(moved.body.data).toMatchObject({ sessionId, page: { url: other } });
    expect((await maker.call('DELETE', `/browse/sessions/${sessionId}`)).status).toBe(200);
    const closed = await maker.call('POST', `${scene.path}/auto-capture`, { sessionId });
    expect([closed.status, closed.body.code]).toEqual([400, 'SESSION_CLOSED']);
    expect((await spent()).held).toBe(0);
  });

  it('S70: a page that asks to sign in is answered with where to, stays open and costs nothing', async () => {
    node.behaviour.isWalled = true;
    const scene = await sceneWith(maker, 'component-pop-out');
    const before = await spent();
    const { status, body } = await maker.call('POST', `${scene.path}/auto-capture`, { url: page });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      loginRequired: true,
      renderReady: false,
      authWall: { detected: true, signals: ['password field'] },
      creditsCharged: 0,
    });
    const { sessionId, loginUrl } = body.data;
    expect(node.openIds()).toEqual([sessionId]);
    expect(loginUrl).toContain('/browse/login/');
    expect(await spent()).toEqual(before);
    node.behaviour.isWalled = false;
    const signedIn = await maker.call('POST', `${scene.path}/auto-capture`, { sessionId });
    expect(signedIn.body.data).toMatchObject({ loginRequired: false, renderReady: true });
    await maker.call('DELETE', `/browse/sessions/${sessionId}`);
  });

  it('a test key pays nothing and gets no sign-in page', async () => {
    const sandbox = await publisher(farm, { environment: 'test', plan: 'free' });
    const scene = await sceneWith(sandbox, 'component-pop-out');
    const { body } = await sandbox.call('POST', `${scene.path}/auto-capture`, { url: page });
    expect(body.data).toMatchObject({ renderReady: true, creditsCharged: 0 });
    node.behaviour.isWalled = true;
    const walled = await sandbox.call('POST', `${scene.path}/auto-capture`, { url: page });
    expect(walled.body.data).toMatchObject({ loginRequired: true, loginUrl: null });
  });

  it('S109: a plan without mcp_capture is refused with the name of the feature', async () => {
    const free = await publisher(farm, { plan: 'free' });
    const scene = await sceneWith(free, 'component-pop-out');
    for (const path of [`${scene.path}/auto-capture`, '/browse/capture']) {
      const { status, body } = await free.call('POST', path, { url: page });
      expect([status, body.code]).toEqual([403, 'FEATURE_NOT_IN_PLAN']);
      expect(body.message).toContain('mcp_capture');
    }
    expect(node.opened).toEqual([]);
  });
});

describe('S106: a capture in the web app', () => {
  it('costs no credits and counts against the month of the plan, unless nothing was captured', async () => {
    const accountId = 'acc_web_captures';
    const person = await farm.newWebUser({ accountId, plan: 'free' });
    const accounts = accountOperations({ db: farm.db });
    await accounts.switchForAccount(accountId, 'mcp_capture', true);
    const scenes = [{ templateId: 'component-pop-out', title: 'Our shop' }];
    const project = (await person.call('POST', '/projects', { scenes })).body.data;
    const path = `/projects/${project.id}/scenes/${project.scenes[0].id}/auto-capture`;
    const used = async (): Promise<unknown> => {
      const { features } = (await person.call('GET', '/billing/usage')).body.data;
      return features.find(({ feature }: { feature: string }) => feature === 'ui_capture').used;
    };
    const made = await person.call('POST', path, { url: page });
    expect(made.body.data).toMatchObject({ renderReady: true, creditsCharged: 0 });
    expect(await used()).toBe(1);
    node.behaviour.captureProblem = { problem: 'PAGE_EMPTY', message: 'The page is empty.' };
    expect((await person.call('POST', path, { url: page })).status).toBe(400);
    expect(await used()).toBe(1);
    node.behaviour.captureProblem = null;
    await sql`update feature_use set used = 10 where account_id = ${accountId}`.execute(farm.db);
    const over = await person.call('POST', path, { url: page });
    expect([over.status, over.body.code, over.body.limit]).toEqual([429, 'PLAN_LIMIT_REACHED', 10]);
    expect(node.opened).toHaveLength(2);
  });
});

describe('a capture that is not made', () => {
  const refuses = async (body: object, expected: { status: number; code: string; path?: string }): Promise<void> => {
    const scene = await sceneWith(maker, 'component-pop-out');
    const before = await spent();
    const answer = await maker.call('POST', `${scene.path}/auto-capture`, { url: page, ...body });
    expect([answer.status, answer.body.code]).toEqual([expected.status, expected.code]);
    if (expected.path !== undefined) expect(answer.body.details[0].path).toBe(expected.path);
    expect(await spent()).toEqual(before);
    expect(node.openIds()).toEqual([]);
    expect((await read(scene)).captureState).toBe('pending');
  };

  it('N34: a page that cannot be opened gives the credit back', async () => {
    node.behaviour.openProblem = { problem: 'HOST_UNREACHABLE', message: 'The host was not found.' };
    await refuses({}, { status: 400, code: 'HOST_UNREACHABLE' });
  });

  it('N34: a selector that is not there gives the credit back', async () => {
    node.behaviour.captureProblem = { problem: 'SELECTOR_NOT_FOUND', message: 'There is no #plans.' };
    await refuses({ selectors: ['#plans'] }, { status: 400, code: 'SELECTOR_NOT_FOUND' });
  });

  it('N34: a step that fails gives the credit back and is named', async () => {
    node.behaviour.failingStep = 1;
    const steps = [
      { type: 'click', text: 'Plans' },
      { type: 'click', text: 'Nothing' },
    ];
    await refuses({ steps }, { status: 400, code: 'ELEMENT_NOT_FOUND', path: 'steps[1]' });
  });

  it('a page that answers 404 or 500 is refused, unless a step leads on from it', async () => {
    node.behaviour.httpStatus = 404;
    await refuses({}, { status: 400, code: 'PAGE_ERROR_STATUS', path: 'url' });
    const scene = await sceneWith(maker, 'component-pop-out');
    const steps = [{ type: 'click', text: 'Home' }];
    expect((await maker.call('POST', `${scene.path}/auto-capture`, { url: page, steps })).status).toBe(201);
  });

  it('pictures that are not what the node says are none', async () => {
    node.behaviour.lie = { file: 'component-2', bytes: Buffer.from('<html>not a picture</html>') };
    await refuses({}, { status: 503, code: 'CAPTURE_FAILED' });
    const tiny = await sharp({ create: { width: 3, height: 3, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    node.behaviour.lie = { file: 'page', bytes: tiny };
    const scene = await sceneWith(maker, 'component-pop-out');
    const before = await spent();
    // The fake announces the size of what it drew, and another picture lies in the store.
    const { status } = await maker.call('POST', `${scene.path}/auto-capture`, { url: page });
    expect(status).toBe(503);
    expect(await spent()).toEqual(before);
  });

  it('a template switched while the page is captured gives the credit back', async () => {
    const scene = await sceneWith(maker, 'component-pop-out');
    const before = await spent();
    node.behaviour.beforeCapture = async () => {
      await maker.data('PATCH', `${scene.path}/template`, { templateId: 'big-claim' });
    };
    const { status, body } = await maker.call('POST', `${scene.path}/auto-capture`, { url: page });
    expect([status, body.code]).toEqual([409, 'TEMPLATE_CHANGED']);
    expect(await spent()).toEqual(before);
  });

  it('A1: a capture whose control plane was killed has its credit back, and cannot be finished any more', async () => {
    const scene = await sceneWith(maker, 'component-pop-out');
    const before = await spent();
    node.behaviour.beforeCapture = async () => {
      expect((await spent()).held).toBe(1);
      await sql`update capture set created_at = now() - interval '11 minutes' where state = 'running'`.execute(farm.db);
      await sweep();
      expect(await spent()).toEqual(before);
    };
    const { status, body } = await maker.call('POST', `${scene.path}/auto-capture`, { url: page });
    expect([status, body.code]).toEqual([503, 'CAPTURE_TIMEOUT']);
    expect(await spent()).toEqual(before);
    expect((await read(scene)).captureState).toBe('pending');
  });

  it('S117: without a credit nothing is opened', async () => {
    const poor = await publisher(farm, { plan: 'free' });
    await accountOperations({ db: farm.db }).switchForAccount(poor.accountId, 'mcp_capture', true);
    const scene = await sceneWith(poor, 'component-pop-out');
    await spendAll(poor);
    const { status, body } = await poor.call('POST', `${scene.path}/auto-capture`, { url: page });
    expect([status, body.code, body.creditsRequired]).toEqual([402, 'INSUFFICIENT_CREDITS', 1]);
    expect(node.opened).toEqual([]);
  });

  it.each<[object, string[]]>([
    [{ url: undefined }, ['url']],
    [{ url: 'http://shop.example' }, ['url']],
    [{ url: 'https://169.254.169.254/latest' }, ['url']],
    [{ url: 'javascript:alert(1)', targetFill: 0.2, frame: 'half' }, ['url', 'frame', 'targetFill']],
    [{ targetFill: 0.96, focus: [''], selectors: 'h1' }, ['focus[0]', 'selectors', 'targetFill']],
    [{ steps: Array.from({ length: 13 }, () => ({ type: 'back' })) }, ['steps']],
    [
      { steps: [{ type: 'fly' }, { type: 'goto', text: 'file:///etc/passwd' }], annotate: 'yes' },
      ['steps[0].type', 'steps[1]', 'annotate'],
    ],
    [{ slotKey: '', keepSession: 1 }, ['slotKey', 'keepSession']],
    [{ wait: 3 }, ['wait']],
  ])('bad input: %j names every field', async (body, paths) => {
    const scene = await sceneWith(maker, 'component-pop-out');
    const answer = await maker.call('POST', `${scene.path}/auto-capture`, { url: page, ...body });
    expect(answer.status).toBe(400);
    expect(
      problemsOf(answer)
        .map(([path]) => path)
        .toSorted(),
    ).toEqual(paths.toSorted());
    expect(node.opened).toEqual([]);
  });

  it('a scene that shows no page takes no capture, and an unknown slot is answered with the slots', async () => {
    const plain = await sceneWith(maker, 'big-claim');
    const none = await maker.call('POST', `${plain.path}/auto-capture`, { url: page });
    expect([none.status, none.body.code]).toEqual([400, 'NO_CAPTURE_SLOT']);
    const scene = await sceneWith(maker, 'component-pop-out');
    const unknown = await maker.call('POST', `${scene.path}/auto-capture`, { url: page, slotKey: 'pages' });
    expect(unknown.body).toMatchObject({ code: 'UNKNOWN_SLOT', details: [{ path: 'slotKey', allowed: ['page'] }] });
  });

  it("G1: another account's scene and session are not there", async () => {
    const scene = await sceneWith(maker, 'component-pop-out');
    const stranger = await publisher(farm);
    const theirs = await stranger.call('POST', `${scene.path}/auto-capture`, { url: page });
    expect(theirs.status).toBe(404);
    const kept = await maker.call('POST', `${scene.path}/auto-capture`, { url: page, keepSession: true });
    const { sessionId } = kept.body.data;
    const own = await sceneWith(stranger, 'component-pop-out');
    const stolen = await stranger.call('POST', `${own.path}/auto-capture`, { sessionId });
    expect([stolen.status, stolen.body.code]).toEqual([404, 'BROWSE_SESSION_NOT_FOUND']);
    await maker.call('DELETE', `/browse/sessions/${sessionId}`);
  });
});
