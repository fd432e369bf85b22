import { templates } from '@reelyard/shared/templates/catalog.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Farm, startFarm } from './harness.ts';

let farm: Farm;
let key: string;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

/** A key of its own for every test, so that the tests share no rate limit. */
let accountCount = 0;
const freshProject = async (
  scenes: unknown[] = [claim('One'), claim('Two'), claim('Three')],
): Promise<Answer['body']> => {
  accountCount += 1;
  key = await farm.newKey({ accountId: `acc_${accountCount}` });
  const { status, body } = await farm.call(key, 'POST', '/projects', { title: 'Launch', scenes });
  expect(status).toBe(201);
  return body.data;
};
const claim = (headline: string, more: object = {}) => ({ templateId: 'big-claim', parameters: { headline }, ...more });
const read = async (projectId: string) => (await farm.call(key, 'GET', `/projects/${projectId}`)).body.data;
const setStatus = (projectId: string, status: 'COMPLETED' | 'RENDERING' | 'RENDER_FAILED') =>
  farm.db.updateTable('project').set({ status }).where('id', '=', projectId).execute();
const headlines = (project: Answer['body']) =>
  project.scenes.map((scene: { position: number; parameters: { headline: string } }) => [
    scene.position,
    scene.parameters.headline,
  ]);

test('S41: parameters merge over the current ones and null clears one', async () => {
  const project = await freshProject([
    claim('One', { parameters: { headline: 'One', eyebrow: 'New', style: 'light' } }),
  ]);
  const path = `/projects/${project.id}/scenes/${project.scenes[0].id}`;
  const { status, body } = await farm.call(key, 'PATCH', path, {
    parameters: { headline: 'Uno', eyebrow: null },
    voiceoverText: 'Hello.',
  });
  expect(status).toBe(200);
  expect(body.data.scene).toMatchObject({ parameters: { headline: 'Uno', style: 'light' }, voiceoverText: 'Hello.' });
  expect(body.data.scene.parameters).not.toHaveProperty('eyebrow');
  expect(body.data.scene.inputHash).not.toBe(project.scenes[0].inputHash);
  expect(body.data.project).toEqual({ id: project.id, status: 'RENDER_PENDING', revision: 2, sceneCount: 1 });
  expect((await read(project.id)).scenes[0]).toEqual(body.data.scene);
});

test('S41: a refused change names its fields and leaves the scene as it was', async () => {
  const project = await freshProject();
  const path = `/projects/${project.id}/scenes/${project.scenes[1].id}`;
  const { status, body } = await farm.call(key, 'PATCH', path, {
    parameters: { headline: 'x'.repeat(10_000), nothing: null },
    voiceoverText: 'n'.repeat(500),
  });
  expect(status).toBe(400);
  expect(body.details.map(({ path: at }: { path: string }) => at)).toEqual([
    'parameters.headline',
    'parameters.nothing',
    'voiceoverText',
  ]);
  expect(body).toMatchObject({ invalidKeys: [{ key: 'nothing', reason: 'unknown', sceneId: project.scenes[1].id }] });
  expect(await read(project.id)).toEqual(project);
});

test('S41/S46: null on a required layer is filled from the title, and refused where there is nothing', async () => {
  const project = await freshProject();
  const path = `/projects/${project.id}/scenes/${project.scenes[0].id}`;
  const cleared = await farm.call(key, 'PATCH', path, { parameters: { headline: null } });
  expect(cleared).toMatchObject({ status: 200, body: { data: { scene: { parameters: {} } } } });
  await farm.db.updateTable('project').set({ title: null }).where('id', '=', project.id).execute();
  const refused = await farm.call(key, 'PATCH', path, { parameters: { style: 'light' } });
  expect(refused).toMatchObject({ status: 400, body: { missingText: [{ layer: 'headline', sceneIndex: 0 }] } });
});

test('N24: an edit after a finished or failed publish makes the project pending again', async () => {
  const project = await freshProject();
  const path = `/projects/${project.id}/scenes/${project.scenes[0].id}`;
  for (const status of ['COMPLETED', 'RENDER_FAILED'] as const) {
    await setStatus(project.id, status);
    const { body } = await farm.call(key, 'PATCH', path, { parameters: { headline: status } });
    expect(body.data.project.status).toBe('RENDER_PENDING');
  }
});

test('N24: an edit during a publish is taken for the next one and says so', async () => {
  const project = await freshProject();
  await setStatus(project.id, 'RENDERING');
  const path = `/projects/${project.id}/scenes/${project.scenes[0].id}`;
  const { body } = await farm.call(key, 'PATCH', path, { parameters: { headline: 'Later' } });
  expect(body).toMatchObject({
    data: { project: { status: 'RENDERING' } },
    meta: { warnings: [{ code: 'APPLIES_TO_NEXT_PUBLISH' }] },
  });
});

test('S42/N11: a scene is put in at its position and the others move on', async () => {
  const project = await freshProject();
  const { status, body } = await farm.call(key, 'POST', `/projects/${project.id}/scenes`, {
    ...claim('New'),
    position: 1,
  });
  expect(status).toBe(201);
  expect(body.data.scene).toMatchObject({ position: 1, parameters: { headline: 'New' } });
  expect(body.data.project).toMatchObject({ sceneCount: 4, revision: 2 });
  expect(headlines(await read(project.id))).toEqual([
    [0, 'One'],
    [1, 'New'],
    [2, 'Two'],
    [3, 'Three'],
  ]);
});

test('S42: without a position a scene goes to the end', async () => {
  const project = await freshProject();
  const { body } = await farm.call(key, 'POST', `/projects/${project.id}/scenes`, claim('Last'));
  expect(body.data.scene.position).toBe(3);
});

