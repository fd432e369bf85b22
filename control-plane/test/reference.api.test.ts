import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

test('the reference is readable without a key and shows the document of this farm', async () => {
  const page = await farm.app.inject({ url: '/api/v2/reference/' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('"url": "../openapi.json"');
  const script = /<script src="([^"]+)"/.exec(page.body)?.[1];
  const found = await farm.app.inject({ url: new URL(script ?? '', 'http://farm/api/v2/reference/').pathname });
  expect(found.statusCode).toBe(200);
  expect(found.headers['content-type']).toContain('javascript');
  const withoutSlash = await farm.app.inject({ url: '/api/v2/reference' });
  expect(withoutSlash).toMatchObject({ statusCode: 301, headers: { location: '/api/v2/reference/' } });
});

test('the reference names no other host, and its policy lets a browser ask none', async () => {
  const page = await farm.app.inject({ url: '/api/v2/reference/' });
  expect(page.body.match(/https?:\/\/[^"'\s<]+/g) ?? []).toEqual([]);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toMatch(/https?:|\*/);
});

test('the reference begins with a video made by curl', async () => {
  const document = (await farm.app.inject({ url: '/api/v2/openapi.json' })).json<{ info: { description: string } }>();
  for (const part of ['/projects', '/publish"', 'publish/status?wait=', '/download', '{base_url}', '$KEY']) {
    expect(document.info.description).toContain(part);
  }
});
