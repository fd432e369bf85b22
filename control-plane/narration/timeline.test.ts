import { describe, expect, test } from 'vitest';
import { scriptOf } from './timeline.ts';

const scene = (sceneId: string, voiceoverText: string | null, durationSeconds = 4) => ({
  sceneId,
  voiceoverText,
  durationSeconds,
});

const own = { voiceId: 'voi_a', speed: 1 };

describe('the narration script', () => {
  test('S26: every line lies where its scene starts on the whole video, silent scenes included', () => {
    const script = scriptOf(own, [scene('a', 'One.'), scene('b', null, 3.3), scene('c', '  Two \n words. ', 5)]);
    expect(script).toMatchObject({
      totalSeconds: 12.3,
      lines: [
        { sceneId: 'a', text: 'One.', sceneStartSeconds: 0, sceneDurationSeconds: 4 },
        { sceneId: 'c', text: 'Two words.', sceneStartSeconds: 7.3, sceneDurationSeconds: 5 },
      ],
    });
  });

  test('a video in which nothing is spoken has no script', () => {
    expect(scriptOf(own, [scene('a', null), scene('b', '   ')])).toBeNull();
  });

  test('a take is reused for the same words at the same places, whatever the scenes are called', () => {
    const hash = (...scenes: ReturnType<typeof scene>[]) => scriptOf(own, scenes)?.scriptHash;
    expect(hash(scene('a', 'One.'))).toBe(hash(scene('z', ' One. ')));
    expect(hash(scene('a', 'One.'))).not.toBe(hash(scene('a', 'Two.')));
    expect(hash(scene('a', 'One.'))).not.toBe(hash(scene('a', 'One.', 5)));
    expect(hash(scene('x', null), scene('a', 'One.'))).not.toBe(hash(scene('a', 'One.'), scene('x', null)));
    expect(hash(scene('a', 'One.'))).not.toBe(scriptOf({ ...own, voiceId: 'voi_b' }, [scene('a', 'One.')])?.scriptHash);
  });

  test('N37: another pace is another take, and hashes from before there was one stay good', () => {
    const scenes = [scene('a', 'One.')];
    const hashAt = (speed: number) => scriptOf({ ...own, speed }, scenes)?.scriptHash;
    expect(hashAt(1)).toBe('ba77773c8004eda1f12a7b7cbdc04483594e003a66cc04745b19c0b774835958');
    expect(new Set([hashAt(1), hashAt(0.9), hashAt(1.1)]).size).toBe(3);
  });
});
