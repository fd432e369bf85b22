import { expect, test } from 'vitest';
import { overBudget, type PlacedScene, scriptRefusal } from './script-check.ts';

const scene = (position: number, voiceoverText: string | null): PlacedScene => ({
  sceneId: `scn_${position}`,
  position,
  voiceoverText,
  durationSeconds: 4,
});
const unknownVoice = { path: 'voiceId', code: 'VOICE_NOT_FOUND', message: 'There is no such voice.' };

test('N21: a line of exactly the budget fits, one character more does not', () => {
  expect(overBudget(scene(0, ` ${'a'.repeat(38)} `))).toBeNull();
  expect(overBudget(scene(1, 'a'.repeat(39)))).toEqual({
    sceneIndex: 1,
    sceneId: 'scn_1',
    limit: 38,
    length: 39,
    seconds: 3.5,
  });
});

test('S87: scenes of which one speaks and none too long are taken', () => {
  expect(scriptRefusal([scene(0, null), scene(1, 'Hear me.')], [])).toBeNull();
});

test('S87: nothing to speak is refused with the field to fill', () => {
  expect(scriptRefusal([scene(0, null), scene(1, '  ')], [])).toMatchObject({
    kind: 'bad_request',
    code: 'NOTHING_TO_SPEAK',
    message: expect.stringContaining('scenes[0].voiceoverText: No scene has a voiceoverText'),
    details: [{ path: 'scenes[0].voiceoverText' }],
  });
});

test('N21, N22: every line that is too long is named, with the first one’s limit at the top, beside what else is wrong', () => {
  const scenes = [scene(0, 'a'.repeat(40)), scene(1, 'Short.'), scene(2, 'b'.repeat(50))];
  expect(scriptRefusal(scenes, [])).toMatchObject({
    code: 'NARRATION_OVER_BUDGET',
    details: [{ path: 'scenes[0].voiceoverText' }, { path: 'scenes[2].voiceoverText' }],
    body: { limit: 38, length: 40, sceneIndex: 0, seconds: 3.5, narrationOverBudget: [{}, { length: 50 }] },
  });
  expect(scriptRefusal([scene(0, 'a'.repeat(40))], [unknownVoice])).toMatchObject({
    code: 'VALIDATION_FAILED',
    message: '2 problems; see details. The first: voiceId: There is no such voice.',
    details: [unknownVoice, { code: 'NARRATION_OVER_BUDGET' }],
  });
});
