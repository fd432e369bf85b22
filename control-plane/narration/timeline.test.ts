import { describe, expect, test } from 'vitest';
import { scriptOf } from './timeline.ts';

const scene = (sceneId: string, voiceoverText: string | null, durationSeconds = 4) => ({
  sceneId,
  voiceoverText,
  durationSeconds,
});

describe('the narration script', () => {
  test('S26: every line lies where its scene starts on the whole video, silent scenes included', () => {
    const script = scriptOf('voi_a', [scene('a', 'One.'), scene('b', null, 3.3), scene('c', '  Two \n words. ', 5)]);
    expect(script).toMatchObject({
      totalSeconds: 12.3,
      lines: [
        { sceneId: 'a', text: 'One.', sceneStartSeconds: 0, sceneDurationSeconds: 4 },
        { sceneId: 'c', text: 'Two words.', sceneStartSeconds: 7.3, sceneDurationSeconds: 5 },
      ],
    });
  });

  test('a video in which nothing is spoken has no script', () => {
    expect(scriptOf('voi_a', [scene('a', null), scene('b', '   ')])).toBeNull();
  });

  test('a take is reused for the same words at the same places, whatever the scenes are called', () => {
    const hash = (...scenes: ReturnType<typeof scene>[]) => scriptOf('voi_a', scenes)?.scriptHash;
    expect(hash(scene('a', 'One.'))).toBe(hash(scene('z', ' One. ')));
    expect(hash(scene('a', 'One.'))).not.toBe(hash(scene('a', 'Two.')));
    expect(hash(scene('a', 'One.'))).not.toBe(hash(scene('a', 'One.', 5)));
    expect(hash(scene('x', null), scene('a', 'One.'))).not.toBe(hash(scene('a', 'One.'), scene('x', null)));
    expect(hash(scene('a', 'One.'))).not.toBe(scriptOf('voi_b', [scene('a', 'One.')])?.scriptHash);
  });
});
