import { z } from 'zod';

/** Tones that a brand and a track share, so that music can be matched (S52, N12, N33). */
export const tones = ['calm', 'warm', 'confident', 'energetic', 'playful', 'serious'] as const;
export const toneSchema = z.enum(tones);
export type Tone = z.infer<typeof toneSchema>;

/** A track of the library that ships with the farm: its own music, composed in code. */
export const trackSchema = z.strictObject({
  id: z.string().regex(/^trk_[a-z0-9-]+$/),
  title: z.string(),
  artist: z.string(),
  durationSeconds: z.number().positive(),
  bpm: z.number().positive(),
  tones: z.array(toneSchema).min(1),
  genres: z.array(z.string()),
  license: z.string(),
  attribution: z.string(),
  loopable: z.boolean(),
  /** File under shared/media/music. */
  fileName: z.string(),
});
export type Track = z.infer<typeof trackSchema>;

/** A voice that the farm can speak with (N33). */
export const voiceSchema = z.strictObject({
  id: z.string().regex(/^voi_[a-z0-9-]+$/),
  name: z.string(),
  language: z.string(),
  locale: z.string(),
  gender: z.enum(['female', 'male', 'neutral']),
  style: z.string(),
  engine: z.string(),
  charsPerSecond: z.number().positive(),
});
export type Voice = z.infer<typeof voiceSchema>;