test('S42/S36: a scene of another ratio or an unknown template is refused', async () => {
  const project = await freshProject();
  const tall = templates.find(({ manifest }) => manifest.aspectRatio === '16:12')?.manifest.slug;
  const ratio = await farm.call(key, 'POST', `/projects/${project.id}/scenes`, { templateId: tall, title: 'A' });
  expect(ratio).toMatchObject({ status: 400, body: { code: 'MIXED_ASPECT_RATIOS' } });
  const unknown = await farm.call(key, 'POST', `/projects/${project.id}/scenes`, { templateId: 'tpl_none' });
  expect(unknown).toMatchObject({ status: 404, body: { code: 'TEMPLATE_NOT_FOUND' } });
});

test('S43: a removed scene closes the gap, and the last one stays', async () => {
  const project = await freshProject([claim('One'), claim('Two')]);
  const [first, second] = project.scenes;
  const { body } = await farm.call(key, 'DELETE', `/projects/${project.id}/scenes/${first.id}`);
  expect(body.data).toMatchObject({
    deleted: true,
    sceneId: first.id,
    sceneCount: 1,
    scenes: [{ id: second.id, position: 0 }],
  });
  const last = await farm.call(key, 'DELETE', `/projects/${project.id}/scenes/${second.id}`);
  expect(last).toMatchObject({ status: 400, body: { code: 'LAST_SCENE' } });
});

test('S44: scenes are put into the order that names every one of them', async () => {
  const project = await freshProject();
  const ids = project.scenes.map(({ id }: { id: string }) => id).toReversed();
  const { status, body } = await farm.call(key, 'PATCH', `/projects/${project.id}/scenes/reorder`, { sceneIds: ids });
  expect(status).toBe(200);
  expect(body.data.scenes).toEqual(ids.map((id: string, position: number) => ({ id, position })));
  expect(headlines(await read(project.id))).toEqual([
    [0, 'Three'],
    [1, 'Two'],
    [2, 'One'],
  ]);
});

test('S44/N24: a wrong order is refused with what is missing, unknown and doubled', async () => {
  const project = await freshProject();
  const [a, b, c] = project.scenes.map(({ id }: { id: string }) => id);
  const { status, body } = await farm.call(key, 'PATCH', `/projects/${project.id}/scenes/reorder`, {
    sceneIds: [a, a, 'scn_x'],
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({ missing: [b, c], unknown: ['scn_x'], duplicates: [a] });
});

test('S45: another template carries over what fits it and names what it dropped', async () => {
  const project = await freshProject([
    claim('One', { parameters: { headline: 'One', eyebrow: 'New', style: 'light' } }),
  ]);
  const path = `/projects/${project.id}/scenes/${project.scenes[0].id}/template`;
  const { status, body } = await farm.call(key, 'PATCH', path, {
    templateId: 'problem-strikes',
    parameters: { item1: 'Slow' },
  });
  expect(status).toBe(200);
  expect(body.data.scene).toMatchObject({
    templateId: 'tpl_problem-strikes',
    parameters: { headline: 'One', style: 'light', item1: 'Slow' },
  });
  expect(body.data.carriedOver.toSorted()).toEqual(['headline', 'style']);
  expect(body.data).toMatchObject({ droppedKeys: ['eyebrow'], captureInvalidated: false });
});

test('S36/S45: a lone scene may change the ratio of its project, one of several may not', async () => {
  const tall = templates.find(({ manifest }) => manifest.aspectRatio === '16:12')?.manifest.slug;
  const alone = await freshProject([claim('One')]);
  const swap = (project: Answer['body']) =>
    farm.call(key, 'PATCH', `/projects/${project.id}/scenes/${project.scenes[0].id}/template`, { templateId: tall });
  expect((await swap(alone)).status).toBe(200);
  expect((await read(alone.id)).aspectRatio).toBe('16:12');
  expect(await swap(await freshProject())).toMatchObject({ status: 400, body: { code: 'MIXED_ASPECT_RATIOS' } });
});

test('N10: an edit of a revision that is gone is 409 with the current one', async () => {
  const project = await freshProject();
  const edit = (revision: string, headline: string) =>
    farm.app.inject({
      method: 'PATCH',
      url: `/api/v2/projects/${project.id}/scenes/${project.scenes[0].id}`,
      headers: { 'x-api-key': key, 'if-match': revision },
      payload: { parameters: { headline } },
    });
  expect((await edit('"1"', 'first')).statusCode).toBe(200);
  const stale = await edit('"1"', 'second');
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toMatchObject({ code: 'REVISION_CONFLICT', currentRevision: 2 });
  expect((await edit('*', 'third')).statusCode).toBe(200);
  expect((await edit('new', 'fourth')).statusCode).toBe(400);
});

test('B12: edits of one project at once are all kept', async () => {
  const project = await freshProject();
  const answers = await Promise.all([
    ...project.scenes.map((scene: { id: string }) =>
      farm.call(key, 'PATCH', `/projects/${project.id}/scenes/${scene.id}`, { title: 'edited' }),
    ),
    farm.call(key, 'POST', `/projects/${project.id}/scenes`, { ...claim('Four'), position: 0 }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
  const after = await read(project.id);
  expect(after.revision).toBe(5);
  expect(headlines(after)).toEqual([
    [0, 'Four'],
    [1, 'One'],
    [2, 'Two'],
    [3, 'Three'],
  ]);
  expect(after.scenes.map(({ title }: { title: string | null }) => title)).toEqual([
    null,
    'edited',
    'edited',
    'edited',
  ]);
});
