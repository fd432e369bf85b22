import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Farm, startFarm } from './harness.ts';

let farm: Farm;
let pictures: Server;
let picturesUrl: string;

beforeAll(async () => {
  farm = await startFarm();
  const logo = await sharp({ create: { width: 200, height: 80, channels: 4, background: '#e11d2e' } })
    .composite([{ input: { create: { width: 60, height: 80, channels: 3, background: '#1d4ed8' } }, left: 0, top: 0 }])
    .png()
    .toBuffer();
  pictures = createServer((request, response) => {
    if (request.url === '/logo.png') response.writeHead(200, { 'content-type': 'image/png' }).end(logo);
    else if (request.url === '/inward') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    else response.writeHead(404).end();
  });
  pictures.listen(0, '127.0.0.1');
  await once(pictures, 'listening');
  picturesUrl = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise((resolve) => pictures.close(resolve));
  await farm.close();
});

const create = (body: unknown): Promise<Answer> => farm.call(farm.keys.live, 'POST', '/brands', body);

describe('brands', () => {
  it('N12: stores a brand with its logo, and what is missing comes from the logo', async () => {
    const { status, body } = await create({
      name: 'Nordlys',
      logoUrl: `${picturesUrl}/logo.png`,
      primaryColor: '#ABC',
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: 'Nordlys',
      primaryColor: '#aabbcc',
      secondaryColor: '#e11d2e',
      palette: ['#aabbcc', '#e11d2e', '#1d4ed8'],
      tone: 'confident',
      source: 'manual',
      status: 'ready',
      websiteUrl: null,
    });
    expect(body.data.id).toMatch(/^brd_[0-9a-f]{32}$/);
    const { pathname, search } = new URL(body.data.logoUrl);
    const logo = await farm.app.inject({ method: 'GET', url: pathname + search });
    expect(logo.statusCode).toBe(200);
    expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ format: 'png', width: 200, height: 80 });
  });

  it('reads, lists and patches a brand', async () => {
    const { body: created } = await create({ name: 'Second', primaryColor: '#16a34a' });
    const { id } = created.data;
    const read = await farm.call(farm.keys.live, 'GET', `/brands/${id}`);
    expect(read.body.data).toEqual(created.data);
    const listed = await farm.call(farm.keys.live, 'GET', '/brands?limit=1');
    expect(listed.body.data.brands.map((brand: { id: string }) => brand.id)).toEqual([id]);
    expect(listed.body.meta.pagination).toMatchObject({ page: 1, limit: 1, hasMore: true });
    const patched = await farm.call(farm.keys.live, 'PATCH', `/brands/${id}`, { name: null, tone: 'playful' });
    expect(patched.body.data).toMatchObject({ id, name: null, tone: 'playful', primaryColor: '#16a34a' });
    const again = await farm.call(farm.keys.live, 'GET', `/brands/${id}`);
    expect(again.body.data).toEqual(patched.body.data);
  });

  it('N12: a deleted brand is offered no more, and the projects that have it keep it', async () => {
    const key = farm.keys.live;
    const brandId = (await create({ name: 'Passing', primaryColor: '#be123c' })).body.data.id;
    const scenes = [{ templateId: 'big-claim', parameters: { headline: 'Stays as it was' } }];
    const project = await farm.call(key, 'POST', '/projects', { brandId, scenes });
    expect(project.status).toBe(201);
    const deleted = await farm.call(key, 'DELETE', `/brands/${brandId}`);
    expect(deleted.body.data).toEqual({ deleted: true, brandId });

    const refused = await Promise.all([
      farm.call(key, 'GET', `/brands/${brandId}`),
      farm.call(key, 'PATCH', `/brands/${brandId}`, { name: 'Back' }),
      farm.call(key, 'DELETE', `/brands/${brandId}`),
      farm.call(key, 'POST', '/projects', { brandId, scenes }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    const listed = await farm.call(key, 'GET', '/brands?limit=100');
    expect(listed.body.data.brands.map((brand: { id: string }) => brand.id)).not.toContain(brandId);

    const path = `/projects/${project.body.data.id}`;
    const kept = await farm.call(key, 'GET', path);
    expect(kept.body.data).toMatchObject({ brandId, scenes: [{ autoFilled: project.body.data.scenes[0].autoFilled }] });
    expect(project.body.data.scenes[0].autoFilled).toContain('primaryColor');
    expect((await farm.call(key, 'PATCH', path, { title: 'Renamed', brandId })).status).toBe(200);
    const other = await farm.call(key, 'POST', '/projects', { scenes });
    expect((await farm.call(key, 'PATCH', `/projects/${other.body.data.id}`, { brandId })).status).toBe(404);
  });

  it.each([
    'http://localhost.:1/logo.png#',
    'http://10.0.0.7/logo.png',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:10.0.0.1]/logo.png',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'ftp://example.com/logo.png',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ])('D15: refuses the logo address %s without naming what is inside', async (logoUrl) => {
    const { status, body } = await create({ logoUrl });
    expect(status).toBe(400);
    expect(body.details).toHaveLength(1);
    expect(body.details[0].path).toBe('logoUrl');
    expect(['IMAGE_ADDRESS_REFUSED', 'IMAGE_UNREACHABLE']).toContain(body.code);
    expect(JSON.stringify(body)).not.toMatch(/ECONN|169\.254|10\.0\.0/);
  });

  it('D2: refuses a logo address that redirects inward', async () => {
    const { status, body } = await create({ logoUrl: `${picturesUrl}/inward` });
    expect([status, body.code]).toEqual([400, 'IMAGE_ADDRESS_REFUSED']);
  });

  it('N54: refuses unknown fields and colours that are none, all at once', async () => {
    const { status, body } = await create({ logo: 'x', primaryColor: 'red', tone: 'angry' });
    expect(status).toBe(400);
    expect(body.details.map((each: { path: string }) => each.path).sort()).toEqual(['logo', 'primaryColor', 'tone']);
  });

  it('H2: refuses a NUL in a name', async () => {
    expect(await create({ name: 'a\u0000b' })).toMatchObject({ status: 400, body: { details: [{ path: 'name' }] } });
  });

  it('G1: a brand of another account is not there', async () => {
    const { body } = await create({ name: 'Mine' });
    const other = await farm.newKey({ accountId: 'acc_other' });
    for (const [method, change] of [
      ['GET', undefined],
      ['PATCH', { name: 'Theirs' }],
    ] as const) {
      const answer = await farm.call(other, method, `/brands/${body.data.id}`, change);
      expect(answer).toMatchObject({ status: 404, body: { code: 'BRAND_NOT_FOUND' } });
    }
    expect((await farm.call(other, 'GET', '/brands')).body.data.brands).toEqual([]);
  });
});
