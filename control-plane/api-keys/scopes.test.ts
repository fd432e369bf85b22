import { expect, test } from 'vitest';
import { knownScopes, scopes } from './scopes.ts';

test('scopes that are not known give no right', () => {
  expect(knownScopes(['projects:read', 'everything', 'publish'])).toEqual(['projects:read', 'publish']);
  expect(knownScopes([])).toEqual([]);
  expect(knownScopes(scopes)).toEqual([...scopes]);
});
