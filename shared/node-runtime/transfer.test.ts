import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { uploadFile } from './transfer.ts';

const bytes = Buffer.from('a finished file');
const own = createHash('sha256').update(bytes).digest('hex');
const otherHash = createHash('sha256').update('another').digest('hex');
let folder: string;
let store: Server;
let answers: { status: number; etag?: string }[];
const taken: { headers: Record<string, unknown>; body: Buffer }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'transfer-test-'));
  await writeFile(path.join(folder, 'file'), bytes);
  store = createServer((request, response) => {
    void buffer(request).then((body) => {
      taken.push({ headers: request.headers, body });
      const { status, etag } = answers.shift() ?? { status: 500 };
      response.writeHead(status, etag === undefined ? {} : { etag }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(store, 'listening');
});
afterAll(async () => {
  store.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  taken.length = 0;
});

const upload = () =>
  uploadFile(
    {
      url: `http://127.0.0.1:${(store.address() as AddressInfo).port}/x`,
      headers: { 'content-type': 'video/mp4', 'if-none-match': '*' },
      contentType: 'video/mp4',
    },
    path.join(folder, 'file'),
    {
      signal: new AbortController().signal,
      retryPolicy: { firstMs: 1, longestMs: 1, random: Math.random },
      giveUpAfterMs: 10_000,
    },
  );

test.each<[string, typeof answers]>([
  ['a store that names no hash of ours (S3)', [{ status: 200, etag: '"0cc175b9c0f1b6a831c399e269772661"' }]],
  ['our own store, which names the hash', [{ status: 201, etag: `"${own}"` }]],
  ['a store that trips once', [{ status: 503 }, { status: 200 }]],
  ['a key that holds these bytes already', [{ status: 409, etag: `"${own}"` }]],
  ['a key that is taken since an answer was lost', [{ status: 500 }, { status: 412 }]],
  ['a key that another try of ours is still at', [{ status: 409 }, { status: 409 }, { status: 412 }]],
])('B5: a file is uploaded to %s', async (_what, given) => {
  answers = [...given];
  expect(await upload()).toEqual({ sha256: own, sizeBytes: bytes.length });
  expect(taken.map(({ body }) => body)).toEqual(given.map(() => bytes));
  expect(taken[0]?.headers).toMatchObject({
    'content-type': 'video/mp4',
    'if-none-match': '*',
    'content-length': String(bytes.length),
  });
});

test.each<[string, typeof answers]>([
  ['refuses it', [{ status: 403 }]],
  ['holds another file', [{ status: 409, etag: `"${otherHash}"` }]],
  ['holds other bytes than were sent', [{ status: 201, etag: `"${otherHash}"` }]],
])('C5: an upload to a store that %s fails at once, with blame on storage', async (_what, given) => {
  answers = [...given];
  const failure = { blame: 'storage', retryable: true, stage: 'upload', code: 'UPLOAD_FAILED' };
  await expect(upload()).rejects.toMatchObject({ failure });
  expect(taken).toHaveLength(1);
});
