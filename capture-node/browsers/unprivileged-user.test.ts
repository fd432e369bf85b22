import { expect, it } from 'vitest';
import { browserUser, isBrowserUser } from './unprivileged-user.ts';

it('gives each browser of a root node an id of its own that nobody has, and none where we are not root', () => {
  const users = Array.from({ length: 500 }, (_, serial) => browserUser(serial, true).uid);
  expect(new Set(users).size).toBe(500);
  expect(users.every((uid) => uid !== undefined && uid >= 60_578 && uid <= 61_183)).toBe(true);
  expect(browserUser(7, true).gid).toBe(browserUser(7, true).uid);
  expect(browserUser(7, false)).toEqual({});
  expect([60_599, 60_600, 61_099, 61_100, 0].map(isBrowserUser)).toEqual([false, true, true, false, false]);
});
