import { expect, test } from 'vitest';
import { moved } from './scene-moves.ts';

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
  [0, 3, ['a', 'b', 'c']],
  [-1, 1, ['a', 'b', 'c']],
])('from %i to %i', (from, to, list) => expect(moved(['a', 'b', 'c'], from, to)).toEqual(list));
