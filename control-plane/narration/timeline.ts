import { createHash } from 'node:crypto';
import { canonicalJson } from '@reelyard/shared/contracts/input-hash.ts';
import type { PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';

export interface SpokenScene {
  readonly sceneId: string;
  readonly voiceoverText: string | null;
  readonly durationSeconds: number;
}

/** How a script is spoken. */
export interface Delivery {
  readonly voiceId: string;
  /** Against the voice's own pace: 0.8 to 1.2. */
  readonly speed: number;
}

/** Everything that a take depends on; a take is reused as long as this is the same. */
export interface Script extends Delivery {
  readonly lines: PayloadOf<'narration.synthesize'>['lines'];
  readonly totalSeconds: number;
  readonly scriptHash: string;
}

/** What is spoken of a scene; empty where nothing is. */
export const spokenTextOf = (voiceoverText: string | null): string =>
  (voiceoverText ?? '').trim().replaceAll(/\s+/gu, ' ');

/** Sums of frame times drift in the last bits; a millisecond is finer than any cut. */
const toMilliseconds = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

/**
 * S26: the script of one continuous take: every scene's line at the place where its scene lies on the whole video's
 * timeline. Null where nothing is spoken. The hash leaves scene ids out, so that a duplicated project reuses the take,
 * and the pace where it is the voice's own, so that takes from before there was another one stay good.
 */
export const scriptOf = ({ voiceId, speed }: Delivery, scenes: readonly SpokenScene[]): Script | null => {
  let startSeconds = 0;
  const lines = scenes.flatMap((scene) => {
    const sceneStartSeconds = toMilliseconds(startSeconds);
    startSeconds += scene.durationSeconds;
    const text = spokenTextOf(scene.voiceoverText);
    if (text === '') return [];
    return [{ sceneId: scene.sceneId, text, sceneStartSeconds, sceneDurationSeconds: scene.durationSeconds }];
  });
  if (lines.length === 0) return null;
  const totalSeconds = toMilliseconds(startSeconds);
  const pace = speed === 1 ? {} : { speed };
  const heard = { voiceId, ...pace, totalSeconds, lines: lines.map(({ sceneId: _sceneId, ...rest }) => rest) };
  const scriptHash = createHash('sha256').update(canonicalJson(heard)).digest('hex');
  return { voiceId, speed, lines, totalSeconds, scriptHash };
};
