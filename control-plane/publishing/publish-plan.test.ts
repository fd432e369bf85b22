import { expect, test } from 'vitest';
import { creditsOf } from './publish-plan.ts';

test('N27: what is set aside is told by what it is for, as the publish tells it', () => {
  expect(creditsOf([])).toEqual({ reserved: 0, breakdown: [] });
  expect(
    creditsOf([
      { subject: 'a', action: 'SCENE_RENDER', credits: 1 },
      { subject: 'b', action: 'SCENE_RENDER', credits: 1 },
      { subject: 'c', action: 'EXPORT_4K', credits: 4 },
    ]),
  ).toEqual({
    reserved: 6,
    breakdown: [
      { action: 'SCENE_RENDER', units: 2, credits: 2 },
      { action: 'EXPORT_4K', units: 1, credits: 4 },
    ],
  });
});
