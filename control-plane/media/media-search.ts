import type { Track, Voice } from '@reelyard/shared/contracts/music.ts';

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();

const hasWord = (place: string, word: string): boolean => folded(place).includes(word);

/** S68: every word of the query occurs in the title, the artist, a tone or a genre; an empty query finds all. */
export const matchingTracks = (tracks: readonly Track[], query: string): Track[] => {
  const words = folded(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  return tracks.filter(({ id, title, artist, tones, genres }) =>
    words.every((word) => [id, title, artist, ...tones, ...genres].some((place) => hasWord(place, word))),
  );
};

/** S69: `en` finds every English voice, `en-GB` the British ones; null finds all. */
export const matchingVoices = (voices: readonly Voice[], language: string | null): Voice[] => {
  const wanted = language?.toLowerCase().replace('_', '-') ?? null;
  return voices.filter(
    (voice) => wanted === null || voice.language.toLowerCase() === wanted || voice.locale.toLowerCase() === wanted,
  );
};
