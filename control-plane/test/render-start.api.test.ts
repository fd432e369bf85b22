import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FakeNode } from './fake-node.ts';
import { type Farm, startFarm } from './harness.ts';
import { idleFarm, type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let node: FakeNode;
let caller: Publisher;

beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  node = await idleFarm(farm);
  caller = await publisher(farm);
});

const start = (projectId: string, body: object = {}) =>
  caller.call('POST', `/projects/${projectId}/render/start`, body);
const sceneStates = async (projectId: string): Promise<string[]> =>
  (await caller.data('GET', `/projects/${projectId}`)).scenes.map((scene: { state: string }) => scene.state);
const projectStatus = async (projectId: string): Promise<string> =>
  (await caller.data('GET', `/projects/${projectId}`)).status;

test('N32: the named scenes alone are rendered and paid; the others keep what they had', async () => {
  const projectId = await caller.createProject(['One', 'Two', 'Three']);
  const [one = '', two = ''] = await caller.sceneIds(projectId);
  const started = await start(projectId, { sceneIds: [two] });
  expect(started.body.data).toMatchObject({ queued: 1, reused: 0, creditsReserved: 1, state: 'queued' });
  expect(started.body.data.scenes).toEqual([{ sceneId: two, plan: 'render' }]);
  expect((await node.workUntilIdle()).map(({ kind }) => kind)).toEqual(['scene.render']);
  expect(await caller.status(projectId)).toMatchObject({ phase: 'idle', message: 'The chosen scenes are rendered.' });
  expect(await sceneStates(projectId)).toEqual(['pending', 'done', 'pending']);

  await start(projectId, { sceneIds: [one] });
  await node.workUntilIdle();
  expect(await sceneStates(projectId)).toEqual(['done', 'done', 'pending']);
  expect(await projectStatus(projectId)).toBe('RENDER_PENDING');
  expect(await caller.balance()).toEqual({ available: 148, held: 0 });
  const again = await start(projectId, { sceneIds: [one, two] });
  expect(again.body.data).toMatchObject({ queued: 0, reused: 2, creditsReserved: 0, state: 'done' });
  const readiness = await caller.data('GET', `/exports/projects/${projectId}/readiness`);
  expect(readiness.reasons).toMatchObject([{ code: 'SCENES_NOT_RENDERED', sceneIds: [expect.any(String)] }]);
});

test('N9: a project is RENDERED when its last scene is, and pending again when it was edited meanwhile', async () => {
  const projectId = await caller.createProject(['One', 'Two']);
  const [one = '', two = ''] = await caller.sceneIds(projectId);
  for (const [sceneId, status] of [
    [one, 'RENDER_PENDING'],
    [two, 'RENDERED'],
  ]) {
    await start(projectId, { sceneIds: [sceneId] });
    expect(await projectStatus(projectId)).toBe('RENDERING');
    await node.workUntilIdle();
    expect(await projectStatus(projectId)).toBe(status);
  }
  expect((await start(projectId, { sceneIds: [one] })).body.data.state).toBe('done');
  expect(await projectStatus(projectId)).toBe('RENDERED');
  await start(projectId, { force: true });
  await caller.editScene(projectId, two, { parameters: { headline: 'Other words' } });
  await node.workUntilIdle();
  expect(await projectStatus(projectId)).toBe('RENDER_PENDING');
});

test('N32: force draws what is there already again, at its price, and the next publish uses the new one', async () => {
  const projectId = await caller.createProject(['One', 'Two']);
  const [one = ''] = await caller.sceneIds(projectId);
  const { requestId } = (await caller.publish(projectId)).body.data;
  const [first] = (await node.workUntilIdle()).filter(({ kind }) => kind === 'scene.render');
  const forced = await start(projectId, { sceneIds: [one], force: true });
  expect(forced.body.data).toMatchObject({ queued: 1, creditsReserved: 1 });
  const [redrawn] = await node.workUntilIdle();
  expect(redrawn?.payload).toMatchObject({ sceneId: one });
  expect(await caller.balance()).toEqual({ available: 145, held: 0 });

  const again = await caller.publish(projectId);
  expect(again.body.data.requestId).not.toBe(requestId);
  expect(again.body.data.credits.reserved).toBe(2);
  const [assembly] = await node.workUntilIdle();
  if (assembly?.kind !== 'export.assemble' || !redrawn || !first) throw new Error('an export was expected');
  const keys = assembly.payload.scenes.map(({ mezzanineKey }) => mezzanineKey);
  expect(keys[0]).toContain(redrawn.jobId);
  expect(keys.some((key) => key.includes(first.jobId) && key === keys[0])).toBe(false);
  expect((await caller.publish(projectId)).body.data.requestId).toBe(again.body.data.requestId);
});

test('N29: the same scenes asked for while they are rendered are the same run, others are refused', async () => {
  const projectId = await caller.createProject(['One', 'Two']);
  const [one, two] = await caller.sceneIds(projectId);
  const first = await start(projectId, { sceneIds: [one] });
  expect((await start(projectId, { sceneIds: [one] })).body.data.requestId).toBe(first.body.data.requestId);
  for (const other of [{ sceneIds: [two] }, { sceneIds: [one], force: true }, {}]) {
    expect((await start(projectId, other)).body.code).toBe('PUBLISH_IN_PROGRESS');
  }
});

test('every id that is no scene of the project is named, and nothing is rendered', async () => {
  const projectId = await caller.createProject(['One']);
  const [one] = await caller.sceneIds(projectId);
  const [foreign] = await caller.sceneIds(await caller.createProject(['Other']));
  const { status, body } = await start(projectId, { sceneIds: [one, foreign, 'scn_none'] });
  expect([status, body.code]).toEqual([400, 'SCENE_NOT_FOUND']);
  expect(body.details.map(({ path }: { path: string }) => path)).toEqual(['sceneIds[1]', 'sceneIds[2]']);
  expect((await start(projectId, { sceneIds: ['scn_none'] })).status).toBe(400);
  expect((await start(projectId, { sceneIds: [] })).status).toBe(400);
  expect((await node.tryLease()).status).toBe(204);
});
