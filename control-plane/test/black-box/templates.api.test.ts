import { eachPage } from '@reelyard/shared/sdk/reelyard-client.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type OutsideFarm, outsideFarm, problemsOf, refusal } from './caller.ts';

let farm: OutsideFarm;
let caller: Caller;
beforeAll(async () => {
  farm = await outsideFarm();
  caller = await farm.newCaller();
});
afterAll(() => farm.close());

const all = async () => (await caller.client.listTemplates({ limit: 100 })).data.templates;

test('S2: every address is relative to a base that ends in /api/v2, and exists nowhere else', async () => {
  expect(farm.baseUrl.endsWith('/api/v2')).toBe(true);
  const headers = { 'x-api-key': caller.apiKey };
  expect((await fetch(`${farm.baseUrl}/templates`, { headers })).status).toBe(200);
  const { origin } = new URL(farm.baseUrl);
  for (const path of ['/templates', '/api/templates', '/api/v1/templates']) {
    expect((await fetch(`${origin}${path}`, { headers })).status).toBe(404);
  }
});

test('S7: an answer is an object of success, data and meta, as JSON', async () => {
  const headers = { 'x-api-key': caller.apiKey };
  const response = await fetch(`${farm.baseUrl}/templates?limit=1`, { headers });
  expect(response.headers.get('content-type')).toMatch(/^application\/json\b/);
  const body = (await response.json()) as { meta: { requestId: string; timestamp: string } };
  expect(body).toEqual({ success: true, data: { templates: [expect.any(Object)] }, meta: expect.any(Object) });
  expect(body.meta).toEqual({
    requestId: response.headers.get('x-request-id'),
    apiVersion: 'v2',
    timestamp: new Date(body.meta.timestamp).toISOString(),
    sandbox: false,
    pagination: expect.objectContaining({ page: 1, limit: 1 }),
  });
});

test('S8: a template has an id and a slug, and either finds it', async () => {
  for (const { id, slug } of await all()) {
    const [byId, bySlug] = await Promise.all([id, slug].map((name) => caller.client.getTemplate({ id: name })));
    expect(byId?.data).toEqual(bySlug?.data);
    expect(byId?.data).toMatchObject({ id, slug });
  }
});

test('S9: the aspect ratio is 16:9 or 16:12, and both are there', async () => {
  const found = await all();
  expect(new Set(found.map(({ aspectRatio }) => aspectRatio))).toEqual(new Set(['16:9', '16:12']));
  for (const { aspectRatio, width, height } of found) {
    const [across, down] = aspectRatio.split(':').map(Number);
    expect(width / height).toBeCloseTo((across ?? 0) / (down ?? 0), 5);
  }
});

test('S10: storyboard says what a template is best used as and which beats it fits', async () => {
  const beats = ['hook', 'problem', 'solution', 'proof', 'cta', 'transition'];
  for (const { storyboard } of await all()) {
    expect(storyboard).toEqual({ bestUsedAs: expect.stringMatching(/\w/), fitsBeats: expect.any(Array) });
    expect(storyboard.fitsBeats.length).toBeGreaterThan(0);
    expect(storyboard.fitsBeats.filter((beat) => !beats.includes(beat))).toEqual([]);
  }
});

test('S11: voiceover is the narration budget: seconds, maxChars and maxWords', async () => {
  for (const { voiceover, durationSeconds } of await all()) {
    const seconds = durationSeconds - 0.5;
    const maxChars = Math.floor(seconds * 11);
    expect(voiceover).toEqual({ seconds, maxChars, maxWords: Math.floor(maxChars / 6) });
  }
});

test('S12, S13: a template says whether it needs a captured page, and lists its capture slots', async () => {
  for (const { requiresUiCapture, uiCaptureSlots } of await all()) {
    expect(requiresUiCapture).toBeTypeOf('boolean');
    expect(Array.isArray(uiCaptureSlots)).toBe(true);
    if (requiresUiCapture) expect(uiCaptureSlots).not.toEqual([]);
  }
  const { data } = await caller.client.listTemplates({ requiresUiCapture: 'true' });
  expect(data.templates).toEqual((await all()).filter(({ requiresUiCapture }) => requiresUiCapture));
});

