import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Farm, startFarm } from './harness.ts';

let farm: Farm;
let projectId: string;
let sceneId: string;
let before: unknown;
const owner = 'acc_owner';
let ownerKey: string;

beforeAll(async () => {
  farm = await startFarm();
  ownerKey = await farm.newKey({ accountId: owner });
  const { body } = await farm.call(ownerKey, 'POST', '/projects', {
    title: 'Mine',
    scenes: [{ templateId: 'big-claim' }, { templateId: 'big-claim' }],
  });
  projectId = body.data.id;
  sceneId = body.data.scenes[0].id;
  before = body.data;
});
afterAll(() => farm.close());

const strangers = {
  'a key of another account': () => farm.newKey({ accountId: 'acc_stranger' }),
  "the owner's test key": () => farm.newKey({ accountId: owner, environment: 'test' as const }),
};

/** Every endpoint that takes the id of a project, with a body that would be accepted from the owner. */
const attempts = (): readonly (readonly [NonNullable<InjectOptions['method']>, string, unknown?])[] => [
  ['GET', `/projects/${projectId}`],
  ['PATCH', `/projects/${projectId}`, { title: 'Theirs' }],
  ['DELETE', `/projects/${projectId}`],
  ['POST', `/projects/${projectId}/duplicate`],
  ['POST', `/projects/${projectId}/scenes`, { templateId: 'big-claim', title: 'A' }],
  ['PATCH', `/projects/${projectId}/scenes/reorder`, { sceneIds: [sceneId] }],
  ['PATCH', `/projects/${projectId}/scenes/${sceneId}`, { title: 'Theirs' }],
  ['DELETE', `/projects/${projectId}/scenes/${sceneId}`],
  ['PATCH', `/projects/${projectId}/scenes/${sceneId}/template`, { templateId: 'big-claim' }],
];

test.each(Object.entries(strangers))('G1/N43: for %s a project does not exist', async (_who, newStranger) => {
  const stranger = await newStranger();
  for (const [method, path, body] of attempts()) {
    const answer = await farm.call(stranger, method, path, body);
    expect({ method, path, status: answer.status, code: answer.body.code }).toEqual({
      method,
      path,
      status: 404,
      code: 'PROJECT_NOT_FOUND',
    });
  }
  expect((await farm.call(stranger, 'GET', '/projects')).body.data.projects).toEqual([]);
  expect((await farm.call(ownerKey, 'GET', `/projects/${projectId}`)).body.data).toEqual(before);
});

test('G1: without a key every endpoint is 401', async () => {
  for (const [method, path, body] of attempts()) {
    expect((await farm.call(null, method, path, body)).status).toBe(401);
  }
});

test('G1: a scene of another project of the same account is not found through this one', async () => {
  const { body } = await farm.call(ownerKey, 'POST', '/projects', {
    title: 'Other',
    scenes: [{ templateId: 'big-claim' }],
  });
  const answer = await farm.call(ownerKey, 'PATCH', `/projects/${body.data.id}/scenes/${sceneId}`, { title: 'Moved' });
  expect(answer).toMatchObject({ status: 404, body: { code: 'SCENE_NOT_FOUND' } });
});
