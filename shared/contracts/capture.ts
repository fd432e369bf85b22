import { z } from 'zod';

/**
 * The words of a capture: what was found on a page, how it was framed, and the pictures that were taken. They cross the
 * wire between capture node and control plane, and are the `data` of S24/N16 once storage keys became addresses.
 * Lengths on the page are CSS pixels; a picture has `scale` times as many.
 */

/** N16. Origin: the top left corner of the framed region, so that boxes lie on the captured picture. */
export const boxSchema = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
});
export type Box = z.infer<typeof boxSchema>;

/** What a component means on its page; candidates are ranked by it. */
export const componentRoles = [
  'heading',
  'hero',
  'card',
  'table',
  'chart',
  'form',
  'navigation',
  'list',
  'media',
  'button',
  'dialog',
  'section',
] as const;
export const componentRoleSchema = z.enum(componentRoles);
export type ComponentRole = z.infer<typeof componentRoleSchema>;

/** The most candidates of one capture: each has a picture of its own, and numbers on the annotated picture stay legible. */
export const maxCandidates = 12;

/** N16: a part of the page that may be picked. Best first; `number` counts from 1 and stands in the annotated picture. */
export const candidateSchema = z.strictObject({
  id: z.string().regex(/^cmp_[a-z0-9]{1,32}$/),
  number: z.int().min(1).max(maxCandidates),
  role: componentRoleSchema,
  label: z.string().max(200),
  selector: z.string().max(2_000),
  box: boxSchema,
  score: z.number().min(0).max(1),
  text: z.string().max(1_000),
});
export type Candidate = z.infer<typeof candidateSchema>;

export const frameModes = ['auto', 'current', 'full'] as const;
export const frameModeSchema = z.enum(frameModes);
export type FrameMode = z.infer<typeof frameModeSchema>;

/** N16: which region of the document the picture shows. */
export const captureFrameSchema = z.strictObject({
  mode: frameModeSchema,
  x: z.number(),
  y: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
  scrollY: z.number().min(0),
  /** Picture pixels for a CSS pixel: 2, less where a very long page would pass the picture cap. */
  scale: z.number().positive(),
});
export type CaptureFrame = z.infer<typeof captureFrameSchema>;

/** S25/S70: whether the page asks to sign in, and by which signs. */
export const authWallSchema = z.strictObject({ detected: z.boolean(), signals: z.array(z.string().max(200)) });
export type AuthWall = z.infer<typeof authWallSchema>;

/** A browser window as wide and high as a page sees it. */
export const viewportSchema = z.strictObject({
  widthPx: z.int().min(200).max(3_840),
  heightPx: z.int().min(200).max(3_840),
  isMobile: z.boolean(),
});
export type Viewport = z.infer<typeof viewportSchema>;

/** N34. */
export const viewportNames = ['desktop', 'tablet', 'mobile'] as const;
export type ViewportName = (typeof viewportNames)[number];
export const viewports: Record<ViewportName, Viewport> = {
  desktop: { widthPx: 1440, heightPx: 900, isMobile: false },
  tablet: { widthPx: 834, heightPx: 1112, isMobile: true },
  mobile: { widthPx: 390, heightPx: 844, isMobile: true },
};

/** The picture that was uploaded under `file`; its bytes are checked against the upload's sha256. */
export const capturedFileSchema = z.strictObject({
  file: z.string(),
  mimeType: z.enum(['image/png', 'image/jpeg']),
  widthPx: z.int().positive(),
  heightPx: z.int().positive(),
});
export type CapturedFile = z.infer<typeof capturedFileSchema>;

/**
 * Files of a components capture. `component-N` is candidate N alone (transparent around it), `behind-N` the same
 * region with only N hidden: with those a later selection (S71) is composed without the page. `plate` is the frame
 * taken again with every selected component hidden at once.
 */
const numbered = <const P extends string>(prefix: P): `${P}-${number}`[] =>
  Array.from({ length: maxCandidates }, (_, index) => `${prefix}-${index + 1}` as const);
export const captureFiles = ['page', 'plate', 'annotated', ...numbered('component'), ...numbered('behind')] as const;
export type CaptureFile = (typeof captureFiles)[number];

/** What auto-capture asks of an open page (S70). */
export const componentCaptureSchema = z.strictObject({
  focus: z.array(z.string().min(1).max(200)).max(10),
  selectors: z.array(z.string().min(1).max(500)).max(10),
  frame: frameModeSchema,
  /** How much of the frame the selected components should fill. */
  targetFill: z.number().min(0.3).max(0.95),
  /** The slot that the picture is for: its shape decides the frame's. */
  slot: z.strictObject({
    kind: z.enum(['page', 'components']),
    minComponents: z.int().min(0),
    maxComponents: z.int().min(0).max(maxCandidates),
    widthPx: z.int().positive(),
    heightPx: z.int().positive(),
  }),
  annotate: z.boolean(),
  autoSelect: z.boolean(),
  /** Time that the page is told; null = the real one. Fixed, the same page gives the same picture. */
  fixedClock: z.iso.datetime().nullable(),
});
export type ComponentCapture = z.infer<typeof componentCaptureSchema>;

export const captureTimingsSchema = z.strictObject({
  openSession: z.number(),
  steps: z.number(),
  probe: z.number(),
  frame: z.number(),
  capture: z.number(),
  finalize: z.number(),
  /** The page's own view: navigation and paint times. */
  browser: z.record(z.string(), z.number()),
});
export type CaptureTimings = z.infer<typeof captureTimingsSchema>;

/** The page as it was when it was captured; `url` is where it ended after redirects. */
export const pageFactsSchema = z.strictObject({
  url: z.string().max(4_000),
  title: z.string().max(500),
  /** The answer of the document itself; 404 and 500 pages are refused, unless a step led there. */
  httpStatus: z.int().nullable(),
});

export const componentCaptureResultSchema = z.strictObject({
  page: pageFactsSchema,
  authWall: authWallSchema,
  /** Absent where the page asks to sign in: nothing was captured. */
  capture: z
    .strictObject({
      frame: captureFrameSchema,
      candidates: z.array(
        candidateSchema.extend({
          component: capturedFileSchema,
          /** Where the component's picture lies: its box, wider where a shadow or outline sticks out. */
          componentBox: boxSchema,
          behind: capturedFileSchema,
        }),
      ),
      /** Ids, best first; empty with `autoSelect: false`. */
      selectedIds: z.array(z.string()),
      picture: capturedFileSchema,
      plate: capturedFileSchema.nullable(),
      annotated: capturedFileSchema.nullable(),
    })
    .nullable(),
  timingsMs: captureTimingsSchema,
});
export type ComponentCaptureResult = z.infer<typeof componentCaptureResultSchema>;

/** Why a page could not be opened or captured; a sentence for people goes with it. */
export const captureProblems = [
  'ADDRESS_REFUSED',
  'HOST_UNREACHABLE',
  'TLS_INVALID',
  'PAGE_TIMEOUT',
  'PAGE_ERROR_STATUS',
  'PAGE_CRASHED',
  'PAGE_TOO_LARGE',
  'TOO_MANY_REDIRECTS',
  'NOT_A_PAGE',
  'PAGE_EMPTY',
  'SELECTOR_INVALID',
  'SELECTOR_NOT_FOUND',
  'STEP_FAILED',
] as const;
export const captureProblemSchema = z.enum(captureProblems);
export type CaptureProblem = z.infer<typeof captureProblemSchema>;
