import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../http/server.ts';
import { type LocalDiskStore, localDiskStore } from '../object-storage/local-disk.ts';
import { storageRoutes } from '../object-storage/routes.ts';
import { conformance, sha256 } from '../object-storage/test/conformance.ts';

const signingSecret = 'signing-secret-of-the-test-farm-0123456789';
const maxUploadBytes = 100_000;
let now = new Date();
const clock = (): Date => now;
let folder: string;
let store: LocalDiskStore;
let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'storage-test-'));
  store = localDiskStore({
    rootPath: folder,
    get baseUrl() {
      return `http://127.0.0.1:${port}`;
    },
    signingSecret,
    clock,
  });
  app = await createServer({
    logger: pino({ level: 'silent' }),
    trustedProxies: [],
    limitRedis: null,
    api: async () => {},
    plugins: [storageRoutes({ store, signingSecret, clock, maxUploadBytes })],
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

let keyCount = 0;
const freshKey = (): string => {
  keyCount += 1;
  return `accounts/acc_1/images/file-${keyCount}.png`;
};
const local = (url: string): string => url.replace(/^http:\/\/127\.0\.0\.1:\d+/, '');
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url: local(url), headers });
const put = (target: { url: string; headers: Record<string, string> }, payload: Buffer, headers = target.headers) =>
  app.inject({ method: 'PUT', url: local(target.url), headers, payload });

conformance('local disk', () => ({
  store,
  another: localDiskStore({ rootPath: folder, baseUrl: '', signingSecret, clock }),
  maxUploadBytes,
  async earlier(seconds, run) {
    now = new Date(now.getTime() - seconds * 1_000);
    try {
      return await run();
    } finally {
      now = new Date();
    }
  },
}));

describe('signed reads', () => {
  const bytes = Buffer.from('0123456789');
  const put10 = async (): Promise<string> => {
    const key = freshKey();
    await store.put(key, bytes, 'video/mp4');
    return store.signRead(key, { expiresInSeconds: 60 });
  };

  test('a whole object comes with its type, its length, its entity tag and no sniffing', async () => {
    const answer = await get(await put10());
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(bytes);
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      etag: `"${sha256(bytes)}"`,
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
    });
  });

  test('ranges are answered with 206 and 416, HEAD with the headers alone', async () => {
    const url = await put10();
    const middle = await get(url, { range: 'bytes=2-4' });
    expect([middle.statusCode, middle.body, middle.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    const end = await get(url, { range: 'bytes=-3' });
    expect([end.statusCode, end.body]).toEqual([206, '789']);
    const beyond = await get(url, { range: 'bytes=10-' });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */10']);
    const head = await get(url, {}, 'HEAD');
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '10', '']);
  });

  test('If-Range gives a part only of the same object; If-None-Match says when nothing changed', async () => {
    const url = await put10();
    const etag = `"${sha256(bytes)}"`;
    expect((await get(url, { range: 'bytes=0-1', 'if-range': etag })).statusCode).toBe(206);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200);
    expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  });

  test('S67: a download is forced under its name, whatever it holds', async () => {
    const key = freshKey();
    await store.put(key, bytes, 'video/mp4');
    const url = await store.signRead(key, { expiresInSeconds: 60, downloadFilename: 'Zürich "1".mp4' });
    const disposition = (await get(url)).headers['content-disposition'];
    expect(disposition).toBe(`attachment; filename="Zurich _1_.mp4"; filename*=UTF-8''Z%C3%BCrich%20%221%22.mp4`);
  });

  test('G12: a changed byte, another key, another method or a late call opens nothing', async () => {
    const [url, other] = [await put10(), await put10()];
    const { pathname } = new URL(other);
    expect((await get(`${pathname}${new URL(url).search}`)).statusCode).toBe(403);
    expect((await get(url.replace(/.$/, (c) => (c === '0' ? '1' : '0')))).statusCode).toBe(403);
    expect((await get(url.replace('expires=', 'expires=9'))).statusCode).toBe(403);
    expect((await get(`${url}&name=x.html`)).statusCode).toBe(403);
    expect((await app.inject({ method: 'PUT', url: local(url), payload: 'x' })).statusCode).toBe(403);
    expect((await get(new URL(url).pathname)).statusCode).toBe(403);
    now = new Date(now.getTime() + 61_000);
    expect((await get(url)).statusCode).toBe(403);
    expect((await get(url)).json().code).toBe('ADDRESS_EXPIRED');
    now = new Date();
  });
});

describe('signed uploads', () => {
  test('B4: an address takes one file, once; the second is told what lies there', async () => {
    const key = freshKey();
    const target = await store.signUpload(key, 'video/mp4', 60);
    const bytes = Buffer.from('a mezzanine');
    const first = await put(target, bytes);
    expect([first.statusCode, first.headers['etag']]).toEqual([201, `"${sha256(bytes)}"`]);
    const second = await put(target, Buffer.from('another'));
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ code: 'KEY_TAKEN', sha256: sha256(bytes), sizeBytes: bytes.length });
    expect(await store.head(key)).toMatchObject({ sha256: sha256(bytes), contentType: 'video/mp4' });
  });

  test('G12: the content type is part of what was signed, and an upload address reads nothing', async () => {
    const target = await store.signUpload(freshKey(), 'video/mp4', 60);
    expect((await put(target, Buffer.from('x'), { 'content-type': 'text/html' })).statusCode).toBe(415);
    expect((await put({ ...target, url: target.url.replace('video', 'audio') }, Buffer.from('x'))).statusCode).toBe(
      403,
    );
    expect((await get(target.url)).statusCode).toBe(403);
  });

  test('more bytes than allowed are refused, announced or not, and leave nothing', async () => {
    const key = freshKey();
    const target = await store.signUpload(key, 'video/mp4', 60);
    expect((await put(target, Buffer.alloc(maxUploadBytes + 1))).statusCode).toBe(413);
    const chunked = await fetch(`http://127.0.0.1:${port}${local(target.url)}`, {
      method: 'PUT',
      headers: target.headers,
      duplex: 'half',
      body: new ReadableStream({
        start(controller) {
          for (let sent = 0; sent <= maxUploadBytes; sent += 10_000) controller.enqueue(new Uint8Array(10_000));
          controller.close();
        },
      }),
    }).then(
      (answer) => answer.status,
      () => 413,
    );
    expect(chunked).toBe(413);
    expect(await store.head(key)).toBeNull();
    expect((await put(target, Buffer.from('fits'))).statusCode).toBe(201);
  });

  test('C5: a body that breaks off leaves nothing behind', async () => {
    const key = freshKey();
    const target = await store.signUpload(key, 'video/mp4', 60);
    const before = (await readdir(path.join(folder, '.incoming'))).length;
    const arrived = new Promise<void>((resolve) => app.server.once('request', () => resolve()));
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `PUT ${local(target.url)} HTTP/1.1\r\nHost: farm.test\r\nContent-Type: video/mp4\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(100)}`,
    );
    await arrived;
    socket.destroy();
    const settled = async (): Promise<boolean> => (await readdir(path.join(folder, '.incoming'))).length === before;
    await expect.poll(settled).toBe(true);
    expect(await store.head(key)).toBeNull();
    expect((await put(target, Buffer.from('whole'))).statusCode).toBe(201);
  });
});
