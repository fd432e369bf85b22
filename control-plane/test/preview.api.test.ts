import { brotliDecompressSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
let key: string;
let other: string;
let projectId: string;
let sceneId: string;
let logoName: string;

const logo = async (): Promise<string> => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="#1463ff"/></svg>';
  return `data:image/png;base64,${(await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')}`;
};

beforeAll(async () => {
  farm = await startFarm();
  key = await farm.newKey({ accountId: 'acc_maker', plan: 'pro' });
  other = await farm.newKey({ accountId: 'acc_other', plan: 'pro' });
  const scenes = [
    { templateId: 'big-claim', parameters: { headline: 'As saved' } },
    { templateId: 'logo-outro', parameters: { logo: await logo(), tagline: 'End' } },
  ];
  const made = await farm.call(key, 'POST', '/projects', { title: 'Preview', scenes });
  projectId = made.body.data.id;
  sceneId = made.body.data.scenes[0].id;
  const outro = await farm.call(key, 'GET', `/projects/${projectId}/scenes/${made.body.data.scenes[1].id}/preview`);
  logoName = outro.body.data.values.logo.storageKey.split('/').at(-1);
});
afterAll(() => farm.close());

const preview = (asKey: string, body?: unknown) =>
  farm.call(asKey, body === undefined ? 'GET' : 'POST', `/projects/${projectId}/scenes/${sceneId}/preview`, body);

describe('GET /projects/:projectId/scenes/:sceneId/preview', () => {
  test('answers with the inputs that the project itself says it would be drawn from', async () => {
    const { status, body } = await preview(key);
    const project = await farm.call(key, 'GET', `/projects/${projectId}`);
    expect(status).toBe(200);
    expect(body.data.inputHash).toBe(project.body.data.scenes[0].inputHash);
    expect(body.data.values.headline).toEqual({ type: 'text', text: 'As saved' });
    expect(body.data).toMatchObject({ fps: 30, widthPx: 1_920, heightPx: 1_080, watermark: false, problems: [] });
  });

  test('costs nothing and queues nothing', async () => {
    const before = await farm.call(key, 'GET', '/billing/credits');
    await preview(key);
    await preview(key, { parameters: { headline: 'Tried' } });
    const after = await farm.call(key, 'GET', '/billing/credits');
    const jobs = await farm.db.selectFrom('job').select(farm.db.fn.countAll().as('count')).executeTakeFirst();
    expect(after.body.data).toEqual(before.body.data);
    expect(Number(jobs?.count ?? 0)).toBe(0);
  });

  test.each(['GET', 'POST'] as const)('%s is a 404 for another account', async (method) => {
    const answer = await preview(other, method === 'GET' ? undefined : { parameters: { headline: 'x' } });
    expect(answer.status).toBe(404);
  });

  test('names a scene that there is not', async () => {
    const answer = await farm.call(key, 'GET', `/projects/${projectId}/scenes/scn_unknown/preview`);
    expect([answer.status, answer.body.code]).toEqual([404, 'SCENE_NOT_FOUND']);
  });
});

describe('POST /projects/:projectId/scenes/:sceneId/preview', () => {
  test('answers as it would be after the edit, and saves none of it', async () => {
    const tried = await preview(key, { parameters: { headline: 'Tried 🚀', style: 'light', eyebrow: null } });
    expect(tried.status).toBe(200);
    expect(tried.body.data.values.headline.text).toBe('Tried 🚀');
    expect(tried.body.data.values.style).toEqual({ type: 'option', value: 'light' });
    const saved = await preview(key);
    expect(saved.body.data.values.headline.text).toBe('As saved');
    expect(saved.body.data.inputHash).not.toBe(tried.body.data.inputHash);
  });

  test('has the hash that the scene gets where the same edit is saved', async () => {
    const edit = { parameters: { subline: 'Kept' } };
    const tried = await preview(key, edit);
    const saved = await farm.call(key, 'PATCH', `/projects/${projectId}/scenes/${sceneId}`, edit);
    expect(saved.body.data.scene.inputHash).toBe(tried.body.data.inputHash);
  });

  test.each([
    ['a layer that there is not', { parameters: { headlin: 'x' } }, 'INVALID_LAYER_KEYS'],
    ['a text that is no text', { parameters: { headline: 7 } }, null],
    ['a text past its limit', { parameters: { headline: 'x'.repeat(10_000) } }, null],
    ['a NUL', { parameters: { headline: 'a\u0000b' } }, null],
    ['a field that there is not', { headline: 'x' }, null],
  ])('refuses %s as saving it would', async (_what, body, code) => {
    const [tried, saved] = [
      await preview(key, body),
      await farm.call(key, 'PATCH', `/projects/${projectId}/scenes/${sceneId}`, body),
    ];
    expect(tried.status).toBe(400);
    expect([tried.body.code, tried.body.details]).toEqual([saved.body.code, saved.body.details]);
    if (code !== null) expect(tried.body.code).toBe(code);
  });
});

