import { ApiError } from '@reelyard/shared/sdk/api-error.ts';

/** What a person reads of an error. */
export interface Problem {
  readonly title: string;
  /** UPPER_SNAKE of the API; NO_ANSWER where none came. */
  readonly code: string;
  /** One line for each thing that is wrong, with its place. */
  readonly details: readonly { readonly path: string; readonly message: string }[];
  /** For a report to the operators of the farm. */
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

const messageOf = (error: ApiError): string => {
  const { message } = error.body;
  return typeof message === 'string' && message !== '' ? message : `The farm answered ${error.statusCode}.`;
};

/** What to say of an error; never a stack and never a word of the browser's own. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof ApiError) {
    return {
      title: messageOf(error),
      code: error.code,
      details: error.details.map(({ path, message }) => ({ path, message })),
      requestId: error.statusCode >= 500 ? error.requestId : null,
      retryAfterSeconds: error.retryAfterSeconds,
    };
  }
  const isTimeout = error instanceof Error && error.name === 'TimeoutError';
  return {
    title: isTimeout
      ? 'The farm takes too long to answer. Try again.'
      : 'The farm does not answer. Check your connection and try again.',
    code: 'NO_ANSWER',
    details: [],
    requestId: null,
    retryAfterSeconds: null,
  };
};

/**
 * The message for one field of a form, for example `fieldProblem(problem, 'body.title')`: the API names places like
 * `scenes[1].parameters.headline`.
 */
export const fieldProblem = (problem: Problem | null, ...paths: readonly string[]): string | null =>
  problem?.details.find(({ path }) => paths.includes(path) || paths.includes(path.replace(/^body\./, '')))?.message ??
  null;
