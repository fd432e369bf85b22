import { z } from 'zod';
import { layerValuesSchema, picturesOf } from '../layer-value.ts';
import { videoCodecSchema } from '../render-format.ts';
import { defineJob } from './define-job.ts';

/** Template + resolved values -> the scene's mezzanine (its picture, no sound) and a poster. */
export const sceneRender = defineJob({
  kind: 'scene.render',
  runsOn: 'render',
  payload: z.strictObject({
    sceneId: z.string(),
    templateSlug: z.string(),
    templateVersion: z.int(),
    values: layerValuesSchema,
    watermark: z.boolean(),
    widthPx: z.int().positive(),
    heightPx: z.int().positive(),
    fps: z.int().positive(),
    codec: videoCodecSchema,
    renditionHash: z.string(),
  }),
  result: z.strictObject({
    frameCount: z.int().positive(),
    durationSeconds: z.number().positive(),
    /** Encoder that made it (h264_nvenc, libx264, …). */
    encoder: z.string(),
    /** Hash over the codec's parameter sets: equal hashes may be joined by stream copy. */
    parameterSetsHash: z.string(),
    timingsMs: z.strictObject({
      prepare: z.number(),
      raster: z.number(),
      encode: z.number(),
      upload: z.number(),
      total: z.number(),
      /** From the grant of the lease to the first frame that the encoder took. */
      firstFrame: z.number(),
    }),
  }),
  reads: ({ values }) =>
    Object.values(values).flatMap((value) => picturesOf(value).map(({ storageKey }) => storageKey)),
  writes: ['video', 'poster'],
  leaseSeconds: 15,
  maxAttempts: 3,
  maxRunSeconds: 30 * 60,
});
