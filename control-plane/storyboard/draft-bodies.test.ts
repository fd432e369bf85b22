import { allowNothing } from '@reelyard/shared/egress/egress-allow.ts';
import { expect, test } from 'vitest';
import { draftBody } from './draft-bodies.ts';

const body = draftBody({ allow: allowNothing, isPublicAddress: () => false });

test('N36: what is left out has its default', () => {
  expect(body.parse({ prompt: ' A shop ' })).toEqual({
    prompt: 'A shop',
    maxScenes: 6,
    targetDurationSeconds: 45,
    aspectRatio: '16:9',
  });
});

test.each([
  { prompt: '' },
  { prompt: 'x'.repeat(5_001) },
  { maxScenes: 2 },
  { maxScenes: 3.5 },
  { targetDurationSeconds: 181 },
  { aspectRatio: '4:3' },
  { brandUrl: 'http://acme.example' },
  { brandUrl: 'https://localhost/' },
  { captureUi: null },
  { scenes: 3 },
])('S84: %j is refused', (wrong) => {
  expect(body.safeParse({ prompt: 'A shop', ...wrong }).success).toBe(false);
});
