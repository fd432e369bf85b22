import {
  actionResultSchema,
  type BrowseAction,
  browseActionSchema,
  maxActionsPerCall,
  outlineSchema,
} from '@reelyard/shared/contracts/browse-session.ts';
import { viewportSchema } from '@reelyard/shared/contracts/capture.ts';
import { z } from 'zod';
import { maxUrlLength, pageUrlProblem } from './page-url.ts';
import { closeReasons } from './session.ts';

const pageUrl = z
  .string()
  .min(1)
  .max(maxUrlLength)
  .superRefine((text, context) => {
    const problem = pageUrlProblem(text);
    if (problem !== null) context.addIssue(problem);
  });

/** S75. */
export const openBodySchema = z
  .strictObject({
    url: pageUrl.describe('An http or https page'),
    projectId: z.string().optional().describe('The project that the session is for: its steps are logged there'),
    sceneId: z.string().optional().describe('A scene of the project: the window gets the size that its template shows'),
  })
  .refine(({ projectId, sceneId }) => sceneId === undefined || projectId !== undefined, {
    path: ['sceneId'],
    error: 'Give the projectId that the scene belongs to.',
  });
export type OpenBody = z.infer<typeof openBodySchema>;

/** N35: the longest `wait`. */
const maxWaitMs = 10_000;
const waitMs = /^\d{1,5}$/;

const targetOf = ({ text, selector }: BrowseAction, what: string): string | null => {
  if ((text === undefined) === (selector === undefined))
    return `Give either the selector or the visible text of ${what}.`;
  return null;
};

/** N35: what is wrong with the fields of an action; null where nothing is. */
const fieldProblems: Record<BrowseAction['type'], (action: BrowseAction) => string | null> = {
  goto: ({ text, selector }) =>
    selector !== undefined ? 'A goto takes its address in text, and no selector.' : pageUrlProblem(text ?? ''),
  click: (action) => targetOf(action, 'what to click'),
  hover: (action) => targetOf(action, 'what to point at'),
  type: ({ text }) => (text === undefined || text === '' ? 'Give the text to type; selector names the field.' : null),
  press: ({ text, selector }) =>
    selector !== undefined || text === undefined || !/^((Control|Shift|Alt|Meta)\+)*([^\s+]{1,20}|\+| )$/u.test(text)
      ? 'Give one key in text, such as Enter, Escape, ArrowDown or Shift+Tab.'
      : null,
  scroll: (action) =>
    action.selector === undefined && !/^(down|up|top|bottom|-?\d{1,6})$/.test(action.text ?? '')
      ? 'Give down, up, top, bottom or a number of pixels in text, or a selector.'
      : targetOf(action, 'what to scroll to'),
  wait: (action) =>
    action.selector === undefined && !(waitMs.test(action.text ?? '') && Number(action.text) <= maxWaitMs)
      ? `Give up to ${maxWaitMs} milliseconds in text, or a selector.`
      : targetOf(action, 'what to wait for'),
  back: ({ text, selector }) =>
    text !== undefined || selector !== undefined ? 'A step back takes neither text nor selector.' : null,
};

/** S77, N35. The limit of 12 is one of shape (N47: 400). */
export const browseActionsSchema = z
  .array(
    browseActionSchema.superRefine((action, context) => {
      const problem = fieldProblems[action.type](action);
      if (problem !== null) context.addIssue(problem);
    }),
  )
  .min(1)
  .max(maxActionsPerCall);
export const actionsBodySchema = z.strictObject({ actions: browseActionsSchema });

/** N16, with what the control plane knows besides the page. */
export const outlineAnswerSchema = outlineSchema
  .extend({
    loginUrl: z.string().optional().describe('Live keys only: a page where a person signs in by themselves'),
    step: z.object({ used: z.int(), remaining: z.int() }),
    refused: z.array(actionResultSchema).describe('The steps of this call that were refused'),
  })
  .meta({ id: 'BrowseOutline' });
export type OutlineAnswer = z.infer<typeof outlineAnswerSchema>;

export const openedSchema = z
  .object({
    id: z.string(),
    viewport: viewportSchema,
    expiresAt: z.iso.datetime(),
    loginUrl: z.string().optional(),
    outline: outlineAnswerSchema,
  })
  .meta({ id: 'BrowseSession' });

export const actionsAnswerBodySchema = z.object({
  results: z.array(actionResultSchema),
  outline: outlineAnswerSchema,
});

export const statusSchema = z
  .object({
    id: z.string(),
    state: z.enum(['open', 'closed']),
    humanSignedInAt: z.iso.datetime().nullable(),
    humanHoldUntil: z.iso.datetime().nullable(),
    expiresAt: z.iso.datetime(),
    closedAt: z.iso.datetime().nullable(),
    closeReason: z.enum(closeReasons).nullable(),
    billedCredits: z.int().nullable(),
  })
  .meta({ id: 'BrowseSessionStatus' });
export type StatusAnswer = z.infer<typeof statusSchema>;

export const closedSchema = z.object({
  closed: z.literal(true),
  durationSeconds: z.int(),
  billedCredits: z.int(),
  reason: z.enum(closeReasons),
});
export type ClosedAnswer = z.infer<typeof closedSchema>;

export const humanDoneSchema = z.object({
  humanSignedInAt: z.iso.datetime().nullable(),
  humanHoldUntil: z.iso.datetime().nullable(),
  outline: outlineAnswerSchema,
});

export const loginsSchema = z.object({
  exists: z.boolean(),
  profileCreatedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  domains: z.array(z.string()),
});
export type LoginsAnswer = z.infer<typeof loginsSchema>;
