import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { captureFiles, viewports } from '@reelyard/shared/contracts/capture.ts';
import { sessionPaths, sessionsBearer } from '@reelyard/shared/contracts/session-protocol.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTestPool, type TestPool } from '../test/browser-pool.ts';
import { sessionsServer } from './server.ts';
import { type SessionBook, sessionBook } from './session-book.ts';
import { startTestPages, type TestPages } from './test/pages.ts';

const token = 'node_token-of-the-test';
const bearer = `Bearer ${sessionsBearer(createHash('sha256').update(token).digest())}`;
let nodeToken: string | null = token;
let pages: TestPages;
let pool: TestPool;
let book: SessionBook;
let door: FastifyInstance;
const logged: unknown[] = [];

beforeAll(async () => {
  pages = await startTestPages();
  pool = await openTestPool('127.0.0.1', {}, async () => [{ address: '127.0.0.1', family: 4 }]);
  book = sessionBook({ pool: pool.pool, maxSessions: 1, onOpened: () => {}, onClosed: () => {} });
  const log = { info: () => {}, warn: () => {}, error: (fields: object) => logged.push(fields) };
  door = await sessionsServer({ sessions: book, nodeToken: () => nodeToken, scratchPath: '/tmp', log });
  await door.listen({ host: '127.0.0.1', port: 0 });
}, 120_000);
afterAll(async () => {
  await book.closeAll();
  await door.close();
  await pool[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, authorization = bearer) => {
  const response = await door.inject({ method, url, headers: { authorization }, ...(payload ? { payload } : {}) });
  return { status: response.statusCode, body: response.json() };
};
const order = (sessionId: string, url: string) => ({
  sessionId,
  url,
  viewport: viewports.desktop,
  profile: null,
  idleSeconds: 600,
  maxSeconds: 3_600,
});
const live = (headers: Record<string, string>): WebSocket => {
  const { port } = door.server.address() as AddressInfo;
  return new WebSocket(`ws://127.0.0.1:${port}${sessionPaths.live('bws_one')}`, { headers });
};
const end = (socket: WebSocket): Promise<number> =>
  new Promise((resolve) => {
    socket.on('close', resolve);
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => {});
  });

describe('the internal door of a capture node', () => {
  test('G13: opens for nothing but what both sides can make of the node’s token, and for nobody before that', async () => {
    for (const wrong of ['', 'Bearer x', `Bearer ${token}`, bearer.slice(0, -1)]) {
      expect((await call('POST', sessionPaths.open, order('bws_x', pages.url('shop.test')), wrong)).status).toBe(401);
    }
    expect(await end(live({ authorization: 'Bearer x' }))).toBe(401);
    nodeToken = null;
    expect((await call('GET', sessionPaths.outline('bws_x'))).status).toBe(401);
    nodeToken = token;
  });

  test('a session is opened once, used, and closed; a full node says so', async () => {
    expect((await call('GET', sessionPaths.outline('bws_one'))).status).toBe(404);
    expect((await call('POST', sessionPaths.open, order('bws_one', pages.url('shop.test')))).status).toBe(201);
    expect((await call('POST', sessionPaths.open, order('bws_one', pages.url('shop.test')))).status).toBe(409);
    expect((await call('POST', sessionPaths.open, order('bws_two', pages.url('shop.test')))).status).toBe(503);
    expect((await call('GET', sessionPaths.outline('bws_one'))).body.outline.title).toBe('Norra shop');
    expect((await call('POST', sessionPaths.actions('bws_one'), { actions: [] })).status).toBe(400);
  });

  test('S70: the page is captured where it is, and every picture is put where it was asked for', async () => {
    const stored = new Map<string, Buffer>();
    const store = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        stored.set(request.url ?? '', Buffer.concat(parts));
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(store, 'listening');
    const { port } = store.address() as AddressInfo;
    const target = (name: string, contentType: string) => ({
      url: `http://127.0.0.1:${port}/${name}`,
      headers: {},
      contentType,
    });
    const uploads = Object.fromEntries(
      captureFiles.map((name) => [
        name,
        { 'image/png': target(name, 'image/png'), 'image/jpeg': target(name, 'image/jpeg') },
      ]),
    );
    const slot = { kind: 'components', minComponents: 1, maxComponents: 3, widthPx: 1_440, heightPx: 900 };
    const request = {
      focus: ['plans'],
      selectors: [],
      frame: 'auto',
      targetFill: 0.6,
      slot,
      annotate: true,
      autoSelect: true,
      fixedClock: null,
    };
    const answer = await call('POST', sessionPaths.capture('bws_one'), { request, uploads });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.result.page.title).toBe('Norra shop');
    expect(Object.keys(answer.body.files)).toEqual(expect.arrayContaining(['page', 'annotated']));
    for (const [name, { sha256 }] of Object.entries<{ sha256: string }>(answer.body.files)) {
      expect(
        createHash('sha256')
          .update(stored.get(`/${name}`) ?? '')
          .digest('hex'),
      ).toBe(sha256);
    }
    const bad = await call('POST', sessionPaths.capture('bws_one'), {
      request: { ...request, selectors: ['div['] },
      uploads,
    });
    expect(bad).toMatchObject({ status: 422, body: { problem: 'SELECTOR_INVALID' } });
    store.closeAllConnections();
    store.close();
  }, 120_000);

  test('a person sees the page and drives it; what is no input closes the line', async () => {
    const socket = live({ authorization: bearer });
    const news: { type: string; title?: string }[] = [];
    const pictures: Buffer[] = [];
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) news.push(JSON.parse(String(data)));
      else {
        pictures.push(data);
        socket.send(JSON.stringify({ type: 'drawn' }));
      }
    });
    await expect.poll(() => pictures.length, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(pictures[0]?.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    await expect
      .poll(() => news.at(-1))
      .toMatchObject({ type: 'page', title: 'Norra shop', widthPx: 1_440, isSecure: false });
    // The person may leave the sites of the session, which steps may not.
    const { page } = book.use('bws_one')?.session.front ?? {};
    const away = await page?.locator('#away').boundingBox();
    const mouse = {
      type: 'mouse',
      x: (away?.x ?? 0) + 5,
      y: (away?.y ?? 0) + 5,
      button: 'left',
      clickCount: 1,
      modifiers: 0,
    };
    for (const action of ['down', 'up']) socket.send(JSON.stringify({ ...mouse, action }));
    await expect.poll(() => news.at(-1)?.title, { timeout: 30_000 }).toBe('elsewhere.test');
    socket.send(JSON.stringify({ type: 'shout', text: 'x' }));
    expect(await end(socket)).toBe(1008);
    // Once they are gone the lock holds again.
    const outline = async () => (await call('GET', sessionPaths.outline('bws_one'))).body.outline.title;
    await expect.poll(outline, { timeout: 30_000 }).toBe('Norra shop');
  }, 120_000);

  test('the end of a session ends who watches it', async () => {
    const socket = live({ authorization: bearer });
    await new Promise((resolve) => socket.once('message', resolve));
    const closing = end(socket);
    expect((await call('DELETE', sessionPaths.session('bws_one'))).body).toEqual({ profile: null });
    expect(await closing).toBe(1000);
    expect((await call('DELETE', sessionPaths.session('bws_one'))).status).toBe(404);
  });

  test('a page that cannot be opened is the page’s problem, in words', async () => {
    const answer = await call('POST', sessionPaths.open, order('bws_bad', 'http://169.254.169.254/latest'));
    expect(answer).toMatchObject({ status: 422, body: { problem: 'ADDRESS_REFUSED' } });
    expect(book.count).toBe(0);
    expect(logged).toEqual([]);
  });
});
