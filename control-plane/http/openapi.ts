import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { createJsonSchemaTransform, jsonSchemaTransformObject } from '@fastify/type-provider-zod';
import type { OpenApiDocument } from '@reelyard/shared/sdk/openapi-document.ts';
import { completeDocument } from './reference/complete-document.ts';
import { introduction } from './reference/quickstart.ts';
import { apiPrefix } from './server.ts';

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;
type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>;

const toJsonSchema = createJsonSchemaTransform({});

/** Paths are relative to the server's address, which ends in the version (S2, S123). */
const transform: Transform = (document) => {
  const { schema, url } = toJsonSchema(document);
  return { schema, url: url.startsWith(apiPrefix) ? url.slice(apiPrefix.length) : url };
};

/** Every named schema comes in a form for requests and one for answers; the ones that nothing names are left out. */
const transformObject: TransformObject = (document) => {
  const whole = jsonSchemaTransformObject(document);
  const schemas = 'components' in whole ? (whole.components?.schemas ?? {}) : {};
  const named = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || named.has(name)) continue;
      named.add(name);
      follow((schemas as Record<string, unknown>)[name]);
    }
  };
  follow(whole.paths);
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => named.has(name)));
  const used = { ...whole, components: { ...('components' in whole ? whole.components : {}), schemas: kept } };
  return completeDocument(used as OpenApiDocument) as unknown as ReturnType<TransformObject>;
};

/** The options of @fastify/swagger: the document is made from the very schemas that check requests and answers. */
export const openapiOptions = (publicUrl: string, sessionCookie: string): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Reelyard',
      version: '2',
      summary: 'Makes videos from templates',
      description: introduction(`${publicUrl}${apiPrefix}`),
      contact: { name: 'Reelyard' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${publicUrl}${apiPrefix}`, description: 'This farm' }],
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          name: 'X-API-Key',
          in: 'header',
          description: 'An API key: `svc_live_…`, or `svc_test_…` for the sandbox',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as `Authorization: Bearer`' },
        session: {
          type: 'apiKey',
          name: sessionCookie,
          in: 'cookie',
          description:
            'A person who is signed in at `/auth/sign-in`. What changes something also has to carry the Origin of the ' +
            'farm. Never sent together with a key.',
        },
      },
    },
    security: [{ apiKey: [] }, { bearer: [] }, { session: [] }],
  },
  transform,
  transformObject,
});
