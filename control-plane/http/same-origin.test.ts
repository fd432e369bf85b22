import { expect, test } from 'vitest';
import { ownOrigins, sameOriginRefusal } from './same-origin.ts';

const origins = ownOrigins('https://farm.example/base');
const codeOf = (method: string, headers: Record<string, string>) =>
  sameOriginRefusal({ method, headers }, origins)?.code ?? null;

test.each([
  [{ origin: 'https://farm.example' }],
  [{ origin: 'https://farm.example', 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'same-origin' }],
])('G6: a change is taken from an own page: %j', (headers) => {
  expect(codeOf('POST', headers)).toBeNull();
});

test.each([
  [{}],
  [{ origin: 'null' }],
  [{ origin: '' }],
  [{ origin: 'https://evil.example' }],
  [{ origin: 'http://farm.example' }],
  [{ origin: 'https://farm.example:8443' }],
  [{ origin: 'https://farm.example.evil.example' }],
  [{ origin: 'https://sub.farm.example' }],
  [{ origin: 'https://farm.example/' }],
  [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ 'sec-fetch-site': 'none' }],
  [{ referer: 'https://farm.example/page' }],
])('G6: a change is refused from elsewhere: %j', (headers) => {
  for (const method of ['POST', 'PATCH', 'PUT', 'DELETE', 'QUERY'])
    expect(codeOf(method, headers)).toBe('CROSS_ORIGIN');
});

test('what only reads is asked from anywhere: no other page gets to see the answer', () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    expect(codeOf(method, { origin: 'https://evil.example' })).toBeNull();
});

test('a farm on this machine has all names of this machine, on its own port', () => {
  expect([...ownOrigins('http://127.0.0.1:8080')]).toEqual([
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://[::1]:8080',
  ]);
  expect([...ownOrigins('https://farm.example')]).toEqual(['https://farm.example']);
});
