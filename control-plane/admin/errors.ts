import type { GraphQLError, GraphQLFormattedError } from 'graphql/index.js';
import { faultBody, refusalBody } from '../http/error-body.ts';
import { refusalStatuses } from '../http/refusal.ts';
import { asRefusal } from '../http/request-refusal.ts';

/** By name and not by class: rules that come from elsewhere may hold another copy of the class. */
const isGraphQLError = (error: unknown): error is GraphQLError =>
  error instanceof Error && error.name === 'GraphQLError';

/** What a resolver threw; undefined where GraphQL itself refuses the request. */
const causeOf = (error: GraphQLError): unknown => {
  let cause: unknown = error.originalError;
  while (isGraphQLError(cause)) cause = cause.originalError;
  return cause;
};

/**
 * Errors as the caller sees them (H6): a refusal with its code, status and details, what GraphQL itself says of the
 * request, and for everything else one sentence with the request id under which `onFault` logs it.
 */
export const shownErrors = (
  errors: readonly unknown[],
  requestId: string,
  onFault: (error: unknown) => void,
): GraphQLFormattedError[] =>
  errors.map((error) => {
    const isGraphQL = isGraphQLError(error);
    const place = isGraphQL
      ? {
          ...(error.locations === undefined ? {} : { locations: error.locations }),
          ...(error.path === undefined ? {} : { path: error.path }),
        }
      : {};
    const cause = isGraphQL ? causeOf(error) : error;
    if (isGraphQL && cause === undefined) {
      const extensions = { code: 'GRAPHQL_INVALID', status: 400, requestId };
      return { message: error.message, ...place, extensions };
    }
    const refusal = asRefusal(cause);
    if (refusal === null) onFault(cause);
    const body = refusal === null ? faultBody(requestId) : refusalBody(refusal, requestId);
    const { success: _success, error: _name, statusCode: status, message, ...rest } = body;
    return { message, ...place, extensions: { status, ...rest } };
  });

/** The HTTP status of a request of which nothing was done. */
export const statusOf = (errors: readonly GraphQLFormattedError[]): number => {
  const status = errors[0]?.extensions?.['status'];
  return typeof status === 'number' ? status : refusalStatuses.bad_request;
};
