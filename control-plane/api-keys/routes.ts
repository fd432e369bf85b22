import type { FastifyPluginAsyncZod } from '@fastify/type-provider-zod';
import { z } from 'zod';
import { callerOf } from '../http/authenticate.ts';
import { envelope, ok, pageQuery, pagination } from '../http/envelope.ts';
import { errorResponses } from '../http/error-body.ts';
import { createKeyBody, patchKeyBody, rotateKeyBody } from './key-bodies.ts';
import { keySchema, keyUsageSchema, keyWithSecretSchema } from './key-view.ts';
import type { ManageKeys } from './operations/manage-keys.ts';

const tags = ['API keys'];
const config = { scope: 'keys:write' } as const;
const configOfSecret = { ...config, answersSecret: true } as const;
const params = z.object({ id: z.string().describe('The id of the key') });
const answers = { 200: envelope(keySchema), ...errorResponses(404) };

const listQuery = z.object({
  ...pageQuery,
  includeInactive: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('true: also keys that were revoked or expired more than 30 days ago'),
});

/** N41: the keys of the caller's account. Every one of these wants a web session, or a key with the scope keys:write. */
export const apiKeyRoutes =
  ({ keys }: { keys: ManageKeys }): FastifyPluginAsyncZod =>
  async (api) => {
    api.post(
      '/api-keys',
      {
        config: configOfSecret,
        schema: {
          summary: 'Make a key',
          description: 'The answer holds the secret, which is shown this once. An account has 10 live and 5 test keys.',
          tags,
          body: createKeyBody,
          response: { 201: envelope(keyWithSecretSchema), ...errorResponses() },
        },
      },
      async (request, reply) => {
        const created = await keys.createKey(callerOf(request), request.body);
        return reply.header('cache-control', 'no-store').code(201).send(ok(created));
      },
    );

    api.get(
      '/api-keys',
      {
        config,
        schema: {
          summary: 'List keys, newest first',
          tags,
          querystring: listQuery,
          response: { 200: envelope(z.object({ apiKeys: z.array(keySchema) })), ...errorResponses() },
        },
      },
      async (request) => {
        const { page, limit } = request.query;
        const { apiKeys, total } = await keys.listKeys(callerOf(request), request.query);
        return ok({ apiKeys }, { pagination: pagination(page, limit, total) });
      },
    );

    api.get(
      '/api-keys/:id',
      { config, schema: { summary: 'Read a key', tags, params, response: answers } },
      async (request) => ok(await keys.getKey(callerOf(request), request.params.id)),
    );

    api.patch(
      '/api-keys/:id',
      {
        config,
        schema: { summary: 'Change the name or the monthly cap', tags, params, body: patchKeyBody, response: answers },
      },
      async (request) => ok(await keys.patchKey(callerOf(request), request.params.id, request.body)),
    );

    api.delete(
      '/api-keys/:id',
      {
        config,
        schema: {
          summary: 'Revoke a key',
          description: 'At once: its next request is a 401 and its open streams end. The record stays.',
          tags,
          params,
          response: answers,
        },
      },
      async (request) => ok(await keys.revokeKey(callerOf(request), request.params.id)),
    );

    api.post(
      '/api-keys/:id/rotate',
      {
        config: configOfSecret,
        schema: {
          summary: 'Give a key another secret',
          description: 'The key stays what it is; the secret before is taken for overlapSeconds more.',
          tags,
          params,
          body: rotateKeyBody,
          response: { 200: envelope(keyWithSecretSchema), ...errorResponses(404) },
        },
      },
      async (request, reply) => {
        const { overlapSeconds } = request.body;
        const rotated = await keys.rotateKey(callerOf(request), request.params.id, overlapSeconds);
        return reply.header('cache-control', 'no-store').send(ok(rotated));
      },
    );

    api.get(
      '/api-keys/:id/usage',
      {
        config,
        schema: {
          summary: 'What a key spent, month by month',
          tags,
          params,
          response: { 200: envelope(keyUsageSchema), ...errorResponses(404) },
        },
      },
      async (request) => ok(await keys.keyUsage(callerOf(request), request.params.id)),
    );
  };
