import { expect, test } from 'vitest';
import { knownScopes, scopeBeyond, scopes, scopesToGrant } from './scopes.ts';

test('scopes that are not known give no right', () => {
  expect(knownScopes(['projects:read', 'everything', 'publish'])).toEqual(['projects:read', 'publish']);
  expect(knownScopes([])).toEqual([]);
  expect(knownScopes(scopes)).toEqual([...scopes]);
});

test('N41: a key that is made has every scope of its maker but the making of keys, unless it is asked for', () => {
  expect(scopesToGrant(scopes, undefined)).toEqual(scopes.filter((scope) => scope !== 'keys:write'));
  expect(scopesToGrant(['publish', 'keys:write'], undefined)).toEqual(['publish']);
  expect(scopesToGrant(scopes, ['keys:write', 'publish', 'publish'])).toEqual(['publish', 'keys:write']);
});

test('nobody gives a right that they do not have', () => {
  expect(scopeBeyond(['publish', 'keys:write'], ['publish'])).toBeNull();
  expect(scopeBeyond(['publish', 'keys:write'], ['publish', 'capture'])).toBe('capture');
});
