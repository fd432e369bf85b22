import { type Tone, type Track, tones } from '@reelyard/shared/contracts/music.ts';
import { tracks as libraryTracks } from '@reelyard/shared/media/catalog.ts';
import { describe, expect, it } from 'vitest';
import { pickTrack } from './pick-track.ts';

const track = (id: string, ...trackTones: Tone[]): Track => ({
  id: `trk_${id}`,
  title: id,
  artist: 'Test',
  durationSeconds: 60,
  bpm: 100,
  tones: trackTones,
  genres: [],
  license: 'Apache-2.0',
  attribution: '',
  loopable: true,
  fileName: `${id}.m4a`,
});

describe('picking a track', () => {
  it('S52: takes the track whose tone is the brand’s', () => {
    const tracks = [track('a', 'calm'), track('b', 'playful')];
    expect(pickTrack(tracks, 'playful', 'prj_1')).toEqual({ track: tracks[1], source: 'brand_match' });
  });

  it('prefers the track for which the tone comes first', () => {
    const tracks = [track('a', 'energetic', 'calm'), track('b', 'calm', 'warm')];
    expect(pickTrack(tracks, 'calm', 'prj_1')?.track.id).toBe('trk_b');
  });

  it('takes a near tone where no track has the brand’s own', () => {
    const tracks = [track('a', 'serious'), track('b', 'energetic')];
    expect(pickTrack(tracks, 'playful', 'prj_1')).toEqual({ track: tracks[1], source: 'brand_match' });
  });

  it('S52: gives a project the same track every time, whatever the order of the library', () => {
    const tracks = ['a', 'b', 'c', 'd'].map((id) => track(id, 'calm'));
    for (const projectId of ['prj_1', 'prj_2', 'prj_3']) {
      const first = pickTrack(tracks, 'calm', projectId);
      expect(pickTrack([...tracks].reverse(), 'calm', projectId)).toEqual(first);
    }
  });

  it('shares equally fitting tracks out between projects', () => {
    const tracks = ['a', 'b', 'c'].map((id) => track(id, 'calm'));
    const picked = Array.from({ length: 60 }, (_, index) => pickTrack(tracks, 'calm', `prj_${index}`)?.track.id);
    expect(new Set(picked)).toEqual(new Set(['trk_a', 'trk_b', 'trk_c']));
  });

  it('N27: says that a project without a brand got the default', () => {
    expect(pickTrack([track('a', 'calm'), track('b', 'confident')], null, 'prj_1')).toMatchObject({
      track: { id: 'trk_b' },
      source: 'default',
    });
  });

  it('has nothing to give from an empty library', () => {
    expect(pickTrack([], 'calm', 'prj_1')).toBeNull();
  });

  it.each(tones)('finds a track for a %s brand in the library that ships', (tone) => {
    expect(pickTrack(libraryTracks, tone, 'prj_1')?.source).toBe('brand_match');
  });
});
