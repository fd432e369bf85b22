import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type CaptureScene,
  page,
  pixelAt,
  plateColor,
  problemsOf,
  readScene,
  sceneWith,
  shownValue,
  spentBy,
  storedFilePath,
} from './capture-scenes.ts';
import { sweepOnce } from './capture-sweep.ts';
import {
  behindColor,
  type FakeCaptureNode,
  type FakePart,
  fakeCaptureNode,
  fakeParts,
  pictureBoxOf,
} from './fake-capture-node.ts';
import { fakeNode } from './fake-node.ts';
import { type Answer, type Farm, startFarm } from './harness.ts';
import { type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let node: FakeCaptureNode;
let maker: Publisher;
let pictures: Server;
let picturesUrl: string;

beforeAll(async () => {
  farm = await startFarm();
  node = await fakeCaptureNode(farm.app, farm.config.FARM_NODE_TOKEN);
  const still = await sharp({ create: { width: 640, height: 900, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"/>';
  const files: Record<string, string | Buffer> = {
    '/still.png': still,
    '/page.html': '<html></html>',
    '/drawing.svg': svg,
  };
  pictures = createServer((request, response) => {
    const file = files[request.url ?? ''];
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  pictures.listen(0, '127.0.0.1');
  await once(pictures, 'listening');
  picturesUrl = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
});
afterAll(async () => {
  pictures.closeAllConnections();
  pictures.close();
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
const sweep = () => sweepOnce(farm);
const [partA, partB, partC] = fakeParts as [FakePart, FakePart, FakePart];

describe('capture-selection', () => {
  const captured = async (who = maker) => {
    const scene = await sceneWith(who, 'component-pop-out');
    const { body } = await who.call('POST', `${scene.path}/auto-capture`, { url: page });
    return { ...scene, captureId: body.data.captureId as string };
  };

  it('S71: shows other parts over a plate that is composed of what lies behind them, free', async () => {
    const scene = await captured();
    const before = await spent();
    expect(await plateColor(farm, scene.sceneId, partA)).toBe('#00ffff');
    const selectedComponentIds = ['cmp_c', 'cmp_a'];
    const { status, body } = await maker.call('POST', `${scene.path}/capture-selection`, {
      captureId: scene.captureId,
      selectedComponentIds,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ captureId: scene.captureId, selected: selectedComponentIds, renderReady: true });
    expect(await plateColor(farm, scene.sceneId, partA)).toBe(behindColor);
    expect(await plateColor(farm, scene.sceneId, partC)).toBe(behindColor);
    expect(await plateColor(farm, scene.sceneId, partB)).toBe(partB.color);
    const { components } = (await shownValue(farm, scene.sceneId)) ?? {};
    expect(components).toMatchObject([{ box: pictureBoxOf(partC), label: 'Part cmp_c' }, { box: pictureBoxOf(partA) }]);
    await maker.call('POST', `${scene.path}/capture-selection`, {
      captureId: scene.captureId,
      selectedComponentIds: ['cmp_b', 'cmp_a'],
    });
    expect(await plateColor(farm, scene.sceneId, partA)).toBe('#00ffff');
    expect(await spent()).toEqual(before);
  });

  it('S71: another selection is another input of the scene, the same one the same', async () => {
    const scene = await captured();
    const { inputHash } = await read(scene);
    const select = async (ids: string[]): Promise<string> => {
      await maker.data('POST', `${scene.path}/capture-selection`, {
        captureId: scene.captureId,
        selectedComponentIds: ids,
      });
      return (await read(scene)).inputHash;
    };
    expect(await select(['cmp_c'])).not.toBe(inputHash);
    expect(await select(['cmp_a', 'cmp_b'])).toBe(inputHash);
  });

  it('bad input: unknown, doubled, too few and too many components, all at once', async () => {
    const scene = await captured();
    const ask = (selectedComponentIds: string[], captureId = scene.captureId): Promise<Answer> =>
      maker.call('POST', `${scene.path}/capture-selection`, { captureId, selectedComponentIds });
    expect(problemsOf(await ask(['cmp_a', 'cmp_a', 'cmp_x']))).toEqual([
      ['selectedComponentIds[1]', 'DUPLICATE_COMPONENT'],
      ['selectedComponentIds[2]', 'UNKNOWN_COMPONENT'],
    ]);
    expect(problemsOf(await ask([]))).toEqual([['selectedComponentIds', 'COMPONENT_COUNT']]);
    expect(problemsOf(await ask(['cmp_a'], 'cap_none'))).toEqual([['captureId', 'CAPTURE_UNKNOWN']]);
    const other = await sceneWith(maker, 'component-pop-out');
    const foreign = await maker.call('POST', `${other.path}/capture-selection`, {
      captureId: scene.captureId,
      selectedComponentIds: ['cmp_a'],
    });
    expect(foreign.body.code).toBe('CAPTURE_UNKNOWN');
  });

  it('N34: is valid for 24 hours; what the scene shows stays after its files are gone', async () => {
    const scene = await captured();
    const ask = (): Promise<Answer> =>
      maker.call('POST', `${scene.path}/capture-selection`, {
        captureId: scene.captureId,
        selectedComponentIds: ['cmp_b'],
      });
    farm.clock.advanceSeconds(24 * 3_600 - 60);
    expect((await ask()).status).toBe(200);
    farm.clock.advanceSeconds(60);
    expect(problemsOf(await ask())).toEqual([['captureId', 'CAPTURE_EXPIRED']]);
    await sql`update capture set ended_at = now() - interval '26 hours' where id = ${scene.captureId}`.execute(farm.db);
    await sweep();
    farm.clock.set(new Date());
    const { screenshotUrl } = (await read(scene)).captures[0];
    expect(await pixelAt(farm, screenshotUrl, 45, 45)).toBe(partA.color);
    const { rows } = await sql<{ key: string }>`
      select result -> 'picture' ->> 'storageKey' as key from capture where id = ${scene.captureId}`.execute(farm.db);
    await expect(sharp(storedFilePath(farm, rows[0]?.key ?? '')).metadata()).rejects.toThrow();
  });
});

describe('capture-image', () => {
  it('S72: a still image stands for the page where a slot shows a whole one, free', async () => {
    const scene = await sceneWith(maker, 'page-scroll');
    const before = await spent();
    const imageUrl = `${picturesUrl}/still.png`;
    const { status, body } = await maker.call('POST', `${scene.path}/capture-image`, { imageUrl });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ captureId: null, selected: [], renderReady: true });
    expect(await pixelAt(farm, body.data.screenshotUrl, 5, 5)).toBe('#ffffff');
    expect(await read(scene)).toMatchObject({ captureState: 'ready', captures: [{ captureId: null, host: '' }] });
    expect(await spent()).toEqual(before);
  });

  it('S72: parts of a page cannot be had from a still image', async () => {
    const scene = await sceneWith(maker, 'component-pop-out');
    const imageUrl = `${picturesUrl}/still.png`;
    const { status, body } = await maker.call('POST', `${scene.path}/capture-image`, { imageUrl });
    expect([status, body.code]).toEqual([400, 'SLOT_NEEDS_A_PAGE']);
  });

  it.each([
    ['/none.png', 'IMAGE_UNREACHABLE'],
    ['/page.html', 'IMAGE_NOT_AN_IMAGE'],
    ['/drawing.svg', 'IMAGE_TYPE_NOT_ALLOWED'],
  ])('bad input: %s is refused as %s', async (name, code) => {
    const scene = await sceneWith(maker, 'page-scroll');
    const answer = await maker.call('POST', `${scene.path}/capture-image`, {
      imageUrl: `${picturesUrl}${name}`,
    });
    expect(answer.status).toBe(400);
    expect(problemsOf(answer)).toEqual([['imageUrl', code]]);
  });

  it.each(['http://example.com/a.png', 'https://10.0.0.1/a.png', 'file:///etc/passwd', 'data:image/png;base64,AA=='])(
    'bad input: the address %s is refused',
    async (imageUrl) => {
      const scene = await sceneWith(maker, 'page-scroll');
      const answer = await maker.call('POST', `${scene.path}/capture-image`, { imageUrl });
      expect(answer.status).toBe(400);
      expect(problemsOf(answer)[0]?.[0]).toBe('imageUrl');
    },
  );
});

describe('scenes without their capture', () => {
  it('S73, S60: are listed, refuse a publish, a render and an export, and are the next step', async () => {
    const scenes = [
      { templateId: 'big-claim', title: 'Hello' },
      { templateId: 'component-pop-out', title: 'Our shop' },
      { templateId: 'page-scroll', title: 'All of it' },
    ];
    const project = await maker.data('POST', '/projects', { title: 'Launch', scenes });
    const path = `/projects/${project.id}`;
    const [, popOut, scroll] = project.scenes;
    expect(project.nextStep).toContain(`${path}/scenes/${popOut.id}/auto-capture`);
    const pendingCaptures = [
      { sceneId: popOut.id, position: 1, templateId: 'tpl_component-pop-out', slots: ['page'], reason: 'never' },
      { sceneId: scroll.id, position: 2, templateId: 'tpl_page-scroll', slots: ['page'], reason: 'never' },
    ];
    expect(await maker.data('GET', `${path}/captures/pending`)).toEqual({ pendingCaptures });
    const refused = { statusCode: 400, code: 'PENDING_CAPTURES', pendingCaptures };
    expect((await maker.publish(project.id)).body).toMatchObject(refused);
    expect((await maker.call('POST', `${path}/render/start`)).body).toMatchObject(refused);
    const plan = (await maker.plan(project.id)).body.data;
    expect(plan).toMatchObject({ canPublish: false, problems: [{ code: 'PENDING_CAPTURES', pendingCaptures }] });
    const readiness = await maker.data('GET', `/exports${path}/readiness`);
    expect(readiness.reasons[0]).toMatchObject({ code: 'PENDING_CAPTURE', sceneIds: [popOut.id, scroll.id] });
    const alone = await maker.call('POST', `${path}/render/start`, { sceneIds: [project.scenes[0].id] });
    expect(alone.status).toBe(200);
  });

  it('S70: publish once everything is captured, each scene with its pictures in the job', async () => {
    const scene = await sceneWith(maker, 'component-pop-out');
    await maker.data('POST', `${scene.path}/auto-capture`, { url: page });
    expect(await maker.data('GET', `/projects/${scene.projectId}/captures/pending`)).toEqual({ pendingCaptures: [] });
    const published = await maker.publish(scene.projectId);
    expect(published.status).toBe(200);
    const renderer = await fakeNode(farm.app, farm.config.FARM_NODE_TOKEN);
    const leased = [await renderer.tryLease(0), await renderer.tryLease(0)];
    await renderer.goodbye();
    const held = leased.find(({ body }) => body?.payload.values.page);
    if (held === undefined) throw new Error('no scene with a captured page waits');
    const { page: picture, plate, components, address } = held.body.payload.values.page;
    expect(address).toBe('shop.example/pricing');
    const keys = [picture, plate, ...components.map((each: { picture: object }) => each.picture)].map(
      (each: { storageKey: string }) => each.storageKey,
    );
    expect(Object.keys(held.body.reads).toSorted()).toEqual([...new Set(keys)].toSorted());
  });

  it('N24, N34: another template keeps a capture that fits it and drops one that does not', async () => {
    const scene = await sceneWith(maker, 'component-pop-out');
    await maker.data('POST', `${scene.path}/auto-capture`, { url: page });
    const swap = (templateId: string) => maker.data('PATCH', `${scene.path}/template`, { templateId });
    const fitting = await swap('component-pop-out');
    expect(fitting).toMatchObject({ captureInvalidated: false, scene: { captureState: 'ready' } });
    const dropped = await swap('phone-page');
    expect(dropped).toMatchObject({ captureInvalidated: true, scene: { captureState: 'pending', captures: [] } });
    const { pendingCaptures } = await maker.data('GET', `/projects/${scene.projectId}/captures/pending`);
    expect(pendingCaptures).toMatchObject([{ sceneId: scene.sceneId, reason: 'template_changed' }]);
    await maker.data('POST', `${scene.path}/auto-capture`, { url: page });
    expect((await swap('big-claim')).scene.captureState).toBe('none');
    const { captureInvalidated, scene: back } = await swap('phone-page');
    expect([captureInvalidated, back.captureState]).toEqual([false, 'pending']);
  });

  it('N25: a copy of a project shows what the first one shows', async () => {
    const scene = await sceneWith(maker, 'component-pop-out');
    await maker.data('POST', `${scene.path}/auto-capture`, { url: page });
    const copy = await maker.data('POST', `/projects/${scene.projectId}/duplicate`, {});
    expect(copy.scenes[0]).toMatchObject({ captureState: 'ready', inputHash: (await read(scene)).inputHash });
  });

  it('S39: nobody sets a capture by a parameter', async () => {
    const scenes = [{ templateId: 'component-pop-out', title: 'x', parameters: { page: 'https://a.example/b.png' } }];
    const { status, body } = await maker.call('POST', '/projects', { scenes });
    expect([status, body.code, body.invalidKeys[0].reason]).toEqual([400, 'INVALID_LAYER_KEYS', 'locked']);
  });
});
