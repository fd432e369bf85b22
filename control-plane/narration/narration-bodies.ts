import { narrationSpeedLimits } from '@reelyard/shared/contracts/jobs/narration-synthesize.ts';
import { z } from 'zod';
import { waitingSchema } from './waiting.ts';

/** S87, N37. Everything is optional; what is not sent stays as the project keeps it. */
export const narrationBody = z.strictObject({
  voiceId: z.string().min(1).max(200).optional().describe('Of GET /media/voices; kept for later publishes'),
  language: z
    .string()
    .min(1)
    .max(35)
    .optional()
    .describe('Like `en` or `en-GB`. Without voiceId it picks a voice of that language, which is kept'),
  speed: z
    .number()
    .min(narrationSpeedLimits.min)
    .max(narrationSpeedLimits.max)
    .optional()
    .describe("Against the voice's own pace, counted in hundredths; kept for later publishes"),
  force: z.boolean().default(false).describe('Speaks again even where the take is ready'),
});
export type NarrationRequest = z.infer<typeof narrationBody>;

const segmentSchema = z
  .object({
    sceneId: z.string(),
    position: z.int(),
    text: z.string(),
    startSeconds: z.number().describe('On the whole video: of the spoken line, before there is a take of its scene'),
    endSeconds: z.number(),
    fits: z
      .boolean()
      .describe('Whether the line has room in its scene: as it was spoken, before there is a take by its characters'),
    words: z
      .array(z.object({ text: z.string(), start: z.number(), end: z.number() }))
      .optional()
      .describe(
        'For captions, in seconds on the whole video: anchored at the pauses that are heard and shared out between them',
      ),
  })
  .meta({ id: 'NarrationSegment' });

/** S86, N37. */
export const narrationSchema = z
  .object({
    projectId: z.string(),
    ready: z.boolean().describe('Whether a publish would use this take as it is'),
    state: z
      .enum(['none', 'stale', 'building', 'ready', 'failed'])
      .describe(
        'none: nothing is spoken, or no take was made yet; stale: the script or the voice changed since one was made; ' +
          'building: it waits or is being spoken; failed: see error',
      ),
    message: z.string().describe('The state in a sentence, with what to do next'),
    waiting: waitingSchema.nullable().describe('Why nothing is spoken yet; null where something is, or nothing has to'),
    voiceId: z.string().describe('The voice that speaks, or would'),
    speed: z.number().describe("Against the voice's own pace"),
    audioUrl: z.string().nullable().describe('The take: FLAC, as long as the video. A signed address that expires'),
    durationSeconds: z.number().nullable().describe('Of the take'),
    scriptHash: z.string().nullable().describe('The same while voice, speed, lines and their places are the same'),
    segments: z.array(segmentSchema).describe('One for each scene with a voiceoverText, in their order'),
    error: z.string().nullable().describe('Why the last try failed, and how to mend it'),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Narration' });
export type NarrationView = z.infer<typeof narrationSchema>;
export type NarrationState = NarrationView['state'];
