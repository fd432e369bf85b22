import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Farm, startFarm } from './harness.ts';
import { pictureBomb, pictureUri } from './pictures.ts';

const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;

let farm: Farm;
let server: Server;
let url: string;
const requested: string[] = [];

beforeAll(async () => {
  farm = await startFarm();
  const oversized = { 'content-type': 'image/png', 'content-length': String(21 * 1024 * 1024) };
  const files: Record<string, () => [number, Record<string, string>, Buffer | null]> = {
    '/bomb.png': () => [200, { 'content-type': 'image/png' }, pictureBomb(16_000)],
    '/gzip.png': () => [200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(30 * 1024 * 1024))],
    '/page.png': () => [200, { 'content-type': 'image/png' }, Buffer.from('<!doctype html><h1>Not found</h1>')],
    '/use.svg': () => [200, {}, Buffer.from(svg(`<use href="${url}/canary.svg#a"/>`))],
    '/image.svg': () => [200, {}, Buffer.from(svg(`<image href="${url}/canary.png"/>`))],
    '/style.svg': () => [200, {}, Buffer.from(svg(`<style>@import '${url}/canary.css'</style>`))],
    '/script.svg': () => [200, {}, Buffer.from(svg('<script>1</script>'))],
    '/entity.svg': () => [200, {}, Buffer.from(`<!DOCTYPE svg [<!ENTITY a SYSTEM "${url}/canary">]>${svg('&a;')}`)],
    '/large.png': () => [200, oversized, null],
    '/inward.png': () => [302, { location: 'http://10.0.0.1/a.png' }, Buffer.alloc(0)],
    '/loop.png': () => [302, { location: '/loop.png' }, Buffer.alloc(0)],
  };
  server = createServer((request, response) => {
    requested.push(request.url ?? '');
    const [status, headers, body] = files[request.url ?? '']?.() ?? [404, {}, Buffer.alloc(0)];
    response.writeHead(status, headers);
    if (body === null) response.flushHeaders();
    else response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await farm.close();
});

const outro = (logo: string) => ({ templateId: 'logo-outro', parameters: { logo, tagline: 'Ship it' } });
const create = (logos: readonly string[], more: object = {}): Promise<Answer> =>
  farm.call(farm.keys.live, 'POST', '/projects', { title: 'Launch', scenes: logos.map(outro), ...more });

const badPictures: readonly (readonly [name: string, code: string])[] = [
  ['bomb.png', 'IMAGE_TOO_MANY_PIXELS'],
  ['gzip.png', 'IMAGE_TOO_LARGE'],
  ['large.png', 'IMAGE_TOO_LARGE'],
  ['page.png', 'IMAGE_NOT_AN_IMAGE'],
  ['use.svg', 'IMAGE_SVG_REFUSED'],
  ['image.svg', 'IMAGE_SVG_REFUSED'],
  ['style.svg', 'IMAGE_SVG_REFUSED'],
  ['script.svg', 'IMAGE_SVG_REFUSED'],
  ['entity.svg', 'IMAGE_SVG_REFUSED'],
  ['inward.png', 'IMAGE_ADDRESS_REFUSED'],
  ['loop.png', 'IMAGE_UNREACHABLE'],
  ['none.png', 'IMAGE_UNREACHABLE'],
];

describe('pictures of a project', () => {
  it('N22 E1 E2: names every bad picture of every scene in one answer and writes nothing', async () => {
    const { status, body } = await create(badPictures.map(([name]) => `${url}/${name}`));
    expect(status).toBe(400);
    expect(body.success).toBe(false);
    const found = body.details.map(({ path, code }: { path: string; code: string }) => [path, code]);
    expect(found).toEqual(badPictures.map(([, code], index) => [`scenes[${index}].parameters.logo`, code]));
    for (const { message } of body.details) expect(message).toMatch(/^[A-Z].{30,}\.$/s);
    expect(await farm.db.selectFrom('project').selectAll().execute()).toEqual([]);
    expect(requested.filter((path) => path.startsWith('/canary'))).toEqual([]);
    expect(await farm.db.selectFrom('image').selectAll().execute()).toEqual([]);
  });

  it('takes a picture from a data URI, and stores it once however many scenes show it', async () => {
    const logo = await pictureUri('#1d4ed8');
    const { status, body } = await create([logo, logo, logo]);
    expect([status, body.data?.sceneCount]).toEqual([201, 3]);
    expect((await farm.db.selectFrom('image').selectAll().execute()).length).toBe(1);
  });

  it('S20: the same brand described again is the same brand', async () => {
    const logo = await pictureUri('#1d4ed8');
    const brand = { name: 'Nordlys', logoUrl: await pictureUri('#e11d2e') };
    const ids = [];
    for (const described of [brand, brand, { ...brand, name: 'Other' }]) {
      const { body } = await create([logo], { brand: described });
      ids.push(body.data.brandId);
    }
    expect(ids[0]).toMatch(/^brd_/);
    expect(ids[1]).toBe(ids[0]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('N12: refuses brand and brandId together, and a brand that is not there', async () => {
    const logo = await pictureUri('#1d4ed8');
    const both = await create([logo], { brand: { name: 'A' }, brandId: 'brd_0' });
    expect(both).toMatchObject({ status: 400, body: { details: [{ path: 'brandId', code: 'BRAND_AMBIGUOUS' }] } });
    expect(await create([logo], { brandId: 'brd_0' })).toMatchObject({
      status: 404,
      body: { code: 'BRAND_NOT_FOUND' },
    });
  });
});
