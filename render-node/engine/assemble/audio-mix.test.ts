import { describe, expect, test } from 'vitest';
import { audioMix } from './audio-mix.ts';

const music = {
  filePath: '/m.m4a',
  durationSeconds: 80,
  loop: { startSeconds: 20, endSeconds: 60 },
  integratedLufs: -16,
};
const voice = { filePath: '/v.flac', spoken: [{ startSeconds: 1, endSeconds: 2 }], integratedLufs: -20 };
const nothing = { music: null, voice: null, effects: [] };

describe('the mix', () => {
  test('is null where nothing sounds', () => {
    expect(audioMix({ totalSeconds: 5, ...nothing })).toBeNull();
  });
  test('names every input once, in the order in which the graph counts them', () => {
    const effects = [
      { filePath: '/pop.flac', atSeconds: 1, momentaryLufs: -18 },
      { filePath: '/pop.flac', atSeconds: 2, momentaryLufs: -18 },
      { filePath: '/tick.flac', atSeconds: 3, momentaryLufs: -24 },
    ];
    const plan = audioMix({ totalSeconds: 100, music, voice, effects });
    expect(plan?.inputs).toEqual(['/m.m4a', '/m.m4a', '/v.flac', '/pop.flac', '/tick.flac']);
    for (const input of [1, 2, 3, 4, 5]) expect(plan?.filter).toContain(`[${input}:a]`);
    expect(plan?.filter).toContain('amix=inputs=6:normalize=0:duration=first');
  });
  test('lasts as long as the video, to the sample', () => {
    expect(audioMix({ totalSeconds: 10.1, ...nothing, voice })?.filter).toContain('atrim=end_sample=484800[mix]');
  });
  test('music alone is not lowered for a voice', () => {
    expect(audioMix({ totalSeconds: 10, ...nothing, music })?.filter).not.toContain('eval=frame');
  });
  test('an effect after the end is left out', () => {
    expect(
      audioMix({ totalSeconds: 5, ...nothing, effects: [{ filePath: '/p', atSeconds: 5, momentaryLufs: -18 }] }),
    ).toBeNull();
  });
});
