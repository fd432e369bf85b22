import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Farm, startFarm } from './harness.ts';
import { pictureBomb, pictureUri } from './pictures.ts';

let farm: Farm;
let key: string;
let site: Server;
let siteUrl: string;
let requestCount = 0;
const bomb = pictureBomb(12_000);

beforeAll(async () => {
  farm = await startFarm();
  key = await farm.newKey({ accountId: 'acc_pictures' });
  const logo = Buffer.from((await pictureUri('#ff0000', 200, 100)).split(',')[1] ?? '', 'base64');
  site = createServer((request, response) => {
    requestCount += 1;
    const body = request.url === '/logo.png' ? logo : request.url === '/bomb.png' ? bomb : null;
    if (body === null) response.writeHead(404).end('no such page');
    else response.writeHead(200, { 'content-type': 'image/png' }).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => site.close(resolve));
  await farm.close();
});

const outro = (more: object = {}) => ({ templateId: 'logo-outro', title: 'Acme', ...more });
const create = (scenes: unknown[], more: object = {}) => farm.call(key, 'POST', '/projects', { scenes, ...more });
const problemsOf = (body: { details: { path: string; code: string }[] }) =>
  body.details.map(({ path, code }) => [path, code]);
const count = async (table: 'project' | 'scene' | 'brand') =>
  (
    await farm.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

test('S37: an unset logo layer is filled with the logo of the brand, and says so', async () => {
  const { status, body } = await create([outro()], { brand: { name: 'Acme', logoUrl: await pictureUri('#00aa00') } });
  expect(status).toBe(201);
  expect(body.data.scenes[0].autoFilled).toContain('logo');
  expect(body.data.scenes[0].parameters).toEqual({});
  expect(body.data.brandId).toMatch(/^brd_/);
});

test('S38/N22: a logo layer and a brand without a logo are refused with missingBrandAssets', async () => {
  const brands = await count('brand');
  const { status, body } = await create([{ templateId: 'big-claim', title: 'A' }, outro()], {
    brand: { name: 'Nameless' },
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'MISSING_BRAND_ASSETS',
    missingBrandAssets: [{ sceneIndex: 1, templateId: 'tpl_logo-outro', layer: 'logo', asset: 'logo' }],
  });
  expect(await count('brand')).toBe(brands);
});

test('S38: a logo that the scene itself names needs no logo of the brand, and no brand needs none', async () => {
  const parameters = { logo: await pictureUri('#0000ff') };
  const own = await create([outro({ parameters })], { brand: { name: 'Nameless' } });
  expect(own).toMatchObject({ status: 201, body: { data: { scenes: [{ parameters }] } } });
  expect((await create([outro()])).status).toBe(201);
});

test('a picture is fetched once an hour, however often it is named', async () => {
  const scene = outro({ parameters: { logo: `${siteUrl}/logo.png` } });
  requestCount = 0;
  const { status, body } = await create([scene, scene]);
  expect(status).toBe(201);
  await farm.call(key, 'POST', `/projects/${body.data.id}/scenes`, scene);
  expect(requestCount).toBe(1);
});

test('the same picture at two addresses is the same input', async () => {
  const { body } = await create([
    outro({ parameters: { logo: `${siteUrl}/logo.png` } }),
    outro({ parameters: { logo: await pictureUri('#ff0000', 200, 100) } }),
  ]);
  expect(body.data.scenes[0].inputHash).toBe(body.data.scenes[1].inputHash);
});

test('N22: pictures that cannot be had are refused with all other problems, and nothing is written', async () => {
  const before = await count('scene');
  const { status, body } = await create([
    outro({ parameters: { logo: `${siteUrl}/nothing.png` } }),
    outro({ parameters: { logo: `${siteUrl}/bomb.png` } }),
    outro({ parameters: { logo: 'data:image/png;base64,AAAA' } }),
    outro({ parameters: { logo: 'file:///etc/passwd' } }),
    outro({ parameters: { logo: 'http://10.0.0.1/logo.png', nothing: 1 } }),
  ]);
  expect(status).toBe(400);
  expect(body.details).toHaveLength(6);
  expect(Object.fromEntries(problemsOf(body))).toEqual({
    'scenes[0].parameters.logo': 'IMAGE_UNREACHABLE',
    'scenes[1].parameters.logo': 'IMAGE_TOO_MANY_PIXELS',
    'scenes[2].parameters.logo': 'IMAGE_NOT_AN_IMAGE',
    'scenes[3].parameters.logo': 'INVALID_IMAGE_URL',
    'scenes[4].parameters.logo': 'IMAGE_ADDRESS_REFUSED',
    'scenes[4].parameters.nothing': 'UNKNOWN_LAYER_KEY',
  });
  expect(await count('scene')).toBe(before);
});

test('S20/N12: a logo of a brand that cannot be had is refused below brand', async () => {
  const { status, body } = await create([outro()], { brand: { logoUrl: `${siteUrl}/nothing.png` } });
  expect(status).toBe(400);
  expect(problemsOf(body)).toEqual([['brand.logoUrl', 'IMAGE_UNREACHABLE']]);
});

test('N12: brand and brandId together are refused; a brandId that is not there is 404', async () => {
  expect(await create([outro()], { brand: { name: 'A' }, brandId: 'brd_x' })).toMatchObject({ status: 400 });
  expect(await create([outro()], { brandId: 'brd_x' })).toMatchObject({
    status: 404,
    body: { code: 'BRAND_NOT_FOUND' },
  });
});

test('S38: a project takes no new brand that lacks a logo its scenes show', async () => {
  const withLogo = await create([outro()], { brand: { name: 'Acme', logoUrl: await pictureUri('#00aa00') } });
  const without = await farm.call(key, 'POST', '/brands', { name: 'Bare' });
  const path = `/projects/${withLogo.body.data.id}`;
  const refused = await farm.call(key, 'PATCH', path, { brandId: without.body.data.id });
  expect(refused).toMatchObject({ status: 400, body: { missingBrandAssets: [{ sceneIndex: 0, layer: 'logo' }] } });
  expect((await farm.call(key, 'PATCH', path, { brandId: null })).body.data.scenes[0].autoFilled).toEqual([]);
});

test('S41/S45: a stored picture stays through edits and a new template while its address is the same', async () => {
  const { body } = await create([outro({ parameters: { logo: `${siteUrl}/logo.png` } })]);
  const { id, scenes } = body.data;
  await farm.db.deleteFrom('image_source').execute();
  requestCount = 0;
  const edited = await farm.call(key, 'PATCH', `/projects/${id}/scenes/${scenes[0].id}`, {
    parameters: { style: 'light' },
  });
  expect(edited.status).toBe(200);
  const swapped = await farm.call(key, 'PATCH', `/projects/${id}/scenes/${scenes[0].id}/template`, {
    templateId: 'logo-outro',
  });
  expect(swapped.body.data.carriedOver).toContain('logo');
  expect(requestCount).toBe(0);
});
