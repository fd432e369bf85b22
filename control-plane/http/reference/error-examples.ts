import { STATUS_CODES } from 'node:http';
import type { PlacedOperation } from '@reelyard/shared/sdk/openapi-document.ts';
import { faultBody } from '../error-body.ts';
import type { Problem } from '../refusal.ts';

const requestId = 'req_019aa2f1c3d47b6e8f00a1b2c3d4e5f6';

/** One error as the reference shows it. */
export interface ErrorExample {
  readonly summary: string;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly Problem[];
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The errors that every operation shares, by status. */
const shared: Readonly<Record<number, readonly ErrorExample[]>> = {
  401: [
    {
      summary: 'The key is missing, mistyped, expired or revoked',
      code: 'API_KEY_MISSING',
      message: 'Send an API key in the X-API-Key header or as Authorization: Bearer.',
    },
  ],
  402: [
    {
      summary: 'Too few credits',
      code: 'INSUFFICIENT_CREDITS',
      message: 'This needs 5 credits and 3 are left.',
      body: {
        creditsRequired: 5,
        creditsAvailable: 3,
        planRemaining: 1,
        purchasedBalance: 2,
        topUpUrl: 'http://127.0.0.1:8080/billing',
      },
    },
    {
      summary: 'The cap of the key is reached',
      code: 'KEY_MONTHLY_CAP',
      message: 'This key may spend 100 credits a month; it has used 98 and needs 5.',
      body: { monthlyCreditCap: 100, usedThisMonth: 98, creditsRequired: 5, resetsAt: '2026-06-01T00:00:00.000Z' },
    },
  ],
  403: [
    {
      summary: 'The key lacks a scope',
      code: 'SCOPE_MISSING',
      message: 'This API key lacks the scope projects:write.',
      body: { requiredScope: 'projects:write' },
    },
  ],
  413: [{ summary: 'The body is too large', code: 'BODY_TOO_LARGE', message: 'The body may have 1 MiB at most.' }],
  415: [
    {
      summary: 'The body is not JSON',
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'Send JSON with Content-Type: application/json.',
    },
  ],
  429: [
    {
      summary: 'Too many requests',
      code: 'RATE_LIMITED',
      message: 'More than 120 requests in 60 seconds. Try again in 12 s.',
      body: { limit: 120, windowSeconds: 60, retryAfterSeconds: 12 },
    },
  ],
  503: [{ summary: 'Not able to take work now', code: 'UNAVAILABLE', message: 'Try again in a moment.' }],
};

const invalidBody: ErrorExample = {
  summary: 'A field is wrong; details name every one',
  code: 'VALIDATION_FAILED',
  message: 'titel: There is no field "titel" here.',
  details: [{ path: 'titel', code: 'UNKNOWN_FIELD', message: 'There is no field "titel" here.' }],
};
const invalidQuery: ErrorExample = {
  summary: 'A parameter is wrong; details name every one',
  code: 'VALIDATION_FAILED',
  message: 'limit: Too big: expected number to be <=100',
  details: [{ path: 'limit', code: 'TOO_BIG', message: 'Too big: expected number to be <=100' }],
};
const conflictingKeys: ErrorExample = {
  summary: 'Two keys in one request',
  code: 'CREDENTIALS_CONFLICT',
  message: 'X-API-Key and Authorization carry different keys. Send one of them.',
};
const staleRevision: ErrorExample = {
  summary: 'The project was changed since it was read',
  code: 'REVISION_CONFLICT',
  message: 'The project was changed by somebody else meanwhile. Read it again.',
  body: { currentRevision: 4 },
};
const reusedIdempotencyKey: ErrorExample = {
  summary: 'The same Idempotency-Key with another body',
  code: 'IDEMPOTENCY_KEY_REUSED',
  message: 'This Idempotency-Key was used for another request. Send a new one.',
};

const thingOf = (path: string): string | null => {
  const last = path.match(/([\w-]+)\/\{\w+\}(?!.*\{)/)?.[1];
  return last === undefined ? null : last.replaceAll('-', ' ').replace(/s$/, '');
};

const missing = ({ path }: PlacedOperation): ErrorExample => {
  const thing = thingOf(path) ?? 'template';
  return {
    summary: `There is no such ${thing}, or it is not yours`,
    code: `${thing.toUpperCase().replaceAll(' ', '_')}_NOT_FOUND`,
    message: `There is no such ${thing}.`,
  };
};

const examplesFor = (status: number, placed: PlacedOperation): readonly ErrorExample[] => {
  const { operation, method } = placed;
  const named = (location: string, name?: string): boolean =>
    operation.parameters?.some((each) => each.in === location && (name === undefined || each.name === name)) === true;
  if (status === 404) return [missing(placed)];
  if (status === 409) {
    const stale = named('header', 'if-match') ? [staleRevision] : [];
    return [...stale, ...(method === 'post' || stale.length === 0 ? [reusedIdempotencyKey] : [])];
  }
  if (status !== 400) return shared[status] ?? [];
  if (operation.requestBody) return [invalidBody];
  return [named('query') ? invalidQuery : conflictingKeys];
};

/** The whole bodies of the errors that an operation answers with a status, by code (N2). */
export const errorExamples = (
  status: number,
  placed: PlacedOperation,
  own: readonly ErrorExample[],
): Record<string, { summary: string; value: unknown }> => {
  if (status === 500) return { INTERNAL_ERROR: { summary: 'A fault of ours', value: faultBody(requestId) } };
  const all = [...own, ...examplesFor(status, placed)];
  return Object.fromEntries(
    all.map(({ summary, code, message, details, body }) => [
      code,
      {
        summary,
        value: {
          success: false,
          statusCode: status,
          error: STATUS_CODES[status] ?? 'Error',
          message,
          code,
          requestId,
          ...(details ? { details } : {}),
          ...body,
        },
      },
    ]),
  );
};
