import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { actionResultSchema, browseActionSchema, maxActionsPerCall, outlineSchema } from './browse-session.ts';
import {
  captureFiles,
  captureProblemSchema,
  componentCaptureResultSchema,
  componentCaptureSchema,
  viewportSchema,
} from './capture.ts';
import { uploadedFileSchema, uploadTargetSchema } from './node-protocol.ts';

/**
 * What the control plane asks of the capture node that holds a browsing session, at the `sessionsUrl` of the node's
 * registration. Only the control plane calls it: every call carries `Authorization: Bearer` with sessionsBearer().
 *
 *   POST   /sessions               OpenSession    -> 201 OpenedSession | 422 SessionProblem | 409 exists | 503 full or draining
 *   GET    /sessions/:id/outline                  -> 200 {outline} | 404 not here | 422
 *   POST   /sessions/:id/actions   RunActions     -> 200 ActionsAnswer | 404 | 422
 *   POST   /sessions/:id/capture   CaptureInPage  -> 200 CaptureAnswer | 404 | 422
 *   GET    /sessions/:id/profile                  -> 200 {profile} | 404
 *   DELETE /sessions/:id                          -> 200 {profile} | 404
 *   GET    /sessions/:id/live      WebSocket: pictures down, a person's input up (live-view messages below) | 404
 */
export const sessionPaths = {
  open: '/sessions',
  session: (sessionId: string) => `/sessions/${sessionId}`,
  outline: (sessionId: string) => `/sessions/${sessionId}/outline`,
  actions: (sessionId: string) => `/sessions/${sessionId}/actions`,
  capture: (sessionId: string) => `/sessions/${sessionId}/capture`,
  profile: (sessionId: string) => `/sessions/${sessionId}/profile`,
  live: (sessionId: string) => `/sessions/${sessionId}/live`,
} as const;

/**
 * The secret of both sides: the node has its token, the control plane keeps only the token's hash; what both can make
 * of it is shown here, so that the token itself is never sent to the node's own door.
 */
export const sessionsBearer = (nodeTokenSha256: Buffer): string =>
  createHmac('sha256', nodeTokenSha256).update('browsing sessions').digest('base64url');

/** What a browser knows about the sites that somebody is signed in to: as Playwright's storageState, IndexedDB included. */
export const loginProfileSchema = z.strictObject({
  cookies: z.array(z.looseObject({ name: z.string(), value: z.string(), domain: z.string(), path: z.string() })),
  origins: z.array(z.looseObject({ origin: z.string() })),
});
export type LoginProfile = z.infer<typeof loginProfileSchema>;

/** Of a session's end: what belongs to the sites that it showed, and which those are (registrable domains, or hosts). */
export const visitedProfileSchema = z.strictObject({ profile: loginProfileSchema, sites: z.array(z.string()) });
export type VisitedProfile = z.infer<typeof visitedProfileSchema>;

export const openSessionSchema = z.strictObject({
  sessionId: z.string().regex(/^bws_[a-z0-9]{1,40}$/),
  url: z.string().max(4_000),
  viewport: viewportSchema,
  /** Null: nobody's browser. Its state is then thrown away with the session. */
  profile: loginProfileSchema.nullable(),
  /** The node closes by itself what the control plane forgot. */
  idleSeconds: z.int().positive(),
  maxSeconds: z.int().positive(),
});
export type OpenSession = z.infer<typeof openSessionSchema>;
export const openedSessionSchema = z.strictObject({ outline: outlineSchema, httpStatus: z.int().nullable() });
export type OpenedSession = z.infer<typeof openedSessionSchema>;

/** Why a page could not be opened or captured, in a sentence for people. */
export const sessionProblemSchema = z.strictObject({ problem: captureProblemSchema, message: z.string() });
export type SessionProblem = z.infer<typeof sessionProblemSchema>;

export const runActionsSchema = z.strictObject({ actions: z.array(browseActionSchema).min(1).max(maxActionsPerCall) });
export const actionsAnswerSchema = z.strictObject({ results: z.array(actionResultSchema), outline: outlineSchema });
export type ActionsAnswer = z.infer<typeof actionsAnswerSchema>;

export const uploadsSchema = z.partialRecord(
  z.enum(captureFiles as unknown as readonly [string, ...string[]]),
  z.strictObject({ 'image/png': uploadTargetSchema, 'image/jpeg': uploadTargetSchema }),
);
/** Where the files of a capture may be put: a target for each name and each format that it may have. */
export type CaptureUploads = z.infer<typeof uploadsSchema>;

export const captureInPageSchema = z.strictObject({ request: componentCaptureSchema, uploads: uploadsSchema });
export type CaptureInPage = z.infer<typeof captureInPageSchema>;
export const captureAnswerSchema = z.strictObject({
  result: componentCaptureResultSchema,
  files: z.record(z.string(), uploadedFileSchema),
});
export type CaptureAnswer = z.infer<typeof captureAnswerSchema>;

const coordinate = z.number().min(-10_000).max(10_000);
/** Alt 1, Ctrl 2, Meta 4, Shift 8, added up. */
const modifiers = z.int().min(0).max(15);

/** Up: what a person does in the picture. Coordinates are CSS pixels of the page's window. Never logged anywhere. */
export const liveInputSchema = z.discriminatedUnion('type', [
  /** The last picture was drawn: the next one may come. */
  z.strictObject({ type: z.literal('drawn') }),
  z.strictObject({
    type: z.literal('mouse'),
    action: z.enum(['move', 'down', 'up']),
    x: coordinate,
    y: coordinate,
    button: z.enum(['none', 'left', 'middle', 'right']),
    clickCount: z.int().min(0).max(3),
    modifiers,
  }),
  z.strictObject({ type: z.literal('wheel'), x: coordinate, y: coordinate, deltaX: coordinate, deltaY: coordinate }),
  z.strictObject({
    type: z.literal('key'),
    action: z.enum(['down', 'up']),
    key: z.string().min(1).max(40),
    code: z.string().max(40),
    modifiers,
  }),
  /** Typed or pasted. */
  z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(10_000) }),
  z.strictObject({ type: z.literal('go'), to: z.enum(['back', 'reload']) }),
]);
export type LiveInput = z.infer<typeof liveInputSchema>;

/** Down, as text; pictures come as binary JPEG messages between them. */
export const liveNewsSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('page'),
    host: z.string(),
    title: z.string(),
    isSecure: z.boolean(),
    widthPx: z.int(),
    heightPx: z.int(),
  }),
  z.strictObject({ type: z.literal('closed'), reason: z.string() }),
]);
export type LiveNews = z.infer<typeof liveNewsSchema>;