test('S14: layerMeta is there for a single template only, and says how each layer is filled', async () => {
  const [listed] = await all();
  expect(listed).not.toHaveProperty('layerMeta');
  for (const { slug } of await all()) {
    const { data } = await caller.client.getTemplate({ id: slug });
    expect(data).not.toHaveProperty('template');
    const layers = Object.values(data.layerMeta);
    expect(layers.length).toBeGreaterThan(0);
    for (const layer of layers) {
      expect(layer).toMatchObject({
        type: expect.any(String),
        label: expect.stringMatching(/\w/),
        description: expect.stringMatching(/\w/),
        validation: expect.any(Object),
      });
      expect(layer).toHaveProperty('defaultValue');
      expect(layer.options === undefined).toBe(!['dropdown', 'font'].includes(layer.type));
      for (const option of layer.options ?? []) {
        expect(option).toEqual({ value: expect.any(String), label: expect.stringMatching(/\w/) });
      }
    }
  }
});

test('S15: a key sees templates that are published and active, and no others', async () => {
  const found = await all();
  expect(found.filter(({ status, active }) => status !== 'published' || !active)).toEqual([]);
  const { client } = await farm.newCaller({ plan: 'free', environment: 'test' });
  expect((await client.listTemplates({ limit: 100 })).data.templates).toEqual(found);
});

test('S32: templates are listed by aspectRatio, category, search, limit and page', async () => {
  const found = await all();
  const list = async (query: Parameters<typeof caller.client.listTemplates>[0]) =>
    (await caller.client.listTemplates({ limit: 100, ...query })).data.templates.map(({ slug }) => slug);
  const slugsWhere = (holds: (template: (typeof found)[number]) => boolean) =>
    found.filter(holds).map(({ slug }) => slug);
  expect(await list({ aspectRatio: '16:12' })).toEqual(slugsWhere(({ aspectRatio }) => aspectRatio === '16:12'));
  expect(await list({ category: 'Proof' })).toEqual(slugsWhere(({ category }) => category === 'Proof'));
  expect(await list({ search: 'big claim', aspectRatio: '16:9' })).toContain('big-claim');
  expect(await list({ search: 'xyzzy' })).toEqual([]);

  const pages: string[][] = [];
  for await (const { templates } of eachPage(caller.client.listTemplates, { limit: 5 }))
    pages.push(templates.map(({ slug }) => slug));
  expect(pages.flat()).toEqual(found.map(({ slug }) => slug));
  expect(pages[0]).toHaveLength(5);
  const { meta, data } = await caller.client.listTemplates({ limit: 5, page: 1_000 });
  expect(data.templates).toEqual([]);
  expect(meta.pagination).toEqual({
    page: 1_000,
    limit: 5,
    total: found.length,
    totalPages: Math.ceil(found.length / 5),
    hasMore: false,
  });
  expect((await caller.client.listTemplates()).meta.pagination).toMatchObject({ page: 1, limit: 20 });
});

test('S32, S120: a limit outside 1 to 100 and a ratio that is none are refused', async () => {
  expect((await caller.client.listTemplates({ limit: 1 })).data.templates).toHaveLength(1);
  for (const [query, path] of [
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ page: 0 }, 'page'],
    [{ aspectRatio: '4:3' as '16:9' }, 'aspectRatio'],
  ] as const) {
    const refused = await refusal(caller.client.listTemplates(query));
    expect(refused.statusCode).toBe(400);
    expect(problemsOf(refused)[0]).toMatch(new RegExp(`^${path} `));
  }
});

test('S33: one template is data itself; one that does not exist is a 404', async () => {
  const { data, statusCode } = await caller.client.getTemplate({ id: 'big-claim' });
  expect(statusCode).toBe(200);
  const { layerMeta, ...template } = data;
  expect((await all()).find(({ id }) => id === data.id)).toEqual(template);
  expect(layerMeta['headline']).toMatchObject({ type: 'text', required: true, locked: false });
  expect(await refusal(caller.client.getTemplate({ id: 'tpl_none' }))).toMatchObject({
    statusCode: 404,
    code: 'TEMPLATE_NOT_FOUND',
  });
});
