import { z } from 'zod';
import { containerSchema, videoCodecSchema } from '../render-format.ts';
import { soundCueSchema } from '../template.ts';
import { defineJob } from './define-job.ts';
import { narrationSegmentSchema } from './narration-synthesize.ts';

/** Mezzanines + music + narration -> the finished file, its thumbnail and its captions. */
export const exportAssemble = defineJob({
  kind: 'export.assemble',
  runsOn: 'render',
  payload: z.strictObject({
    exportId: z.string(),
    title: z.string(),
    container: containerSchema,
    codec: videoCodecSchema,
    widthPx: z.int().positive(),
    heightPx: z.int().positive(),
    fps: z.int().positive(),
    scenes: z
      .array(
        z.strictObject({
          sceneId: z.string(),
          title: z.string(),
          mezzanineKey: z.string(),
          frameCount: z.int().positive(),
          durationSeconds: z.number().positive(),
          parameterSetsHash: z.string(),
          soundCues: z.array(soundCueSchema),
          posterAtSeconds: z.number().min(0),
        }),
      )
      .min(1),
    /** A track of the library that ships with the farm; null = no music. */
    music: z.strictObject({ trackId: z.string() }).nullable(),
    narration: z.strictObject({ takeKey: z.string(), segments: z.array(narrationSegmentSchema) }).nullable(),
    includeSoundEffects: z.boolean(),
  }),
  result: z.strictObject({
    frameCount: z.int().positive(),
    durationSeconds: z.number().positive(),
    /** Measured on the finished file; null where it has no sound. */
    loudness: z.strictObject({ integratedLufs: z.number(), truePeakDbtp: z.number() }).nullable(),
    /** Scenes whose parameter sets disagreed and were encoded again. */
    reencodedSceneCount: z.int().min(0),
    timingsMs: z.strictObject({
      download: z.number(),
      concat: z.number(),
      audio: z.number(),
      mux: z.number(),
      upload: z.number(),
      total: z.number(),
    }),
  }),
  reads: (payload) => [
    ...payload.scenes.map((scene) => scene.mezzanineKey),
    ...(payload.narration ? [payload.narration.takeKey] : []),
  ],
  /** Captions are written only where there is narration. */
  writes: ['video', 'thumbnail', 'captionsSrt', 'captionsVtt'],
  leaseSeconds: 15,
  maxAttempts: 3,
  maxRunSeconds: 30 * 60,
});
