import { expect, test } from 'vitest';
import { keyLimitRefusal } from './key-limits.ts';

test('S104: the tenth live key and the fifth test key fit, one more does not', () => {
  expect(keyLimitRefusal('live', 9)).toBeNull();
  expect(keyLimitRefusal('test', 4)).toBeNull();
  expect(keyLimitRefusal('live', 10)).toMatchObject({
    kind: 'bad_request',
    code: 'KEY_LIMIT_REACHED',
    body: { environment: 'live', limit: 10, used: 10 },
  });
  expect(keyLimitRefusal('test', 5)).toMatchObject({ body: { limit: 5, used: 5 } });
});
