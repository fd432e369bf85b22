import { tracks, voices } from '@reelyard/shared/media/catalog.ts';
import { expect, it } from 'vitest';
import { trackView, trackViewSchema, voiceView, voiceViewSchema } from './media-view.ts';

it('N33: shows every track of the library without the name of its file', () => {
  for (const track of tracks) {
    const view = trackView(track, `https://farm.test/media/music/${track.id}.m4a`);
    expect(trackViewSchema.parse(view)).toEqual(view);
    expect(view).not.toHaveProperty('fileName');
  }
});

it('N33: shows a voice that has no sample with null', () => {
  const [voice] = voices;
  if (voice === undefined) throw new Error('the catalog has no voice');
  expect(voiceViewSchema.parse(voiceView(voice, null))).toMatchObject({ id: voice.id, sampleUrl: null });
});
