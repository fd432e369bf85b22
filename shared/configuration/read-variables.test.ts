import { expect, it } from 'vitest';
import { z } from 'zod';
import { readVariables } from './read-variables.ts';

const schema = z.object({
  TOKEN: z.string().min(24, 'must have at least 24 characters'),
  PORT: z.coerce.number().int().default(8080),
});

it('takes a variable that is set to nothing as not set', () => {
  expect(readVariables('farm', schema, { TOKEN: 't'.repeat(24), PORT: '' })).toEqual({
    TOKEN: 't'.repeat(24),
    PORT: 8080,
  });
});

it('names every problem at once and no value', () => {
  const read = () => readVariables('farm', schema, { TOKEN: 'hush', PORT: 'many' });
  expect(read).toThrow(/configuration of the farm[\s\S]*TOKEN: must have at least 24 characters[\s\S]*PORT: /);
  expect(read).toThrow(/^(?![\s\S]*hush)/);
  expect(() => readVariables('farm', schema, {})).toThrow(/TOKEN: is missing/);
});
