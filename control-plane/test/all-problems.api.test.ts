import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Farm, startFarm } from './harness.ts';
import { type Publisher, publisher } from './publisher.ts';

let farm: Farm;
let caller: Publisher;
let projectId: string;
let scenePath: string;
beforeAll(async () => {
  farm = await startFarm();
  caller = await publisher(farm);
  projectId = await caller.createProject(['One']);
  const [sceneId] = await caller.sceneIds(projectId);
  scenePath = `/projects/${projectId}/scenes/${sceneId}`;
});
afterAll(() => farm.close());

const problemsOf = ({ body }: Answer): string[] =>
  body.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);
const tooLong = 'a word '.repeat(60);

test('N22: shape and rules of every scene are answered together', async () => {
  const answer = await caller.call('POST', '/projects', {
    title: 'x'.repeat(201),
    colour: 'red',
    scenes: [
      { templateId: 'big-claim', title: 7, parameters: { headlin: 'typo', headline: 'fine' } },
      { templateId: 'big-claim', parameters: { headline: 'NUL \u0000' }, voiceoverText: tooLong, voice: 'x' },
      { parameters: { headline: 'no template' } },
      { templateId: 'big-clam', parameters: {} },
      'no scene at all',
      { templateId: 'big-claim' },
    ],
  });
  expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(problemsOf(answer).toSorted()).toEqual(
    [
      'title TOO_BIG',
      'colour UNKNOWN_FIELD',
      'scenes[0].title INVALID_TYPE',
      'scenes[0].parameters.headlin UNKNOWN_LAYER_KEY',
      'scenes[1].parameters.headline NUL_CHARACTER',
      'scenes[1].voiceoverText NARRATION_OVER_BUDGET',
      'scenes[1].voice UNKNOWN_FIELD',
      'scenes[2].templateId REQUIRED',
      'scenes[3].templateId TEMPLATE_NOT_FOUND',
      'scenes[4] INVALID_TYPE',
    ].toSorted(),
  );
  // The fields of the contract stand at the top here as they do without a wrong shape.
  expect(answer.body.invalidKeys).toMatchObject([{ sceneIndex: 0, key: 'headlin', didYouMean: 'headline' }]);
  expect(answer.body.narrationOverBudget).toMatchObject([{ sceneIndex: 1 }]);
  // The last scene might draw its headline from the title, which is too long: it is not called missing.
  expect(answer.body).not.toHaveProperty('missingText');
});

test('what is missing is said where nothing that could have filled it was wrong', async () => {
  const answer = await caller.call('POST', '/projects', {
    scenes: [{ templateId: 'big-claim' }, { templateId: 'big-claim', title: 7 }],
  });
  expect(problemsOf(answer)).toEqual(['scenes[1].title INVALID_TYPE', 'scenes[0].parameters.headline MISSING_TEXT']);
});

test('S36, S120: mixed ratios and too many scenes stand among the other problems', async () => {
  const scenes = Array.from({ length: 51 }, () => ({ templateId: 'big-claim', parameters: { headline: 'A' } }));
  const answer = await caller.call('POST', '/projects', {
    scenes: [{ ...scenes[0], tone: 'x' }, ...scenes],
  });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', limit: 50, requested: 52 });
  expect(problemsOf(answer)).toEqual(['scenes[0].tone UNKNOWN_FIELD', 'scenes TOO_MANY_SCENES']);
});

test('a brand that does not exist is one problem among the others', async () => {
  const scenes = [{ templateId: 'big-claim', parameters: { nothing: 1, headline: 'A' } }];
  const answer = await caller.call('POST', '/projects', { brandId: 'brd_none', scenes });
  expect([answer.status, answer.body.code]).toEqual([404, 'BRAND_NOT_FOUND']);
  expect(problemsOf(answer)).toEqual(['brandId BRAND_NOT_FOUND', 'scenes[0].parameters.nothing UNKNOWN_LAYER_KEY']);
  const odd = await caller.call('POST', '/projects', { brandId: 'brd_\u0000', scenes });
  expect(problemsOf(odd)).toEqual(['brandId NUL_CHARACTER', 'scenes[0].parameters.nothing UNKNOWN_LAYER_KEY']);
});

test.each<[string, 'POST' | 'PATCH', () => string, object, string[]]>([
  [
    'S42: adding a scene',
    'POST',
    () => `/projects/${projectId}/scenes`,
    { templateId: 'big-claim', position: -1, parameters: { nothing: 1, headline: 'A' }, voiceoverText: tooLong },
    ['parameters.nothing UNKNOWN_LAYER_KEY', 'position TOO_SMALL', 'voiceoverText NARRATION_OVER_BUDGET'],
  ],
  [
    'S42: adding a scene of no template',
    'POST',
    () => `/projects/${projectId}/scenes`,
    { templateId: 'nothing', position: 'first' },
    ['position INVALID_TYPE', 'templateId TEMPLATE_NOT_FOUND'],
  ],
  [
    'S41: changing a scene',
    'PATCH',
    () => scenePath,
    { title: 7, name: 'x', parameters: { nothing: 1 }, voiceoverText: tooLong },
    [
      'name UNKNOWN_FIELD',
      'parameters.nothing UNKNOWN_LAYER_KEY',
      'title INVALID_TYPE',
      'voiceoverText NARRATION_OVER_BUDGET',
    ],
  ],
  [
    'S45: another template',
    'PATCH',
    () => `${scenePath}/template`,
    { templateId: 'counting-statistic', title: 'x', parameters: { nothing: 1, value: 'NUL \u0000' } },
    [
      'parameters.nothing UNKNOWN_LAYER_KEY',
      'parameters.value INVALID_TYPE',
      'parameters.value NUL_CHARACTER',
      'title UNKNOWN_FIELD',
    ],
  ],
])('N22: %s answers shape and rules together', async (_name, method, path, body, expected) => {
  const before = await caller.data('GET', `/projects/${projectId}`);
  const answer = await caller.call(method, path(), body);
  expect(answer.status).toBe(400);
  expect(problemsOf(answer).toSorted()).toEqual(expected);
  expect(await caller.data('GET', `/projects/${projectId}`)).toEqual(before);
});

test('a body that is no object is still one clear problem', async () => {
  for (const body of [[], 'text', 7]) {
    const response = await farm.app.inject({
      method: 'POST',
      url: '/api/v2/projects',
      headers: { 'x-api-key': caller.key, 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    expect([response.statusCode, response.json().details]).toMatchObject([400, [{ path: '', code: 'INVALID_TYPE' }]]);
  }
});
