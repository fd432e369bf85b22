import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, claim, type OutsideFarm, outsideFarm, refusal } from './caller.ts';

let farm: OutsideFarm;
let caller: Caller;
beforeAll(async () => {
  farm = await outsideFarm();
});
afterAll(() => farm.close());
beforeEach(async () => {
  await farm.node.workUntilIdle();
  caller = await farm.newCaller();
});

test('S26, S86, S87: a narration is asked for, heard, made anew after a change, and used by the publish', async () => {
  const scenes = [claim('One', { voiceoverText: 'First line.' }), claim('Two', { voiceoverText: 'Second line.' })];
  const { data: project } = await caller.client.createProject({ body: { title: 'Spoken', scenes } });
  const projectId = project.id;
  const narration = async () => (await caller.client.getNarration({ projectId })).data;
  expect(await narration()).toMatchObject({ projectId, ready: false, state: 'none', audioUrl: null, error: null });

  const { data: building, statusCode } = await caller.client.refreshNarration({ projectId });
  expect([statusCode, building.state]).toEqual([200, 'building']);
  const [first] = await farm.node.workUntilIdle();
  expect(first?.kind).toBe('narration.synthesize');
  const ready = await narration();
  expect(ready).toMatchObject({ ready: true, state: 'ready', scriptHash: building.scriptHash });
  expect(ready.segments.map(({ sceneId, position, text }) => [sceneId, position, text])).toEqual([
    [project.scenes[0]?.id, 0, 'First line.'],
    [project.scenes[1]?.id, 1, 'Second line.'],
  ]);
  expect((await farm.open(ready.audioUrl)).status).toBe(200);

  const sceneId = project.scenes[1]?.id ?? '';
  await caller.client.updateScene({ projectId, sceneId, body: { voiceoverText: 'Another line.' } });
  expect((await narration()).state).toBe('stale');
  await caller.client.refreshNarration({ projectId });
  await farm.node.workUntilIdle();
  expect((await narration()).state).toBe('ready');
  await caller.client.publishProject({ projectId });
  const kinds = (await farm.node.workUntilIdle()).map(({ kind }) => kind);
  expect(kinds).not.toContain('narration.synthesize');
  expect(kinds).toContain('export.assemble');
});

test('S87, S116: a project without a line, an unknown voice and an unknown project are refused by name', async () => {
  const { data: project } = await caller.client.createProject({ body: { scenes: [claim('One')] } });
  const projectId = project.id;
  expect(await refusal(caller.client.refreshNarration({ projectId, body: { voiceId: 'voi_none' } }))).toMatchObject({
    statusCode: 400,
    details: [{ path: 'voiceId' }, { path: 'scenes[0].voiceoverText' }],
  });
  const stranger = await farm.newCaller();
  for (const asked of [stranger.client.getNarration({ projectId }), stranger.client.refreshNarration({ projectId })]) {
    expect(await refusal(asked)).toMatchObject({ statusCode: 404, code: 'PROJECT_NOT_FOUND' });
  }
});
