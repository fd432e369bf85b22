import { readFileSync } from 'node:fs';
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { type GraphQLFormattedError, parse as parseDocument } from 'graphql/index.js';
import { mercurius } from 'mercurius';
import { z } from 'zod';
import { limitBodyTime } from '../http/body-deadline.ts';
import { rateLimits } from '../http/rate-limits.ts';
import { Refusal } from '../http/refusal.ts';
import { RequestProblemsError, requestProblems } from '../http/request-problems.ts';
import { causeChain } from '../http/server.ts';
import { type AuthoriseDeps, authorise, type Operator } from './authorise.ts';
import type { AdminDeps } from './dependencies.ts';
import { shownErrors, statusOf } from './errors.ts';
import { mutations } from './mutations.ts';
import { checked, queries } from './queries.ts';
import { maxCost, queryCost } from './query-cost.ts';
import { fields, loaders } from './records.ts';

export interface AdminServerDeps extends AdminDeps, AuthoriseDeps {
  /** Told of every request that no rate limit counted. */
  readonly onUncounted: () => void;
}

export const adminPath = '/admin/graphql';

/** H1. Tokens are counted before anything is built of them. */
const maxTokens = 1_000;
const maxDepth = 8;
const maxAliases = 20;
const maxDirectives = 20;
const bodyLimitBytes = 65_536;
const bodyDeadlineMs = 10_000;
/** How many things a refused request is told of. */
const maxErrors = 10;

const sdl = readFileSync(new URL('schema.graphql', import.meta.url), 'utf8');

/** One operation: a list of them is no object, and so refused. */
const bodySchema = z.strictObject({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

const tooLarge = (): Refusal =>
  new Refusal('too_large', { code: 'BODY_TOO_LARGE', message: 'The body may have 64 KiB at most.' });

const tooCostly = (cost: number): Refusal =>
  new Refusal('bad_request', {
    code: 'QUERY_TOO_COSTLY',
    message: `This asks for up to ${cost} records; one request may ask for ${maxCost}. Ask for shorter pages or for less of each.`,
    body: { cost, maxCost },
  });

/** What mercurius throws where it refuses a document holds the errors themselves. */
const errorsOf = (error: unknown): readonly unknown[] =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors : [error];

type Loader = (asked: never) => Promise<unknown>;

/** Loaders gather what is asked for at once and keep nothing: after a mutation the same record is another. */
const uncached = (types: Readonly<Record<string, Readonly<Record<string, Loader>>>>) =>
  Object.fromEntries(
    Object.entries(types).map(([type, ofType]) => [
      type,
      Object.fromEntries(Object.entries(ofType).map(([name, loader]) => [name, { loader, opts: { cache: false } }])),
    ]),
  );

declare module 'mercurius' {
  interface MercuriusContext {
    readonly operator: Operator;
  }
}

/**
 * The GraphQL API of the operators (S124): one POST, JSON alone, one operation, nobody but operators, not even for the
 * schema. Mercurius's own route is not used: it answers GET, takes other content types and reads the body before it is
 * known who asks. What its parser refuses it parses again as a document written as JSON, past the limit of tokens: so
 * the text is parsed here first.
 */
export const adminServer = (deps: AdminServerDeps): FastifyPluginAsync => {
  const operatorOf = authorise(deps);
  const operators = new WeakMap<FastifyRequest, Operator>();

  return async (app) => {
    const limits = rateLimits(app, deps.onUncounted);
    const onFault = (request: FastifyRequest) => (error: unknown) =>
      request.log.error({ requestId: request.id, error: causeChain(error) }, 'fault');

    await app.register(mercurius, {
      schema: sdl,
      resolvers: { ...fields, Query: checked(queries(deps)), Mutation: checked(mutations(deps)) } as never,
      loaders: uncached(loaders(deps)) as never,
      routes: false,
      // Of parsed documents.
      cache: 256,
      graphql: { parseOptions: { maxTokens }, validateOptions: { maxErrors } },
      validationRules: [
        maxDepthRule({ n: maxDepth }),
        maxAliasesRule({ n: maxAliases }),
        maxDirectivesRule({ n: maxDirectives }),
      ] as never,
      errorFormatter: ({ data, errors }, { reply }) => {
        const shown = shownErrors(errors, reply.request.id, onFault(reply.request));
        return { statusCode: 200, response: { data: data ?? null, errors: shown } };
      },
    });
    app.graphql.addHook('preExecution', async (schema, document, _context, variables) => {
      const cost = queryCost(schema, document, variables ?? {});
      if (cost > maxCost) throw tooCostly(cost);
    });

    limitBodyTime(app, bodyDeadlineMs);
    app.addHook('onRequest', async (request, reply) => {
      await limits.beforeKeyLookup(request, reply);
      try {
        operators.set(request, await operatorOf(request, reply));
      } catch (error) {
        if (error instanceof Refusal && error.kind === 'unauthorized') await limits.keyRefused(request);
        throw error;
      }
    });
    app.setErrorHandler(async (error) => {
      throw error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
        ? tooLarge()
        : error;
    });

    const refuse = async (
      request: FastifyRequest,
      reply: FastifyReply,
      errors: readonly unknown[],
    ): Promise<{ data: null; errors: readonly GraphQLFormattedError[] }> => {
      const shown = shownErrors(errors, request.id, onFault(request));
      reply.code(statusOf(shown));
      return { data: null, errors: shown };
    };

    app.post(adminPath, { bodyLimit: bodyLimitBytes }, async (request, reply) => {
      const operator = operators.get(request);
      if (operator === undefined) throw new Error('an operator passed that nobody knows');
      const parsed = bodySchema.safeParse(request.body);
      if (!parsed.success) throw new RequestProblemsError(requestProblems(parsed.error));
      const { query, variables, operationName } = parsed.data;
      try {
        parseDocument(query, { maxTokens, noLocation: true });
        return await reply.graphql(query, { operator } as never, variables ?? {}, operationName ?? undefined);
      } catch (error) {
        return refuse(request, reply, errorsOf(error));
      }
    });
  };
};
