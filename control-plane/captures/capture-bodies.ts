import {
  authWallSchema,
  candidateSchema,
  captureFrameSchema,
  captureTimingsSchema,
  frameModeSchema,
  viewportNames,
} from '@reelyard/shared/contracts/capture.ts';
import { z } from 'zod';
import { maxPageUrlLength, type PageAddressPolicy, pageAddressProblem } from '../brands/page-address.ts';
import { browseActionsSchema } from '../browsing/browse-bodies.ts';
import { pendingCaptureSchema } from '../projects/scene-capture.ts';

const slotKey = z
  .string()
  .min(1)
  .max(100)
  .describe('A slot of the template; without it the first one that shows nothing yet');

const pageAddress = (policy: PageAddressPolicy) =>
  z
    .string()
    .min(1)
    .max(maxPageUrlLength)
    .superRefine((text, context) => {
      const problem = pageAddressProblem(text, policy);
      if (problem !== null) context.addIssue(problem);
    });

/** What the page should show how large, where a caller does not say. */
export const defaultTargetFill = 0.7;

/** S70. Every problem of the body is in one answer. */
export const autoCaptureBody = (policy: PageAddressPolicy) =>
  z
    .strictObject({
      url: pageAddress(policy).optional().describe('A public https page; may be left out with a sessionId'),
      sessionId: z.string().min(1).max(100).optional().describe('An open browsing session: its page is captured'),
      slotKey: slotKey.optional(),
      focus: z
        .array(z.string().trim().min(1).max(200))
        .max(10)
        .default([])
        .describe('Words of what should be shown: candidates that they fit rank higher'),
      selectors: z
        .array(z.string().trim().min(1).max(500))
        .max(10)
        .default([])
        .describe('CSS selectors of parts that should be shown'),
      steps: browseActionsSchema
        .optional()
        .describe('What to do on the page first: as the actions of a browse session'),
      frame: frameModeSchema
        .optional()
        .describe('auto: around what is selected; current: what the window shows; full: the whole page'),
      targetFill: z
        .number()
        .min(0.3)
        .max(0.95)
        .default(defaultTargetFill)
        .describe('How much of the picture the selected parts should fill'),
      keepSession: z.boolean().default(false).describe('Leaves the browser open and answers its sessionId'),
      annotate: z.boolean().default(false).describe('Adds a small picture with numbered boxes'),
      autoSelect: z.boolean().default(true).describe('false: only candidates and the annotated picture; select next'),
    })
    .refine(({ url, sessionId }) => url !== undefined || sessionId !== undefined, {
      path: ['url'],
      error: 'Give the url of a page, or the sessionId of an open browsing session.',
    });
export type AutoCaptureBody = z.infer<ReturnType<typeof autoCaptureBody>>;

/** S71. */
export const captureSelectionBody = z.strictObject({
  captureId: z.string().min(1).max(100),
  selectedComponentIds: z
    .array(z.string().min(1).max(100))
    .max(50)
    .describe('Ids of candidates, in the order in which they appear'),
});

/** S72. */
export const captureImageBody = z.strictObject({
  imageUrl: z
    .string()
    .min(1)
    .max(2_048)
    .regex(/^https?:\/\//i, 'Give the https address of a picture.'),
  slotKey: slotKey.optional(),
});

/** S74. */
export const pageCaptureBody = (policy: PageAddressPolicy) =>
  z.strictObject({
    url: pageAddress(policy).describe('A public https page'),
    selector: z.string().trim().min(1).max(500).optional().describe('CSS selector of the one part to show'),
    viewport: z.enum(viewportNames).default('desktop').describe('1440 × 900, 834 × 1112 or 390 × 844'),
  });

const picture = z.object({
  mimeType: z.enum(['image/png', 'image/jpeg']),
  url: z.string().describe('Valid for 24 hours'),
  width: z.int(),
  height: z.int(),
});

const candidate = candidateSchema.extend({
  id: candidateSchema.shape.id.meta({ example: 'cmp_pricing' }),
  imageUrl: z.string().describe('The part alone; valid for 24 hours'),
});

const sceneState = {
  sceneId: z.string(),
  slotKey: z.string(),
  renderReady: z.boolean().describe('Whether every slot of the scene shows something'),
} as const;

/** S24, N16: what a capture answers. */
export const captureSchema = z
  .object({
    loginRequired: z.literal(false),
    captureId: z.string().describe('For capture-selection; valid for 24 hours'),
    ...sceneState,
    selected: z.array(z.string()).describe('Ids of the candidates that the scene shows, in order'),
    candidates: z.array(candidate).describe('Best first'),
    screenshotUrl: z.string().describe('The framed page; valid for 24 hours'),
    frame: captureFrameSchema,
    annotatedScreenshot: picture.nullable(),
    page: z.object({ url: z.string(), title: z.string() }),
    timingsMs: captureTimingsSchema,
    sessionId: z.string().nullable().describe('The session that was left open; null where it was closed'),
    creditsCharged: z.int(),
  })
  .meta({ id: 'Capture' });
export type CaptureView = z.infer<typeof captureSchema>;

/** S70: the page asks to sign in. Nothing was captured or paid. */
export const loginRequiredSchema = z
  .object({
    loginRequired: z.literal(true),
    ...sceneState,
    authWall: authWallSchema,
    loginUrl: z.string().nullable().describe('Where a person signs in by themselves; null for sandbox keys'),
    sessionId: z.string().nullable().describe('The open session: capture again with it after the sign-in'),
    creditsCharged: z.literal(0),
  })
  .meta({ id: 'CaptureLoginRequired' });
export type LoginRequired = z.infer<typeof loginRequiredSchema>;

/** S71, S72: what the scene shows now. */
export const selectionSchema = z.object({
  captureId: z.string().nullable(),
  ...sceneState,
  selected: z.array(z.string()),
  screenshotUrl: z.string(),
});
export type SelectionView = z.infer<typeof selectionSchema>;

/** S73. */
export const pendingSchema = z.object({ pendingCaptures: z.array(pendingCaptureSchema) });

/** N34. */
export const pageCaptureSchema = z
  .object({
    captureId: z.string(),
    screenshotUrl: z.string().describe('Valid for 24 hours'),
    width: z.int().describe('Pixels of the picture: two for a CSS pixel'),
    height: z.int(),
    url: z.string().describe('Where the page was after redirects'),
    title: z.string(),
    timingsMs: captureTimingsSchema,
    creditsCharged: z.int(),
  })
  .meta({ id: 'PageCapture' });
