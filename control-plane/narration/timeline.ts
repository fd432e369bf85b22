import { createHash } from 'node:crypto';
import { canonicalJson } from '@reelyard/shared/contracts/input-hash.ts';
import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';

export interface SpokenScene {
  readonly sceneId: string;
  readonly voiceoverText: string | null;
  readonly durationSeconds: number;
}

/** Everything that a take depends on; a take is reused as long as this is the same. */
export interface Script {
  readonly voiceId: string;
  readonly lines: PayloadOf<'narration.synthesize'>['lines'];
  readonly totalSeconds: number;
  readonly scriptHash: string;
}

/** Sums of frame times drift in the last bits; a millisecond is finer than any cut. */
const toMilliseconds = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

/**
 * S26: the script of one continuous take: every scene's line at the place where its scene lies on the whole video's
 * timeline. Null where nothing is spoken. The hash leaves scene ids out, so that a duplicated project reuses the take.
 */
export const scriptOf = (voiceId: string, scenes: readonly SpokenScene[]): Script | null => {
  let startSeconds = 0;
  const lines = scenes.flatMap((scene) => {
    const sceneStartSeconds = toMilliseconds(startSeconds);
    startSeconds += scene.durationSeconds;
    const text = (scene.voiceoverText ?? '').trim().replaceAll(/\s+/gu, ' ');
    if (text === '') return [];
    return [{ sceneId: scene.sceneId, text, sceneStartSeconds, sceneDurationSeconds: scene.durationSeconds }];
  });
  if (lines.length === 0) return null;
  const totalSeconds = toMilliseconds(startSeconds);
  const heard = { voiceId, totalSeconds, lines: lines.map(({ sceneId: _sceneId, ...rest }) => rest) };
  const scriptHash = createHash('sha256').update(canonicalJson(heard)).digest('hex');
  return { voiceId, lines, totalSeconds, scriptHash };
};
