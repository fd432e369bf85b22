import { manifestSchema } from '@reelyard/shared/contracts/template.ts';
import { templates } from '@reelyard/shared/templates/catalog.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { templateOperations } from '../templates/operations.ts';
import { templateCatalog } from '../templates/template-catalog.ts';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

const get = (path: string) => farm.call(farm.keys.live, 'GET', path);
const slugs = async (query: string): Promise<string[]> =>
  (await get(`/templates?limit=100&${query}`)).body.data.templates.map(({ slug }: { slug: string }) => slug);

test('S32/N19: templates are listed by page, with what the contract shows and no layers', async () => {
  const { body } = await get('/templates?limit=2');
  expect(body.meta.pagination).toMatchObject({ page: 1, limit: 2, total: templates.length });
  expect(body.data.templates).toHaveLength(2);
  expect(body.data.templates[0]).not.toHaveProperty('layerMeta');
  const second = await get('/templates?limit=2&page=2');
  expect(second.body.data.templates[0].id).not.toBe(body.data.templates[0].id);
  const all = await slugs('');
  expect(all).toHaveLength(templates.length);
  expect(all.toSorted()).toEqual(templates.map(({ manifest }) => manifest.slug).toSorted());
});

test.each([
  'limit=0',
  'limit=101',
  'limit=ten',
  'page=0',
  'page=1.5',
  'aspectRatio=4:3',
  'beat=boom',
  'requiresUiCapture=1',
])('N19: %s is refused and not clamped', async (query) => {
  const { status, body } = await get(`/templates?${query}`);
  expect({ status, code: body.code, path: body.details[0].path }).toEqual({
    status: 400,
    code: 'VALIDATION_FAILED',
    path: query.split('=')[0],
  });
});

test('N5: every template has a picture of its own ratio that shows without a key', async () => {
  const { body } = await get('/templates?limit=100');
  for (const { slug, thumbnailUrl, width, height } of body.data.templates) {
    const file = await farm.app.inject(new URL(thumbnailUrl).pathname);
    expect(file.statusCode, slug).toBe(200);
    expect(file.headers['content-type']).toBe('image/jpeg');
    const picture = await sharp(file.rawPayload).metadata();
    expect(picture).toMatchObject({ format: 'jpeg', width: 480, height: Math.round((480 * height) / width) });
  }
  expect((await farm.app.inject('/media/templates/none.jpg')).statusCode).toBe(404);
});

test('N5: every template has a film that plays without a key, languages and days', async () => {
  const { body } = await get('/templates?limit=100');
  for (const { slug, previewVideoUrl, locales, createdAt, updatedAt } of body.data.templates) {
    const { pathname } = new URL(previewVideoUrl);
    const file = await farm.app.inject({ url: pathname, headers: { range: 'bytes=0-11' } });
    expect(file.statusCode, slug).toBe(206);
    expect(file.headers['content-type']).toBe('video/mp4');
    expect(file.rawPayload.toString('latin1', 4, 8)).toBe('ftyp');
    expect(locales).toContain('en');
    expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.parse(updatedAt));
  }
  expect((await farm.app.inject('/media/templates/none.mp4')).statusCode).toBe(404);
});

test('S33/S14: one template, by id or slug, IS data and has its layers', async () => {
  const { body } = await get('/templates/big-claim');
  expect((await get('/templates/tpl_big-claim')).body.data).toEqual(body.data);
  expect(body.data).toMatchObject({
    id: 'tpl_big-claim',
    slug: 'big-claim',
    aspectRatio: '16:9',
    width: 1920,
    height: 1080,
    requiresUiCapture: false,
    uiCaptureSlots: [],
    status: 'published',
    active: true,
  });
  expect(body.data.layerMeta.headline).toMatchObject({ type: 'text', required: true, locked: false });
  const manifest = templates.find((template) => template.manifest.slug === 'big-claim')?.manifest;
  expect(manifestSchema.shape.layers.parse(body.data.layerMeta)).toEqual(manifest?.layers);
});

test('S11/N21: the narration budget of a template follows its length', async () => {
  const { body } = await get('/templates/big-claim');
  const seconds = body.data.durationSeconds - 0.5;
  const maxChars = Math.floor(seconds * 11);
  expect(body.data.voiceover).toEqual({ seconds, maxChars, maxWords: Math.floor(maxChars / 6) });
});

test.each([
  ['unpublished', { status: 'archived', active: true }],
  ['inactive', { status: 'published', active: false }],
] as const)(
  'S15/S33/N23: an %s template is 404 everywhere, and scenes that have it keep it',
  async (_what, release) => {
    const { db } = farm;
    const catalog = templateCatalog(templates.map(({ manifest }) => manifest));
    const operations = templateOperations({
      db,
      catalog,
      filesOf: (slug) => ({ thumbnailUrl: slug, previewVideoUrl: slug }),
    });
    const key = farm.keys.live;
    const scenes = [{ templateId: 'big-claim', parameters: { headline: 'Made before' } }];
    const project = (await farm.call(key, 'POST', '/projects', { scenes })).body.data;
    const path = `/projects/${project.id}`;
    await operations.setRelease('tpl_big-claim', release);
    try {
      expect(await slugs('')).not.toContain('big-claim');
      const statuses = await Promise.all([
        get('/templates/big-claim'),
        get('/templates/tpl_big-claim'),
        farm.call(key, 'POST', '/projects', { scenes }),
        farm.call(key, 'POST', `${path}/scenes`, scenes[0]),
        farm.call(key, 'PATCH', `${path}/scenes/${project.scenes[0].id}/template`, { templateId: 'big-claim' }),
      ]);
      expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      expect(JSON.stringify(statuses[2]?.body)).not.toContain('Did you mean "tpl_big-claim"');
      const edited = await farm.call(key, 'PATCH', `${path}/scenes/${project.scenes[0].id}`, {
        parameters: { headline: 'Still here' },
      });
      expect(edited.status).toBe(200);
      expect((await farm.call(key, 'POST', `${path}/publish/plan`, {})).body.data).toMatchObject({ problems: [] });
    } finally {
      await operations.setRelease('big-claim', { status: 'published', active: true });
    }
    expect((await get('/templates/big-claim')).status).toBe(200);
    await expect(operations.setRelease('none', release)).rejects.toMatchObject({ kind: 'not_found' });
  },
);

test('S33: a template that does not exist is 404', async () => {
  expect(await get('/templates/tpl_none')).toMatchObject({ status: 404, body: { code: 'TEMPLATE_NOT_FOUND' } });
});

test('S32/N19: the filters narrow the list, alone and together', async () => {
  expect(await slugs('aspectRatio=16:12')).toEqual(
    templates
      .filter(({ manifest }) => manifest.aspectRatio === '16:12')
      .map(({ manifest }) => manifest)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ slug }) => slug),
  );
  expect(await slugs('search=BIG%20claim')).toContain('big-claim');
  expect(await slugs('search=xyzzy')).toEqual([]);
  expect(await slugs('beat=hook&aspectRatio=16:9&maxSeconds=4.5')).toContain('big-claim');
  expect(await slugs('maxSeconds=0.1')).toEqual([]);
  expect(await slugs('category=hook')).toContain('big-claim');
  expect(await slugs('tag=headline')).toContain('big-claim');
  expect(await slugs('requiresUiCapture=true')).toContain('component-pop-out');
  expect(await slugs('requiresUiCapture=true')).not.toContain('big-claim');
});
