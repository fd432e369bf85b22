import { type Track, toneSchema, type Voice } from '@reelyard/shared/contracts/music.ts';
import { z } from 'zod';

/** N33. */
export const trackViewSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    artist: z.string(),
    durationSeconds: z.number(),
    bpm: z.number(),
    tones: z.array(toneSchema),
    genres: z.array(z.string()),
    previewUrl: z.string().describe('Plays without a key, ranges included'),
    license: z.string(),
    attribution: z.string(),
    loopable: z.boolean(),
  })
  .meta({ id: 'MusicTrack' });

/** N33. */
export const voiceViewSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    language: z.string(),
    locale: z.string(),
    gender: z.enum(['female', 'male', 'neutral']),
    style: z.string(),
    sampleUrl: z.string().nullable().describe('Plays without a key; null for a voice that only some nodes have'),
    engine: z.string(),
    charsPerSecond: z.number(),
  })
  .meta({ id: 'Voice' });

export const trackView = (track: Track, previewUrl: string): z.infer<typeof trackViewSchema> => {
  const { fileName: _fileName, tones, genres, ...rest } = track;
  return { ...rest, tones: [...tones], genres: [...genres], previewUrl };
};

export const voiceView = (voice: Voice, sampleUrl: string | null): z.infer<typeof voiceViewSchema> => ({
  ...voice,
  sampleUrl,
});
