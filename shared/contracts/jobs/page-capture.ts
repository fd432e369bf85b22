import { z } from 'zod';
import { capturedFileSchema, captureTimingsSchema, pageFactsSchema, viewportSchema } from '../capture.ts';
import { defineJob } from './define-job.ts';

/** An address (and a part of its page) -> a picture of it (S74). Anonymous: no profile is ever part of a job. */
export const pageCapture = defineJob({
  kind: 'page.capture',
  runsOn: 'capture',
  payload: z.strictObject({
    captureId: z.string(),
    url: z.string(),
    selector: z.string().nullable(),
    viewport: viewportSchema,
  }),
  result: z.strictObject({
    page: pageFactsSchema,
    picture: capturedFileSchema,
    timingsMs: captureTimingsSchema,
  }),
  reads: () => [],
  writes: ['page'],
  leaseSeconds: 15,
  maxAttempts: 2,
  maxRunSeconds: 60,
});
