import type { Project } from '@reelyard/shared/sdk/operations.gen.ts';
import { expect, test } from 'vitest';
import { publishKey } from './publish-key.ts';

const project = (revision: number, lastPublish: Project['lastPublish'] = null): Project =>
  ({ id: 'prj_1', revision, lastPublish }) as Project;
const published = (requestId: string, phase: NonNullable<Project['lastPublish']>['phase']) => ({
  requestId,
  phase,
  videoUrl: null,
});
const order = { quality: '720p', format: 'mp4' };
const key = publishKey(order, project(3));

test('the key of a publish fits the header and is the same for the same words', () => {
  expect(key).toMatch(/^[\x21-\x7e]{1,255}$/);
  expect(publishKey({ format: 'mp4', quality: '720p', voiceId: undefined }, project(3))).toBe(key);
});

test('it stays while the publish runs, and is another one after it, whatever its end was', () => {
  expect(publishKey(order, project(3, published('pub_1', 'rendering')))).toBe(key);
  const ends = (['completed', 'failed', 'render_failed', 'idle'] as const).map((phase) =>
    publishKey(order, project(3, published('pub_1', phase))),
  );
  expect(new Set([key, ...ends]).size).toBe(2);
});

test.each([
  ['another revision', order, project(4)],
  ['other options', { ...order, quality: '1080p' }, project(3)],
  ['another project', order, { ...project(3), id: 'prj_2' }],
])('%s is another publish', (_what, options, other) => {
  expect(publishKey(options, other)).not.toBe(key);
});
