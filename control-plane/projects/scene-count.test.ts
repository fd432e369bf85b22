import { expect, test } from 'vitest';
import { sceneCountFinding } from './scene-count.ts';

test('S120: a project has 50 scenes at most, of a test key 4', () => {
  expect(sceneCountFinding('live', 49, 1)).toBeNull();
  expect(sceneCountFinding('test', 0, 4)).toBeNull();
  expect(sceneCountFinding('live', 0, 51)).toMatchObject({
    kind: 'bad_request',
    code: 'TOO_MANY_SCENES',
    body: { limit: 50, used: 0, requested: 51 },
  });
  expect(sceneCountFinding('test', 4, 1)).toMatchObject({
    kind: 'too_many_requests',
    code: 'SANDBOX_PROJECT_SCENES',
    body: { limit: 4, used: 4, requested: 1, resetsAt: null },
  });
});
