import type { Tone, Track } from '@reelyard/shared/contracts/music.ts';

/** N27: whether the tone of a brand chose the track, or there was none to choose by. */
export interface PickedTrack {
  readonly track: Track;
  readonly source: 'brand_match' | 'default';
}

/** What plays where nothing is known about the brand. */
const defaultTone: Tone = 'confident';

/** Tones that pass for one that no track has, the nearest first. */
const nearTones: Readonly<Record<Tone, readonly Tone[]>> = {
  calm: ['warm', 'serious'],
  warm: ['calm', 'playful'],
  confident: ['energetic', 'serious'],
  energetic: ['confident', 'playful'],
  playful: ['energetic', 'warm'],
  serious: ['calm', 'confident'],
};

/** FNV-1a: spreads seeds evenly over a handful of tracks; equal seeds always meet. */
const hashOf = (seed: string): number => {
  let hash = 0x811c_9dc5;
  for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x0100_0193) >>> 0;
  return hash;
};

/** The tracks for which the tone is most their own: the first of a track's tones is its main one. */
const bestFor = (tracks: readonly Track[], tone: Tone): Track[] => {
  const ranked = tracks.flatMap((track) => {
    const rank = track.tones.indexOf(tone);
    return rank < 0 ? [] : [{ track, rank }];
  });
  const best = Math.min(...ranked.map(({ rank }) => rank));
  return ranked.filter(({ rank }) => rank === best).map(({ track }) => track);
};

/**
 * S52: the track of a project that names none. Several that fit equally well are shared out by `seed` (the project's
 * id), so that an account's videos do not all sound alike, while a project always gets the same one.
 *
 * @returns null only for an empty library
 */
export const pickTrack = (tracks: readonly Track[], tone: Tone | null, seed: string): PickedTrack | null => {
  const wanted = tone ?? defaultTone;
  const fitting = [wanted, ...nearTones[wanted]].map((each) => bestFor(tracks, each)).find((found) => found.length > 0);
  const candidates = [...(fitting ?? tracks)].sort((a, b) => (a.id < b.id ? -1 : 1));
  const track = candidates[hashOf(seed) % candidates.length];
  if (track === undefined) return null;
  return { track, source: tone === null || fitting === undefined ? 'default' : 'brand_match' };
};
