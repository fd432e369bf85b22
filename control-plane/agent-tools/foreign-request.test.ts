import { expect, test } from 'vitest';
import { foreignRequest } from './foreign-request.ts';

const publicUrl = 'https://farm.example';
const codeOf = (headers: { host?: string; origin?: string }, url = publicUrl): string | null =>
  foreignRequest(headers, url)?.code ?? null;

test.each([
  [{ host: 'farm.example' }, null],
  [{ host: 'FARM.example:443' }, null],
  [{ host: 'farm.example', origin: 'https://farm.example' }, null],
  [{ host: '127.0.0.1:8080' }, null],
  [{ host: '[::1]:8080' }, null],
  [{ host: 'localhost' }, null],
  [{}, 'HOST_NOT_ALLOWED'],
  [{ host: '' }, 'HOST_NOT_ALLOWED'],
  [{ host: 'evil.example' }, 'HOST_NOT_ALLOWED'],
  [{ host: 'farm.example.evil.example' }, 'HOST_NOT_ALLOWED'],
  [{ host: 'farm.example@evil.example' }, 'HOST_NOT_ALLOWED'],
  [{ host: '127.0.0.1.evil.example' }, 'HOST_NOT_ALLOWED'],
  [{ host: 'farm.example', origin: 'null' }, 'CROSS_ORIGIN'],
  [{ host: 'farm.example', origin: 'http://farm.example' }, 'CROSS_ORIGIN'],
  [{ host: 'localhost', origin: 'http://localhost' }, 'CROSS_ORIGIN'],
])('a request with %j is answered %s', (headers, code) => {
  expect(codeOf(headers)).toBe(code);
});

test('pages of a farm on this machine may call it by any of its names, with its port', () => {
  const local = 'http://127.0.0.1:8080';
  expect(codeOf({ host: 'localhost:8080', origin: 'http://localhost:8080' }, local)).toBeNull();
  expect(codeOf({ host: 'localhost:8080', origin: 'http://localhost:9090' }, local)).toBe('CROSS_ORIGIN');
});
