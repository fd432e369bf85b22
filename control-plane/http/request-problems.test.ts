import { expect, test } from 'vitest';
import { z } from 'zod';
import { requestProblems } from './request-problems.ts';

const schema = z.strictObject({
  title: z.string().max(3),
  count: z.int().min(1).optional(),
  mode: z.enum(['a', 'b']).optional(),
  value: z.union([z.string(), z.number()]).optional(),
  url: z.url().optional(),
  list: z.array(z.strictObject({ id: z.string() })).optional(),
});
const problems = (body: unknown) => {
  const { error } = schema.safeParse(body);
  return error ? requestProblems(error).map(({ path, code, allowed }) => [path, code, allowed]) : [];
};

test.each([
  [{}, [['title', 'REQUIRED', undefined]]],
  [{ title: null }, [['title', 'INVALID_TYPE', undefined]]],
  [{ title: 'long' }, [['title', 'TOO_BIG', undefined]]],
  [{ title: 'a', count: 0 }, [['count', 'TOO_SMALL', undefined]]],
  [{ title: 'a', count: 1.5 }, [['count', 'INVALID_TYPE', undefined]]],
  [{ title: 'a', mode: 'c' }, [['mode', 'NOT_ALLOWED', ['a', 'b']]]],
  [{ title: 'a', value: true }, [['value', 'INVALID_TYPE', undefined]]],
  [{ title: 'a', url: 'nowhere' }, [['url', 'INVALID_FORMAT', undefined]]],
  [
    { title: 'a', more: 1, list: [{ id: 'x', other: 1, third: 2 }] },
    [
      ['list[0].other', 'UNKNOWN_FIELD', undefined],
      ['list[0].third', 'UNKNOWN_FIELD', undefined],
      ['more', 'UNKNOWN_FIELD', undefined],
    ],
  ],
  ['text', [['', 'INVALID_TYPE', undefined]]],
])('N22: %j has the problems that a caller can act on', (body, expected) => {
  expect(problems(body)).toEqual(expected);
});

test('what a function of the schema refuses keeps its own words', () => {
  const { error } = z.object({ a: z.string().refine(() => false, 'must be different') }).safeParse({ a: 'x' });
  expect(error && requestProblems(error)).toEqual([{ path: 'a', code: 'INVALID_VALUE', message: 'must be different' }]);
});
