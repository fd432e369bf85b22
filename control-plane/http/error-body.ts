import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type Refusal, refusalStatuses } from './refusal.ts';

/** N2: the one flat shape of every error. Fields that belong to one error stand beside these, never below `data`. */
export const errorBodySchema = z
  .looseObject({
    success: z.literal(false),
    statusCode: z.int(),
    error: z.string().describe('The name of the status'),
    message: z.string(),
    code: z.string().describe('UPPER_SNAKE, stable, for programs'),
    requestId: z.string(),
    details: z
      .array(
        z.object({
          path: z.string(),
          code: z.string(),
          message: z.string(),
          allowed: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
        }),
      )
      .optional(),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBodySchema>;

const statusName = (statusCode: number): string => STATUS_CODES[statusCode] ?? 'Error';

/** The answer to a refusal. */
export const refusalBody = (refusal: Refusal, requestId: string): ErrorBody => {
  const statusCode = refusalStatuses[refusal.kind];
  return {
    success: false,
    statusCode,
    error: statusName(statusCode),
    message: refusal.message,
    code: refusal.code,
    requestId,
    ...(refusal.details.length > 0
      ? {
          details: refusal.details.map(({ allowed, ...rest }) => (allowed ? { ...rest, allowed: [...allowed] } : rest)),
        }
      : {}),
    ...refusal.body,
  };
};

/** The answer to a fault: nothing of its cause, only the id under which it was logged (H6). */
export const faultBody = (requestId: string): ErrorBody => ({
  success: false,
  statusCode: 500,
  error: statusName(500),
  message: 'Something went wrong on our side. Quote the request id when you report it.',
  code: 'INTERNAL_ERROR',
  requestId,
});

/** RFC 9457, for callers that ask for it by `Accept: application/problem+json`. */
export const problemJson = (body: ErrorBody): Record<string, unknown> => {
  const { success: _success, statusCode, error, message, ...rest } = body;
  return { type: 'about:blank', title: error, status: statusCode, detail: message, ...rest };
};

type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503;

/** The errors that any endpoint may answer; an endpoint adds its own. */
export const errorResponses = <const Extra extends ErrorStatus = never>(
  ...extra: Extra[]
): Record<Extra | 400 | 401 | 403 | 413 | 415 | 429 | 500, typeof errorBodySchema> => {
  const statuses = [...new Set<ErrorStatus>([400, 401, 403, 413, 415, 429, 500, ...extra])];
  return Object.fromEntries(statuses.map((status) => [status, errorBodySchema])) as Record<
    Extra | 400 | 401 | 403 | 413 | 415 | 429 | 500,
    typeof errorBodySchema
  >;
};
