import pg from 'pg';
import { expect, test } from 'vitest';
import { databaseErrorKind } from './error-kind.ts';

const answered = (code: string): pg.DatabaseError => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code });

test.each([
  ['23505', 'constraint'],
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['57014', 'timeout'],
  ['55P03', 'timeout'],
  ['53100', 'resources'],
  ['53300', 'resources'],
  ['57P01', 'connection'],
  ['08006', 'connection'],
  ['42P01', 'other'],
  ['25P02', 'other'],
])('the state %s is told as %s', (code, kind) => {
  expect(databaseErrorKind(answered(code))).toBe(kind);
});

test('what is no answer of the server is the way to it', () => {
  expect(databaseErrorKind(new Error('timeout exceeded when trying to connect'))).toBe('connection');
  expect(databaseErrorKind(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe('connection');
});
