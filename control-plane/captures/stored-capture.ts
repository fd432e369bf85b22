import {
  boxSchema,
  candidateSchema,
  captureFrameSchema,
  captureTimingsSchema,
  pageFactsSchema,
} from '@reelyard/shared/contracts/capture.ts';
import { captureSlotSchema } from '@reelyard/shared/contracts/template.ts';
import { z } from 'zod';
import { storedImageSchema } from '../assets/stored-image.ts';

/** A candidate with its pictures: alone, and the page behind it. */
export const storedCandidateSchema = candidateSchema.extend({
  component: storedImageSchema,
  componentBox: boxSchema,
  behind: storedImageSchema,
});
export type StoredCandidate = z.infer<typeof storedCandidateSchema>;

/** What an auto-capture found (S70), as it is kept for a later selection (S71). */
export const storedComponentsSchema = z.strictObject({
  kind: z.literal('components'),
  page: pageFactsSchema,
  frame: captureFrameSchema,
  candidates: z.array(storedCandidateSchema),
  /** What the capture node chose; `plate` was taken with exactly these hidden. */
  selectedIds: z.array(z.string()),
  picture: storedImageSchema,
  plate: storedImageSchema.nullable(),
  annotated: storedImageSchema.nullable(),
  timingsMs: captureTimingsSchema,
  /** The slot as it was: a picture that was framed for one shape is not shown in another. */
  slot: captureSlotSchema,
  /** The session that was asked to stay open; null where it was closed. */
  sessionId: z.string().nullable(),
});
export type StoredComponents = z.infer<typeof storedComponentsSchema>;

/** One picture of a page (S74). */
export const storedPageSchema = z.strictObject({
  kind: z.literal('page'),
  page: pageFactsSchema,
  picture: storedImageSchema,
  timingsMs: captureTimingsSchema,
});
export type StoredPage = z.infer<typeof storedPageSchema>;

/** What a capture that is ready is kept as. */
export const storedCaptureSchema = z.discriminatedUnion('kind', [storedComponentsSchema, storedPageSchema]);
export type StoredCapture = z.infer<typeof storedCaptureSchema>;
