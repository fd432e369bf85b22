import { z } from 'zod';
import { authWallSchema, boxSchema } from './capture.ts';

/** What a caller and a capture node say about a live browsing session (S75–S83, N16, N35). */

/** S77: one file of capture-node/sessions/steps each. */
export const browseActionTypes = ['goto', 'click', 'type', 'hover', 'scroll', 'wait', 'press', 'back'] as const;
export const browseActionTypeSchema = z.enum(browseActionTypes);
export type BrowseActionType = z.infer<typeof browseActionTypeSchema>;

/** N35: which of `text` and `selector` a type needs is a rule of its own (control-plane/browsing). */
export const browseActionSchema = z.strictObject({
  type: browseActionTypeSchema,
  text: z.string().max(2_000).optional(),
  selector: z.string().max(500).optional(),
});
export type BrowseAction = z.infer<typeof browseActionSchema>;

/** S120. */
export const maxActionsPerCall = 12;
export const maxStepsPerSession = 150;
export const sessionIdleSeconds = 10 * 60;
export const sessionMaxSeconds = 60 * 60;

/** N35: a refusal is an answer, not an error, and stops the rest of the batch. */
export const actionResultSchema = z.strictObject({
  index: z.int().min(0),
  status: z.enum(['ok', 'refused', 'failed']),
  code: z.string().nullable(),
  message: z.string().max(500).nullable(),
  url: z.string().max(4_000),
});
export type ActionResult = z.infer<typeof actionResultSchema>;

/** N16: the page in words, small enough for an agent. */
export const outlineSchema = z.strictObject({
  url: z.string(),
  title: z.string(),
  headings: z.array(z.strictObject({ level: z.int().min(1).max(6), text: z.string(), id: z.string().nullable() })),
  links: z.array(z.strictObject({ text: z.string(), href: z.string(), selector: z.string() })),
  sections: z.array(z.strictObject({ id: z.string(), label: z.string(), box: boxSchema })),
  scroll: z.strictObject({ y: z.number(), height: z.number(), viewportHeight: z.number() }),
  screenshot: z.strictObject({
    mimeType: z.literal('image/jpeg'),
    dataBase64: z.string(),
    width: z.int().positive(),
    height: z.int().positive(),
  }),
  authWall: authWallSchema,
  /** Same-site paths that the page links to. */
  routes: z.array(z.string()),
});
export type Outline = z.infer<typeof outlineSchema>;
