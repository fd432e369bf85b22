import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type EmbeddedPostgres, startPostgres } from '@reelyard/deploy/local/postgres.ts';
import { egressAllowSchema } from '@reelyard/shared/egress/egress-allow.ts';
import { guardedFetch } from '@reelyard/shared/egress/guarded-fetch.ts';
import { sql } from 'kysely';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect, type Database } from '../database/connection.ts';
import { migrate } from '../database/migrate.ts';
import { type LocalDiskStore, localDiskStore } from '../object-storage/local-disk.ts';
import { pictureBomb } from '../test/pictures.ts';
import { decodeTimeoutMs } from './image-limits.ts';
import { type ImageDecoder, imageDecoder } from './operations/image-decoder.ts';
import { type AssetOperations, assetOperations, type ImageIntake } from './operations.ts';
import type { StoredImage } from './stored-image.ts';

const accountId = 'acc_1';
let folder: string;
let postgres: EmbeddedPostgres;
let db: Database;
let store: LocalDiskStore;
let assets: AssetOperations;
let decoder: ImageDecoder;
let server: Server;
let baseUrl: string;
const answers = new Map<string, RequestListener>();
const hits = new Map<string, number>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assets-'));
  postgres = await startPostgres({ dataDir: path.join(folder, 'postgres') });
  await migrate(postgres.url);
  db = connect(postgres.url, { maxConnections: 4 });
  await db
    .insertInto('account')
    .values(['acc_1', 'acc_2'].map((id) => ({ id, name: id, plan: 'pro' as const })))
    .execute();
  const rootPath = path.join(folder, 'objects');
  store = localDiskStore({ rootPath, baseUrl: 'http://farm', signingSecret: 's'.repeat(32), clock: () => new Date() });
  decoder = imageDecoder({ timeoutMs: decodeTimeoutMs });
  const fetch = guardedFetch({ allow: egressAllowSchema.parse('127.0.0.1') });
  assets = assetOperations({ db, store, fetch, decoder });
  server = createServer((request, response) => {
    const name = request.url ?? '';
    hits.set(name, (hits.get(name) ?? 0) + 1);
    (answers.get(name) ?? (() => response.writeHead(404).end()))(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  decoder.close();
  await db.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Puts a file on the server and answers its address. */
const serve = (name: string, body: Buffer, contentType = 'image/png'): string => {
  answers.set(`/${name}`, (_request, response) => response.writeHead(200, { 'content-type': contentType }).end(body));
  return `${baseUrl}/${name}`;
};

const take = async (url: string, more: Partial<ImageIntake> = {}): Promise<StoredImage | string> => {
  const result = await assets.intakeImage({ accountId, url, path: 'scenes[0].parameters.logo', ...more });
  if ('image' in result) return result.image;
  expect(result.problem.path).toBe('scenes[0].parameters.logo');
  return `${result.problem.code}: ${result.problem.message}`;
};

const taken = async (url: string, more: Partial<ImageIntake> = {}): Promise<StoredImage> => {
  const result = await take(url, more);
  if (typeof result === 'string') throw new Error(result);
  return result;
};

const storedBytes = async (image: StoredImage): Promise<Buffer> => buffer(await store.read(image.storageKey));
const svg = (inside: string, side: number): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${inside}</svg>`);
const flat = (width: number, height: number, background = '#1d4ed8'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });
const flatWithAlpha = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } });

describe('image intake', () => {
  it('stores a picture under the hash of what is stored: PNG with alpha, JPEG without', async () => {
    const png = await taken(serve('alpha.png', await flatWithAlpha(40, 20).png().toBuffer()));
    expect(png).toMatchObject({ mimeType: 'image/png', widthPx: 40, heightPx: 20 });
    expect(png.storageKey).toBe(`accounts/acc_1/images/${png.sha256}.png`);
    expect(await store.head(png.storageKey)).toMatchObject({ sha256: png.sha256, contentType: 'image/png' });
    const jpeg = await taken(serve('plain.png', await flat(40, 20).png().toBuffer()));
    expect(jpeg).toMatchObject({ mimeType: 'image/jpeg', storageKey: `accounts/acc_1/images/${jpeg.sha256}.jpg` });
  });

  it.each(['jpeg', 'webp', 'gif', 'avif'] as const)('takes %s, whatever the server calls it', async (format) => {
    const url = serve(`as.${format}`, await flat(32, 16).toFormat(format).toBuffer(), 'text/html');
    expect(await taken(url)).toMatchObject({ widthPx: 32, heightPx: 16 });
  });

  it('turns a picture upright and keeps no metadata', async () => {
    const halves = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#ff0000' } })
      .composite([{ input: await flat(20, 20, '#0000ff').png().toBuffer(), left: 20, top: 0 }])
      .withExif({ IFD0: { Copyright: 'somebody', Orientation: '6' } })
      .jpeg({ quality: 100 })
      .toBuffer();
    const tagged = await sharp(halves).withMetadata({ orientation: 6 }).jpeg({ quality: 100 }).toBuffer();
    const image = await taken(serve('turned.jpg', tagged));
    expect(image).toMatchObject({ widthPx: 20, heightPx: 40 });
    const bytes = await storedBytes(image);
    const { exif, orientation, icc } = await sharp(bytes).metadata();
    expect([exif, orientation, icc]).toEqual([undefined, undefined, undefined]);
    const top = await sharp(bytes).extract({ left: 5, top: 2, width: 1, height: 1 }).raw().toBuffer();
    expect(top[0]).toBeGreaterThan(200);
  });

  it('scales down what is longer than a 4K frame, and nothing else', async () => {
    const image = await taken(serve('long.png', await flat(5_000, 100).png().toBuffer()));
    expect(image).toMatchObject({ widthPx: 3_840, heightPx: 77 });
  });

  it('draws an SVG at 2048 pixels, however small it calls itself', async () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12"><rect width="24" height="12"/></svg>';
    const image = await taken(`data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`);
    expect(image).toMatchObject({ mimeType: 'image/png', widthPx: 2_048, heightPx: 1_024 });
  });

  it('E1: refuses a 16,000 × 16,000 bomb by its header, before decoding it', async () => {
    const bomb = pictureBomb(16_000);
    expect(bomb.length).toBeLessThan(50_000);
    expect(await take(serve('bomb.png', bomb))).toMatch(/^IMAGE_TOO_MANY_PIXELS: The image has 16000 × 16000 pixels/);
  });

  it('takes a picture just below the limit of pixels', async () => {
    expect(await taken(serve('large.png', pictureBomb(5_760)))).toMatchObject({ widthPx: 3_840, heightPx: 3_840 });
  });

  it('refuses a file over 20 MB, and one over the limit of its layer', async () => {
    answers.set('/endless', (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const more = (): void => {
        while (response.write(Buffer.alloc(256 * 1024)));
      };
      response.on('drain', more);
      more();
    });
    expect(await take(`${baseUrl}/endless`)).toMatch(/^IMAGE_TOO_LARGE: The image is larger than 20 MB/);
    const url = serve('plain-2.png', await flat(100, 100).png().toBuffer());
    expect(await take(url, { maxBytes: 50 })).toMatch(/^IMAGE_TOO_LARGE/);
    expect(await take(url, { minWidth: 101 })).toMatch(/^IMAGE_TOO_SMALL/);
    expect(await take(url, { mimeTypes: ['image/svg+xml'] })).toMatch(/^IMAGE_TYPE_NOT_ALLOWED/);
  });

  it('refuses what is no image, whatever it says it is', async () => {
    const page = Buffer.from('<!doctype html><title>Sign in</title>');
    expect(await take(serve('page.png', page))).toMatch(/^IMAGE_NOT_AN_IMAGE/);
    const headerOnly = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('<svg></svg>')]);
    expect(await take(serve('spoof.png', headerOnly))).toMatch(/^IMAGE_UNREADABLE/);
    expect(await take('data:image/png;base64,!!!')).toMatch(/^IMAGE_NOT_AN_IMAGE/);
  });

  it('refuses a picture that ends too early', async () => {
    const whole = await flat(800, 600).jpeg().toBuffer();
    expect(await take(serve('cut.jpg', whole.subarray(0, whole.length - 200)))).toMatch(/^IMAGE_UNREADABLE/);
  });

  it('E2: refuses an SVG that refers to something outside, and fetches nothing for it', async () => {
    const url = serve('seen.png', await flat(1, 1).png().toBuffer());
    const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><use href="${url}#a"/></svg>`;
    expect(await take(serve('outside.svg', Buffer.from(text), 'image/svg+xml'))).toMatch(/^IMAGE_SVG_REFUSED/);
    expect(hits.get('/seen.png')).toBeUndefined();
  });

  it('E2: gives up on a drawing that would take minutes, and goes on with the next', async () => {
    const impatient = imageDecoder({ timeoutMs: 4_000 });
    const blurs = `${'<g filter="url(#f)">'.repeat(40)}<rect width="2000" height="2000"/>${'</g>'.repeat(40)}`;
    const slow = svg(`<filter id="f"><feGaussianBlur stdDeviation="300"/></filter>${blurs}`, 2_000);
    expect(await impatient.reencode(slow)).toMatchObject({ problem: { message: expect.stringContaining('too long') } });
    expect(await impatient.reencode(svg('<rect width="5" height="5"/>', 10))).toHaveProperty('image');
    impatient.close();
  });

  it.each([
    ['http://127.0.0.2/a.png', 'IMAGE_ADDRESS_REFUSED'],
    ['http://10.0.0.1/a.png', 'IMAGE_ADDRESS_REFUSED'],
    ['http://169.254.169.254/latest/meta-data', 'IMAGE_ADDRESS_REFUSED'],
    ['http://[::1]/a.png', 'IMAGE_ADDRESS_REFUSED'],
    ['file:///etc/hostname', 'IMAGE_ADDRESS_REFUSED'],
    ['https://user:word@example.com/a.png', 'IMAGE_ADDRESS_REFUSED'],
    ['logo.png', 'IMAGE_ADDRESS_REFUSED'],
    ['http://127.0.0.1:1/a.png', 'IMAGE_UNREACHABLE'],
    ['https://nowhere.invalid/a.png', 'IMAGE_UNREACHABLE'],
  ])('D15: refuses %s with %s', async (url, code) => {
    expect(await take(url)).toMatch(new RegExp(`^${code}: .{20}`));
  });

  it('says with which status an address answers', async () => {
    expect(await take(`${baseUrl}/missing.png`)).toMatch(/^IMAGE_UNREACHABLE: .*status 404/);
  });

  it('does not fetch an address again within the hour, nor twice at the same time', async () => {
    const url = serve('once.png', await flat(12, 12).png().toBuffer());
    const together = await Promise.all([taken(url), taken(url), taken(url)]);
    expect(new Set(together.map((image) => image.sha256)).size).toBe(1);
    expect(await taken(url)).toEqual(together[0]);
    expect(hits.get('/once.png')).toBe(1);
    await sql`update image_source set fetched_at = now() - interval '61 minutes'`.execute(db);
    await taken(url);
    expect(hits.get('/once.png')).toBe(2);
  });

  it('fetches again when the stored file is gone', async () => {
    const url = serve('gone.png', await flat(13, 13).png().toBuffer());
    const image = await taken(url);
    await store.delete(image.storageKey);
    expect(await taken(url)).toEqual(image);
    expect(await store.head(image.storageKey)).not.toBeNull();
  });

  it('G1: keeps the pictures of accounts apart', async () => {
    const url = serve('shared.png', await flat(14, 14).png().toBuffer());
    const first = await taken(url);
    const second = await taken(url, { accountId: 'acc_2' });
    expect(second.storageKey).toBe(first.storageKey.replace('acc_1', 'acc_2'));
    expect(hits.get('/shared.png')).toBe(2);
  });

  it('hands out pixels for colours', async () => {
    const image = await taken(serve('pixels.png', await flat(200, 100, '#00ff00').png().toBuffer()));
    const pixels = await assets.samplePixels(image, 64);
    expect(pixels).toHaveLength(64 * 32 * 4);
    expect(pixels[1]).toBeGreaterThan(250);
  });
});
