import type { Tone, Track, Voice } from '@reelyard/shared/contracts/music.ts';
import { matchingTracks, matchingVoices } from './media-search.ts';
import { type PickedTrack, pickTrack } from './pick-track.ts';

/** The library that ships with the farm. */
export interface MediaLibrary {
  readonly tracks: readonly Track[];
  /** Voices that every node speaks with. */
  readonly voices: readonly Voice[];
  /** Voices that a node may have besides. */
  readonly optionalVoices: readonly Voice[];
}

export interface MediaDependencies {
  readonly library: MediaLibrary;
  /** What the nodes that are ready now proved to speak with. */
  readonly readyVoiceIds: () => Promise<readonly string[]>;
}

export interface MediaPage<T> {
  readonly entries: readonly T[];
  readonly total: number;
}

interface Page {
  readonly page: number;
  readonly limit: number;
}

export interface MediaOperations {
  listTracks(query: Page & { readonly query: string }): MediaPage<Track>;
  /** Those that a video made now could be spoken with. */
  listVoices(query: Page & { readonly language: string | null }): Promise<MediaPage<Voice>>;
  findTrack(trackId: string): Track | null;
  /** Null for an unknown voice and for one that no node can speak with now. */
  findVoice(voiceId: string): Promise<Voice | null>;
  /** S52: null only for an empty library. */
  pickTrack(tone: Tone | null, projectId: string): PickedTrack | null;
}

const pageOf = <T>(all: readonly T[], { page, limit }: Page): MediaPage<T> => ({
  entries: all.slice((page - 1) * limit, page * limit),
  total: all.length,
});

export const mediaOperations = ({ library, readyVoiceIds }: MediaDependencies): MediaOperations => {
  const spokenVoices = async (): Promise<Voice[]> => {
    const ready = new Set(await readyVoiceIds());
    return [...library.voices, ...library.optionalVoices.filter(({ id }) => ready.has(id))];
  };
  return {
    listTracks: ({ query, ...page }) => pageOf(matchingTracks(library.tracks, query), page),
    listVoices: async ({ language, ...page }) => pageOf(matchingVoices(await spokenVoices(), language), page),
    findTrack: (trackId) => library.tracks.find(({ id }) => id === trackId) ?? null,
    findVoice: async (voiceId) => (await spokenVoices()).find(({ id }) => id === voiceId) ?? null,
    pickTrack: (tone, projectId) => pickTrack(library.tracks, tone, projectId),
  };
};
