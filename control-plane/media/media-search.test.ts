import { tracks, voices } from '@reelyard/shared/media/catalog.ts';
import { describe, expect, it } from 'vitest';
import { matchingTracks, matchingVoices } from './media-search.ts';

const idsOf = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id);

describe('media search', () => {
  it('S68: finds tracks by title, tone and genre, in any case, all words at once', () => {
    expect(idsOf(matchingTracks(tracks, 'slow'))).toEqual(['trk_slow-morning']);
    expect(idsOf(matchingTracks(tracks, 'CALM piano'))).toEqual(['trk_slow-morning']);
    expect(idsOf(matchingTracks(tracks, 'calm electronic'))).toEqual([]);
    expect(idsOf(matchingTracks(tracks, '  '))).toEqual(idsOf(tracks));
  });

  it('S69: finds voices by language and by locale', () => {
    expect(idsOf(matchingVoices(voices, 'EN'))).toEqual(['voi_english-us', 'voi_english-gb']);
    expect(idsOf(matchingVoices(voices, 'en_gb'))).toEqual(['voi_english-gb']);
    expect(matchingVoices(voices, 'xx')).toEqual([]);
    expect(matchingVoices(voices, null)).toEqual(voices);
  });
});
