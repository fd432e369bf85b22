import { expect, test } from 'vitest';
import { z } from 'zod';
import { compactJsonSchema, outlineJsonSchema } from './compact-json-schema.ts';

const schema = z.strictObject({
  // Fields may be called like keywords.
  pattern: z.string().min(1).nullable(),
  minimum: z.int(),
  limit: z.int().min(1).max(100).default(20),
  values: z.record(z.string(), z.unknown()).describe('Anything'),
  choice: z.enum(['a', 'b']).nullable(),
  inner: z.array(z.strictObject({ id: z.string() })),
});

test('a schema says the same in fewer words', () => {
  expect(compactJsonSchema(z.toJSONSchema(schema, { io: 'input' }))).toEqual({
    type: 'object',
    properties: {
      pattern: { type: ['string', 'null'] },
      minimum: { type: 'integer' },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      values: { type: 'object', description: 'Anything' },
      choice: { anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'null' }] },
      inner: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      },
    },
    required: ['pattern', 'minimum', 'values', 'choice', 'inner'],
  });
});

test('the outline of a schema has its fields and nothing of what is inside them', () => {
  const { properties } = outlineJsonSchema(z.toJSONSchema(schema, { io: 'output' }));
  expect(properties).toMatchObject({ minimum: { type: 'integer' } });
  expect(properties).toHaveProperty('inner', { type: 'array' });
  expect(properties).toHaveProperty('values', { type: 'object', description: 'Anything' });
});
