import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { createJsonSchemaTransform, jsonSchemaTransformObject } from '@fastify/type-provider-zod';
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
  return {
    ...whole,
    components: { ...('components' in whole ? whole.components : {}), schemas: kept },
  } as typeof whole;
};

/** The options of @fastify/swagger: the document is made from the very schemas that check requests and answers. */
export const openapiOptions = (publicUrl: string): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: '3.1.0',
    info: {
      title: 'Reelyard',
      version: '2',
      description: 'Makes videos from templates: list templates, create a project of scenes, publish it, get one file.',
    },
    servers: [{ url: `${publicUrl}${apiPrefix}` }],
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', name: 'X-API-Key', in: 'header' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
    security: [{ apiKey: [] }, { bearer: [] }],
  },
  transform,
  transformObject,
});
