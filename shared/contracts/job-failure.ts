import { z } from 'zod';

/**
 * A job's end, as data. Blame decides what follows (retry elsewhere, refund, alert), in one rule:
 * `input` the caller's values cannot be drawn (never retried) · `engine` our own bug or limit · `node` this machine
 * (out of memory, no disk, encoder gone) · `storage` bytes could not be read or written.
 */
export const blames = ['input', 'engine', 'node', 'storage'] as const;
export const blameSchema = z.enum(blames);
export type Blame = z.infer<typeof blameSchema>;

/** N31: where in the pipeline it ended. `prepare` is before the renderer: such a scene gets its credit back (S59). */
export const failureStages = ['prepare', 'render', 'encode', 'assemble', 'capture', 'upload'] as const;
export const failureStageSchema = z.enum(failureStages);
export type FailureStage = z.infer<typeof failureStageSchema>;

export const jobFailureSchema = z.strictObject({
  blame: blameSchema,
  retryable: z.boolean(),
  stage: failureStageSchema,
  /** UPPER_SNAKE, stable, for programs. */
  code: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  /** One sentence for people; no paths, no secrets. */
  message: z.string().max(2_000),
  /** The layer at fault, where one is known. */
  layer: z.string().optional(),
  /** Last lines of the failed program, for operators only. */
  diagnostics: z.string().max(8_000).optional(),
});
export type JobFailure = z.infer<typeof jobFailureSchema>;

/** Carries a failure through code that throws; the lease loop turns it back into data. */
export class JobFailureError extends Error {
  readonly failure: JobFailure;
  constructor(failure: JobFailure, options?: ErrorOptions) {
    super(failure.message, options);
    this.name = 'JobFailureError';
    this.failure = failure;
  }
}
