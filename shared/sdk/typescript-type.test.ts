import { expect, test } from 'vitest';
import type { JsonSchema } from './openapi-document.ts';
import { typescriptType } from './typescript-type.ts';

test.each<[string, JsonSchema, string]>([
  ['a named schema', { $ref: '#/components/schemas/Project' }, 'Project'],
  ['an enumeration', { type: 'string', enum: ['a', "it's"] }, "'a' | 'it\\'s'"],
  ['a constant', { const: true }, 'true'],
  ['a text that may be null', { type: ['string', 'null'] }, 'string | null'],
  ['alternatives', { anyOf: [{ type: 'integer' }, { type: 'number' }, { type: 'null' }] }, 'number | null'],
  ['a list', { type: 'array', items: { type: ['string', 'number'] } }, 'readonly (string | number)[]'],
  ['a record', { type: 'object', additionalProperties: { type: 'boolean' } }, 'Readonly<Record<string, boolean>>'],
  ['anything', {}, 'unknown'],
  [
    'an object',
    { type: 'object', properties: { 'if-match': { type: 'string' }, a: { type: 'integer' } }, required: ['a'] },
    "{\n  readonly 'if-match'?: string | undefined;\n  readonly a: number;\n}",
  ],
])('%s has its TypeScript type', (_what, schema, type) => {
  expect(typescriptType(schema)).toBe(type);
});
