import { operations } from '@reelyard/shared/sdk/operations.gen.ts';
import { expect, test } from 'vitest';
import { allScopes, capOf, emptyKeyForm, nameOf, newKeyOf, overlaps, usualScopes } from './key-form.ts';

const now = new Date('2026-11-21T23:00:00.000Z');

test('N41: a form that was only named makes a test key without cap and end, and without the right to make keys', () => {
  expect(operations.createApiKey.method).toBe('POST');
  expect(newKeyOf({ ...emptyKeyForm, name: '  CI  ' }, now)).toEqual({
    body: { name: 'CI', environment: 'test', expiresAt: null, monthlyCreditCap: null, scopes: usualScopes },
  });
  expect(usualScopes).not.toContain('keys:write');
  expect(allScopes).toHaveLength(14);
  expect(new Set(allScopes).size).toBe(14);
});

test('S23: an end is a time, counted from now', () => {
  expect(newKeyOf({ ...emptyKeyForm, name: 'CI', lifetime: '30' }, now)).toMatchObject({
    body: { expiresAt: '2026-12-21T23:00:00.000Z' },
  });
});

test.each([
  ['', null],
  ['   ', null],
  ['0', 0],
  ['1,500', 1_500],
  ['1 500', 1_500],
  ['2147483647', 2_147_483_647],
])('S98: %j as a cap is %j', (text, value) => {
  expect(capOf(text)).toEqual({ value, problem: null });
});

test.each(['-1', '1.5', 'ten', '1e3', '２', '2147483648', '99999999999999999999'])(
  'S98: %j is no cap, and the field says what to write',
  (text) => {
    expect(capOf(text).problem).toContain('leave it empty for no cap');
  },
);

test('N41: a name is trimmed, has to be there, and is counted in characters', () => {
  expect(nameOf('   ').problem).toContain('Give the key a name');
  expect(nameOf('🦦'.repeat(100)).problem).toBeNull();
  expect(nameOf('a'.repeat(101)).problem).toBe('At most 100 characters; this has 101.');
});

test('N41: every field that is wrong is told at once', () => {
  expect(newKeyOf({ ...emptyKeyForm, cap: 'x', scopes: [] }, now)).toEqual({
    problems: {
      name: expect.stringContaining('name'),
      cap: expect.stringContaining('whole number'),
      scopes: 'Allow at least one thing.',
    },
  });
});

test('N41: an overlap is a week at most', () => {
  expect(Math.max(...overlaps.map(({ seconds }) => seconds))).toBe(604_800);
});