describe('GET /preview-pictures/:picture', () => {
  const cut = (asKey: string, name: string, query: string) =>
    farm.app.inject({ url: `/api/v2/preview-pictures/${name}?${query}`, headers: { 'x-api-key': asKey } });
  const box = 'kind=image&widthPx=200&heightPx=100&fit=contain';

  test('answers with the picture at the size of its box, for a day', async () => {
    const answer = await cut(key, logoName, box);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=86400',
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 200, height: 100, format: 'png' });
  });

  test('does not know the pictures of another account', async () => {
    expect((await cut(other, logoName, box)).statusCode).toBe(404);
  });

  test('asks for a key', async () => {
    expect((await farm.app.inject(`/api/v2/preview-pictures/${logoName}?${box}`)).statusCode).toBe(401);
  });

  test('refuses to cut more of a page than there is, and says so', async () => {
    const answer = await cut(key, logoName, 'kind=page&cropWidthPx=5000&cropHeightPx=5000&widthPx=100');
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'PICTURE_NOT_CUT']);
    expect((await cut(key, logoName, box)).statusCode).toBe(200);
  });

  test.each(['kind=image&widthPx=0&heightPx=1&fit=cover', 'kind=blur', '', `${box}&variant=../x.png`])(
    'refuses %j',
    async (query) => {
      expect((await cut(key, logoName, query)).statusCode).toBe(400);
    },
  );
});

describe('/preview-files', () => {
  const get = (url: string) => farm.app.inject(url);

  test('serves the template of a preview to anybody, for good', async () => {
    const { body } = await preview(key);
    const url = new URL(body.data.templateUrl);
    const answer = await get(url.pathname);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answer.json()).toMatchObject({ manifest: { slug: 'big-claim' }, scene: { w: 1_920, h: 1_080 } });
    expect((await get(url.pathname.replace(/[0-9a-f]{16}\.json$/, `${'0'.repeat(16)}.json`))).statusCode).toBe(404);
  });

  test('packs what is long, for browsers that take it', async () => {
    const { body } = await preview(key);
    const url = new URL(body.data.templateUrl).pathname;
    const [plain, packed] = [
      await get(url),
      await farm.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } }),
    ];
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'br']);
    expect(brotliDecompressSync(packed.rawPayload)).toEqual(plain.rawPayload);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  });

  test('serves the fonts and what their subsets are for', async () => {
    const font = await get('/preview-files/fonts/inter-tight@5.3.0/latin/700.woff2');
    expect([font.statusCode, font.headers['content-type']]).toEqual([200, 'font/woff2']);
    expect(font.rawPayload.subarray(0, 4).toString()).toBe('wOF2');
    expect((await get('/preview-files/fonts/inter-tight@5.3.0/ranges.json')).json()).toHaveProperty('latin');
  });

  test.each([
    '/preview-files/fonts/inter-tight@5.3.0/no-such-subset/700.woff2',
    '/preview-files/fonts/inter-tight@5.3.0/latin/999.woff2',
    '/preview-files/fonts/pg/latin/700.woff2',
    '/preview-files/fonts/inter-tight@4.0.0/latin/700.woff2',
    '/preview-files/fonts/..%2f..%2fpg/ranges.json',
    '/preview-files/fonts/inter-tight@5.3.0/..%2f..%2flatin/700.woff2',
    '/preview-files/templates/no-such/1/0000000000000000.json',
  ])('%s is a 404', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});
