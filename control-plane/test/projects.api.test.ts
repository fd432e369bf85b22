import { narrationBudget } from '@reelyard/shared/contracts/narration-budget.ts';
import { findTemplate, templates } from '@reelyard/shared/templates/catalog.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
let key: string;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

/** A key of its own for every test, so that the tests share no rate limit and no projects. */
let accountCount = 0;
const freshKey = (environment: 'live' | 'test' = 'live'): Promise<string> => {
  accountCount += 1;
  return farm.newKey({ accountId: `acc_${accountCount}`, environment });
};

const claim = (headline?: string, more: object = {}) => ({
  templateId: 'big-claim',
  ...(headline === undefined ? {} : { parameters: { headline } }),
  ...more,
});
const create = async (scenes: unknown[], more: object = {}) =>
  farm.call(key, 'POST', '/projects', { title: 'Launch', scenes, ...more });
const problemsOf = (body: { details: { path: string; code: string }[] }) =>
  body.details.map(({ path, code }) => [path, code]);
const countProjects = async () =>
  (
    await farm.db
      .selectFrom('project')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

const budgetOf = (slug: string): number => {
  const manifest = findTemplate(slug)?.manifest;
  if (!manifest) throw new Error(`no template ${slug}`);
  return narrationBudget(manifest.durationSeconds).maxChars;
};

test('S34/S35: a project is created with its scenes, their limits and their fills', async () => {
  key = await freshKey();
  const { status, body } = await create(
    [claim('Ship faster', { voiceoverText: 'Ship it today.', title: 'Opening' }), { templateId: 'tpl_feature-grid' }],
    { brand: { name: 'Acme', primaryColor: '#1D4ED8' } },
  );
  expect(status).toBe(201);
  expect(body.data).toMatchObject({
    title: 'Launch',
    status: 'RENDER_PENDING',
    aspectRatio: '16:9',
    sandbox: false,
    sceneCount: 2,
    revision: 1,
    publishCount: 0,
    lastPublish: null,
  });
  expect(body.data.id).toMatch(/^prj_[0-9a-f]{32}$/);
  expect(body.data.scenes[0]).toMatchObject({
    position: 0,
    templateId: 'tpl_big-claim',
    templateVersion: 1,
    title: 'Opening',
    voiceoverText: 'Ship it today.',
    voiceoverCharLimit: budgetOf('big-claim'),
    parameters: { headline: 'Ship faster' },
    autoFilled: ['primaryColor'],
    state: 'pending',
    captureState: 'none',
    previewUrl: null,
    warnings: [],
  });
  expect(body.data.scenes[0].inputHash).toMatch(/^[0-9a-f]{64}$/);
  expect(body.meta.nextStep).toEqual({ action: 'publish', method: 'POST', path: `/projects/${body.data.id}/publish` });
  expect((await farm.call(key, 'GET', `/projects/${body.data.id}`)).body.data).toEqual(body.data);
});

test('N20: without a title a project has the name of its brand, else "Untitled video"', async () => {
  key = await freshKey();
  const branded = await create([claim('A')], { title: undefined, brand: { name: 'Acme' } });
  const bare = await create([claim('A')], { title: undefined });
  expect([branded.body.data.title, bare.body.data.title]).toEqual(['Acme', 'Untitled video']);
});

test('S18: a test key makes a sandbox project', async () => {
  key = await freshKey('test');
  const { body } = await create([claim('A')]);
  expect(body).toMatchObject({ data: { sandbox: true }, meta: { sandbox: true } });
});

test('S36: mixed aspect ratios are refused with the ratio of every scene', async () => {
  key = await freshKey();
  const tall = templates.find(({ manifest }) => manifest.aspectRatio === '16:12')?.manifest.slug;
  const { status, body } = await create([claim('A'), { templateId: tall, title: 'B' }]);
  expect(status).toBe(400);
  expect(body.code).toBe('MIXED_ASPECT_RATIOS');
  expect(problemsOf(body)).toEqual([['scenes[1].templateId', 'MIXED_ASPECT_RATIOS']]);
  expect(body.aspectRatios.map((scene: { aspectRatio: string }) => scene.aspectRatio)).toEqual(['16:9', '16:12']);
});

test('N23: a template that does not exist is 404, and the problems of the other scenes are named with it', async () => {
  key = await freshKey();
  const { status, body } = await create([{ templateId: 'tpl_big-clam' }, claim('A', { parameters: { headine: 'B' } })]);
  expect(status).toBe(404);
  expect(body.code).toBe('TEMPLATE_NOT_FOUND');
  expect(body.details[0].message).toContain('Did you mean "tpl_big-claim"?');
  expect(problemsOf(body)).toEqual([
    ['scenes[0].templateId', 'TEMPLATE_NOT_FOUND'],
    ['scenes[1].parameters.headine', 'UNKNOWN_LAYER_KEY'],
  ]);
});

test('S39/N22: unknown layer keys are refused with the editable keys and the key that was meant', async () => {
  key = await freshKey();
  const { status, body } = await create([claim(undefined, { parameters: { headine: 'A' } })]);
  expect(status).toBe(400);
  expect(body.code).toBe('INVALID_LAYER_KEYS');
  expect(body.editableKeys).toContain('headline');
  expect(body.invalidKeys).toEqual([
    { sceneIndex: 0, templateId: 'tpl_big-claim', key: 'headine', reason: 'unknown', didYouMean: 'headline' },
  ]);
  expect(body.details[0].allowed).toEqual(body.editableKeys);
});

test('S40/N21: narration over the budget is refused with the limit; at the limit it is taken', async () => {
  key = await freshKey();
  const limit = budgetOf('big-claim');
  const over = await create([claim('A'), claim('B', { voiceoverText: 'é'.repeat(limit + 1) })]);
  expect(over.status).toBe(400);
  expect(over.body).toMatchObject({
    code: 'NARRATION_OVER_BUDGET',
    limit,
    length: limit + 1,
    sceneIndex: 1,
    seconds: 4,
  });
  expect(over.body.message).toContain(String(limit));
  const exact = await create([claim('B', { voiceoverText: `  ${'👍'.repeat(limit)}  ` })]);
  expect(exact.status).toBe(201);
});

test('S46: a required text layer with nothing to draw from is refused with missingText', async () => {
  key = await freshKey();
  const { status, body } = await create([claim('A'), claim()], { title: undefined });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: 'MISSING_TEXT',
    missingText: [{ sceneIndex: 1, templateId: 'tpl_big-claim', layer: 'headline' }],
  });
});

