import { z } from 'zod';
import { defineJob } from './define-job.ts';

/** One scene's line and the room that it has on the whole video's timeline. */
export const narrationLineSchema = z.strictObject({
  sceneId: z.string(),
  text: z.string().min(1),
  sceneStartSeconds: z.number().min(0),
  sceneDurationSeconds: z.number().positive(),
});

/** How fast a narration may be asked for, against the voice's own pace (N37). */
export const narrationSpeedLimits = { min: 0.8, max: 1.2 } as const;

export const narrationSegmentSchema = z.strictObject({
  sceneId: z.string(),
  text: z.string(),
  startSeconds: z.number().min(0),
  endSeconds: z.number().min(0),
  /** False where the line is longer than its room even when spoken 15 % faster. */
  fits: z.boolean(),
  words: z.array(z.strictObject({ text: z.string(), startSeconds: z.number(), endSeconds: z.number() })),
});
export type NarrationSegment = z.infer<typeof narrationSegmentSchema>;

/** Script + voice -> one continuous take as long as the video, and where each line lies on it. */
export const narrationSynthesize = defineJob({
  kind: 'narration.synthesize',
  runsOn: 'render',
  payload: z.strictObject({
    voiceId: z.string(),
    /** Against the voice's own pace. Absent where it is 1, so that a node of an earlier release takes such a job too. */
    speed: z.number().min(narrationSpeedLimits.min).max(narrationSpeedLimits.max).optional(),
    scriptHash: z.string(),
    lines: z.array(narrationLineSchema).min(1),
    totalSeconds: z.number().positive(),
  }),
  result: z.strictObject({
    durationSeconds: z.number().positive(),
    segments: z.array(narrationSegmentSchema),
    timingsMs: z.strictObject({ synthesize: z.number(), upload: z.number(), total: z.number() }),
  }),
  reads: () => [],
  writes: ['take'],
  leaseSeconds: 15,
  maxAttempts: 3,
  maxRunSeconds: 10 * 60,
});
