import { expect, test } from 'vitest';
import { saysTheSame } from './typed-text.ts';

test.each([
  ['Hello ', 'Hello', true],
  ['  Hello   world', 'Hello world', true],
  [' ', '', true],
  ['1.', '1', true],
  ['1.50', '1.5', true],
  ['Hello', 'Hello!', false],
  ['', 'Hello', false],
  ['Hello', '', false],
  ['2', '1', false],
  ['0x10', '16', false],
])('%j typed and %j kept say the same: %s', (typed, kept, same) => {
  expect(saysTheSame(typed, kept)).toBe(same);
});