test.each([
  ['the scene title', { title: 'Opening', voiceoverText: 'Hello.' }, 'Launch'],
  ['the narration', { voiceoverText: 'Hello.' }, 'Launch'],
  ['the project title', {}, 'Launch'],
])('S46: an unset text layer is filled from %s', async (_what, fields, title) => {
  key = await freshKey();
  const filled = await create([claim(undefined, fields)], { title });
  const { title: sceneTitle, voiceoverText } = { title: undefined, voiceoverText: undefined, ...fields };
  const said = await create([claim(sceneTitle ?? voiceoverText ?? title, fields)], { title });
  expect(filled.status).toBe(201);
  expect(filled.body.data.scenes[0].parameters).toEqual({});
  expect(filled.body.data.scenes[0].inputHash).toBe(said.body.data.scenes[0].inputHash);
});

test('S46: a fallback text that is too long for the layer is cut at a word and said so', async () => {
  key = await freshKey();
  const { body } = await create([claim(undefined, { title: 'word '.repeat(30).trim() })]);
  expect(body.data.scenes[0].warnings).toMatchObject([{ code: 'TEXT_SHORTENED', path: 'parameters.headline' }]);
});

test('N22: every problem of every scene stands in one answer, and nothing is written', async () => {
  key = await freshKey();
  const before = await countProjects();
  const { status, body } = await create([
    claim('x'.repeat(10_000)),
    claim('A', { parameters: { headline: 7, style: 'neon', primaryColor: 'bluish', nothing: 1 } }),
    claim('B', { voiceoverText: 'n'.repeat(500) }),
  ]);
  expect(status).toBe(400);
  expect(body.code).toBe('VALIDATION_FAILED');
  expect(problemsOf(body)).toEqual([
    ['scenes[0].parameters.headline', 'TEXT_TOO_LONG'],
    ['scenes[1].parameters.headline', 'INVALID_TYPE'],
    ['scenes[1].parameters.style', 'NOT_ALLOWED'],
    ['scenes[1].parameters.primaryColor', 'INVALID_COLOR'],
    ['scenes[1].parameters.nothing', 'UNKNOWN_LAYER_KEY'],
    ['scenes[2].voiceoverText', 'NARRATION_OVER_BUDGET'],
  ]);
  expect(body.details[2].allowed).toEqual(['dark', 'light', 'brand', 'gradient']);
  expect(await countProjects()).toBe(before);
});

test('N22: a project has 1 to 50 scenes', async () => {
  key = await freshKey();
  expect(await create([])).toMatchObject({ status: 400 });
  expect(await create(Array.from({ length: 51 }, () => claim('A')))).toMatchObject({
    status: 400,
    body: { code: 'TOO_MANY_SCENES', limit: 50, used: 0, requested: 51 },
  });
});

