import { Refusal, type RefusalInput, type RefusalKind } from './refusal.ts';
import { RequestProblemsError } from './request-problems.ts';

/** Errors of the HTTP layer itself that a caller can act on, by fastify's own code. */
const frameworkRefusals: Readonly<Record<string, readonly [RefusalKind, RefusalInput]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', { code: 'BODY_TOO_LARGE', message: 'The body may have 1 MiB at most.' }],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send JSON with Content-Type: application/json.' },
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [
    'bad_request',
    { code: 'INVALID_JSON', message: 'Content-Type is application/json but the body is empty.' },
  ],
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad_request', { code: 'INVALID_JSON', message: 'The body is not valid JSON.' }],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'bad_request',
    { code: 'INVALID_CONTENT_LENGTH', message: 'The body is not as long as Content-Length says.' },
  ],
  FST_ERR_BAD_URL: ['bad_request', { code: 'INVALID_URL', message: 'The address is not valid.' }],
  FST_ERR_MAX_PARAM_LENGTH: ['bad_request', { code: 'INVALID_URL', message: 'A part of the address is too long.' }],
};

/** The message of a 400 with one problem says it all; with several it counts them and the details follow. */
const summary = (problems: RequestProblemsError['problems']): string => {
  const [first] = problems;
  if (problems.length === 1 && first) return first.path === '' ? first.message : `${first.path}: ${first.message}`;
  return `The request has ${problems.length} problems; see details.`;
};

/** What an error means to a caller; null where it is a fault of ours. */
export const asRefusal = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  if (error instanceof RequestProblemsError) {
    return new Refusal('bad_request', {
      code: 'VALIDATION_FAILED',
      message: summary(error.problems),
      details: error.problems,
    });
  }
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = frameworkRefusals[code];
  if (known) return new Refusal(...known);
  // fastify marks with this status what its JSON parser refuses (syntax, __proto__) and a body that was cut off.
  if (!('statusCode' in error) || error.statusCode !== 400) return null;
  if (error instanceof SyntaxError) {
    return new Refusal('bad_request', { code: 'INVALID_JSON', message: 'The body is not valid JSON.' });
  }
  return code === 'ECONNRESET'
    ? new Refusal('bad_request', {
        code: 'BODY_CUT_OFF',
        message: 'The connection ended before the body was complete.',
      })
    : null;
};
