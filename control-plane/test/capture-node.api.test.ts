import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  type FixtureHost,
  type FixtureSites,
  serveSites,
} from '@reelyard/capture-node/test/fixture-sites/serve-sites.ts';
import { freePort } from '@reelyard/deploy/local/free-port.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problemsOf, readScene, sceneWith, shownValue, spentBy, storedFilePath } from './capture-scenes.ts';
import { type Farm, startFarm } from './harness.ts';
import { type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let sites: FixtureSites;
let doors: Server[] = [];
let child: ChildProcess;
let maker: Publisher;

/** A fixture site at an address that a browser reaches without a name server. */
const openDoor = async (host: FixtureHost): Promise<string> => {
  const door = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: `${host}:${sites.port}` };
    const forwarded = httpRequest({ host: '127.0.0.1', port: sites.port, path: asked.url, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers);
      found.pipe(answer);
    });
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  });
  door.listen(0, '127.0.0.1');
  await once(door, 'listening');
  doors.push(door);
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
};

/** The real capture node as a process of its own, once it has registered. */
const startNode = async (): Promise<ChildProcess> => {
  const started = spawn(process.execPath, [fileURLToPath(import.meta.resolve('@reelyard/capture-node/main.ts'))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      FARM_CONTROL_URL: farm.config.FARM_PUBLIC_URL,
      FARM_NODE_TOKEN: farm.config.FARM_NODE_TOKEN,
      FARM_NODE_NAME: 'capture',
      FARM_SCRATCH: `${farm.config.FARM_DATA}/capture-scratch`,
      FARM_EGRESS_ALLOW: '127.0.0.1',
      FARM_BROWSERS: '2',
    },
  });
  if (started.stdout === null) throw new Error('a capture node without output');
  for await (const line of createInterface({ input: started.stdout })) {
    if (line.includes('"registered"')) break;
  }
  started.stdout.resume();
  return started;
};

beforeAll(async () => {
  const port = await freePort();
  farm = await startFarm({ FARM_PORT: String(port), FARM_PUBLIC_URL: `http://127.0.0.1:${port}` });
  await farm.app.listen({ host: '127.0.0.1', port });
  sites = await serveSites();
  maker = await publisher(farm);
  child = await startNode();
}, 120_000);
afterAll(async () => {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'exit');
  for (const door of doors) {
    door.closeAllConnections();
    door.close();
  }
  doors = [];
  await sites[Symbol.asyncDispose]();
  await farm.close();
});

const isFlat = async (picture: string | Buffer): Promise<boolean> => {
  const { channels } = await sharp(picture).stats();
  return channels.slice(0, 3).every(({ stdev }) => stdev < 1);
};
const fetched = async (url: string): Promise<Buffer> => Buffer.from(await (await fetch(url)).arrayBuffer());

test('S70, S71: a dashboard is captured by a real browser, and another part of it is chosen afterwards', async () => {
  const url = `${await openDoor('tideline.test')}/`;
  const scene = await sceneWith(maker, 'component-pop-out');
  const { status, body } = await maker.call('POST', `${scene.path}/auto-capture`, { url, annotate: true });
  expect([status, body.code]).toEqual([201, undefined]);
  const { candidates, selected, captureId, screenshotUrl, annotatedScreenshot } = body.data;
  expect(body.data).toMatchObject({ renderReady: true, creditsCharged: 1 });
  expect(candidates.length).toBeGreaterThan(3);
  expect(selected.length).toBeGreaterThan(0);
  const screenshot = await sharp(await fetched(screenshotUrl)).metadata();
  expect(screenshot).toMatchObject({ format: 'png' });
  expect(await isFlat(await fetched(screenshotUrl))).toBe(false);
  expect((await sharp(await fetched(annotatedScreenshot.url)).metadata()).format).toBe('jpeg');
  const shown = await shownValue(farm, scene.sceneId);
  expect(shown.components).toHaveLength(selected.length);
  for (const { picture, box } of shown.components) {
    expect(picture.widthPx / shown.scale).toBeCloseTo(box.width, -1);
    expect(await isFlat(storedFilePath(farm, picture.storageKey))).toBe(false);
  }
  const other = candidates.find(({ id }: { id: string }) => !selected.includes(id)).id;
  const chosen = await maker.call('POST', `${scene.path}/capture-selection`, {
    captureId,
    selectedComponentIds: [other],
  });
  expect(chosen.body.data).toMatchObject({ selected: [other], renderReady: true });
  const after = await shownValue(farm, scene.sceneId);
  expect(after.plate).toMatchObject({ widthPx: after.page.widthPx, heightPx: after.page.heightPx });
  expect(after.plate?.sha256).not.toBe(after.page.sha256);
  expect(await readScene(maker, scene)).toMatchObject({ captureState: 'ready' });
  expect(await spentBy(farm, maker)).toEqual({ used: 1, held: 0 });
}, 90_000);

test('S70: a sign-in page is told from one to capture, and its session stays open', async () => {
  const url = `${await openDoor('signin.test')}/`;
  const scene = await sceneWith(maker, 'page-scroll');
  const before = await spentBy(farm, maker);
  const { status, body } = await maker.call('POST', `${scene.path}/auto-capture`, { url });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ loginRequired: true, authWall: { detected: true }, creditsCharged: 0 });
  expect(body.data.loginUrl).toContain(farm.config.FARM_PUBLIC_URL);
  const session = await maker.call('GET', `/browse/sessions/${body.data.sessionId}/status`);
  expect(session.body.data.state).toBe('open');
  await maker.call('DELETE', `/browse/sessions/${body.data.sessionId}`);
  expect(await spentBy(farm, maker)).toEqual(before);
}, 90_000);

test('S74: one part of a shop is photographed; a selector that fits nothing is named and costs nothing', async () => {
  const url = `${await openDoor('fernhill.test')}/`;
  const made = await maker.call('POST', '/browse/capture', { url, viewport: 'tablet' });
  expect(made.status).toBe(201);
  expect(made.body.data.width).toBe(1_668);
  expect(await isFlat(await fetched(made.body.data.screenshotUrl))).toBe(false);
  const before = await spentBy(farm, maker);
  const missing = await maker.call('POST', '/browse/capture', { url, selector: '#nothing-like-this' });
  expect(missing.status).toBe(400);
  expect(problemsOf(missing)).toEqual([['selector', 'SELECTOR_NOT_FOUND']]);
  expect(await spentBy(farm, maker)).toEqual(before);
}, 90_000);

test('S20: a brand is read from a website by a real browser and fills a scene', async () => {
  const websiteUrl = await openDoor('tideline.test');
  const scenes = [{ templateId: 'logo-outro', title: 'Tideline' }];
  const { status, body } = await maker.call('POST', '/projects', { scenes, brand: { websiteUrl } });
  expect([status, body.code]).toEqual([201, undefined]);
  expect(body.data.scenes[0].autoFilled).toEqual(expect.arrayContaining(['logo', 'primaryColor']));
  const brand = (await maker.call('GET', `/brands/${body.data.brandId}`)).body.data;
  expect(brand).toMatchObject({ status: 'ready', source: 'website' });
  expect(brand.name).toContain('Tideline');
  expect(await isFlat(await fetched(brand.logoUrl))).toBe(false);
}, 90_000);