test('S120/N47: a test key puts 4 scenes into a project, by creating or by adding', async () => {
  key = await freshKey('test');
  const five = await create(Array.from({ length: 5 }, () => claim('A')));
  expect(five).toMatchObject({
    status: 429,
    body: { code: 'SANDBOX_PROJECT_SCENES', limit: 4, used: 0, requested: 5, resetsAt: null },
  });
  const four = await create(Array.from({ length: 4 }, () => claim('A')));
  expect(four.status).toBe(201);
  const fifth = await farm.call(key, 'POST', `/projects/${four.body.data.id}/scenes`, claim('B'));
  expect(fifth).toMatchObject({
    status: 429,
    body: { code: 'SANDBOX_PROJECT_SCENES', limit: 4, used: 4, requested: 1 },
  });
});

test('N25: projects are listed newest first, by page, status and environment, without their scenes', async () => {
  key = await freshKey();
  const ids = [];
  for (const title of ['one', 'two', 'three']) ids.unshift((await create([claim('A')], { title })).body.data.id);
  const first = await farm.call(key, 'GET', '/projects?limit=2');
  expect(first.body.data.projects.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  expect(first.body.data.projects[0]).toMatchObject({ title: 'three', sceneCount: 1 });
  expect(first.body.data.projects[0]).not.toHaveProperty('scenes');
  expect(first.body.meta.pagination).toEqual({ page: 1, limit: 2, total: 3, totalPages: 2, hasMore: true });
  const none = await farm.call(key, 'GET', '/projects?sandbox=true');
  expect(none.body.data.projects).toEqual([]);
  expect((await farm.call(key, 'GET', '/projects?status=COMPLETED')).body.meta.pagination.total).toBe(0);
  expect((await farm.call(key, 'GET', '/projects?status=DONE')).status).toBe(400);
});

test('N25: a copy has ids of its own and the same pictures of scenes', async () => {
  key = await freshKey();
  const { body } = await create([claim('A'), claim('B')]);
  const copy = await farm.call(key, 'POST', `/projects/${body.data.id}/duplicate`);
  expect(copy.status).toBe(201);
  expect(copy.body.data.title).toBe('Launch (copy)');
  expect(copy.body.data.id).not.toBe(body.data.id);
  const hashes = (project: { scenes: { inputHash: string }[] }) => project.scenes.map(({ inputHash }) => inputHash);
  expect(hashes(copy.body.data)).toEqual(hashes(body.data));
});

test('N25: a deleted project is gone for callers', async () => {
  key = await freshKey();
  const { body } = await create([claim('A')]);
  const deleted = await farm.call(key, 'DELETE', `/projects/${body.data.id}`);
  expect(deleted.body.data).toEqual({ deleted: true, projectId: body.data.id });
  expect((await farm.call(key, 'GET', `/projects/${body.data.id}`)).status).toBe(404);
  expect((await farm.call(key, 'GET', '/projects')).body.data.projects).toEqual([]);
});

test('N25: a project is not deleted while it is published', async () => {
  key = await freshKey();
  const { body } = await create([claim('A')]);
  await farm.db.updateTable('project').set({ status: 'RENDERING' }).where('id', '=', body.data.id).execute();
  const refused = await farm.call(key, 'DELETE', `/projects/${body.data.id}`);
  expect(refused).toMatchObject({ status: 400, body: { code: 'PUBLISH_IN_PROGRESS' } });
});

test('S46/N25: a new title changes a finished video only where a layer draws it', async () => {
  key = await freshKey();
  const { body: spoken } = await create([claim('A')]);
  const { body: drawn } = await create([claim()]);
  for (const { data } of [spoken, drawn]) {
    await farm.db.updateTable('project').set({ status: 'COMPLETED' }).where('id', '=', data.id).execute();
    await farm.call(key, 'PATCH', `/projects/${data.id}`, { title: 'Another' });
  }
  expect((await farm.call(key, 'GET', `/projects/${spoken.data.id}`)).body.data).toMatchObject({
    title: 'Another',
    status: 'COMPLETED',
  });
  expect((await farm.call(key, 'GET', `/projects/${drawn.data.id}`)).body.data.status).toBe('RENDER_PENDING');
});

test('N25: an unknown track, voice or brand is refused', async () => {
  key = await freshKey();
  const { body } = await create([claim('A')]);
  const media = await farm.call(key, 'PATCH', `/projects/${body.data.id}`, {
    musicTrackId: 'trk_none',
    voiceId: 'voi_none',
  });
  expect(media.status).toBe(400);
  expect(problemsOf(media.body)).toEqual([
    ['musicTrackId', 'UNKNOWN_MUSIC_TRACK'],
    ['voiceId', 'UNKNOWN_VOICE'],
  ]);
  const brand = await farm.call(key, 'PATCH', `/projects/${body.data.id}`, { brandId: 'brd_none' });
  expect(brand).toMatchObject({ status: 404, body: { code: 'BRAND_NOT_FOUND' } });
});
