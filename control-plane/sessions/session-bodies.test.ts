import { expect, test } from 'vitest';
import { emailBody, oidcBody, signInBody, signUpBody } from './session-bodies.ts';

test('an e-mail address is taken in small letters and without the spaces around it', () => {
  expect(emailBody.parse({ email: ' Ada@Example.COM ' })).toEqual({ email: 'ada@example.com' });
});

test.each([
  '',
  'x',
  'a@b',
  'a b@example.com',
  'a@example.com\nBcc: b@example.com',
  `${'x'.repeat(250)}@example.com`,
  7,
])('the address %j is refused', (email) => {
  expect(emailBody.safeParse({ email }).success).toBe(false);
});

test('who gives no name is called by the front of the address', () => {
  expect(signUpBody.parse({ email: 'ada@example.com', password: 'otter violin drizzle' }).name).toBe('ada');
});

test('a sign-in is remembered unless it says otherwise, and knows no other fields', () => {
  expect(signInBody.parse({ email: 'ada@example.com', password: 'x' }).remember).toBe(true);
  expect(signInBody.safeParse({ email: 'ada@example.com', password: 'x', role: 'admin' }).success).toBe(false);
});

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'x'])(
  'nobody is sent on to %j after a sign-in',
  (returnPath) => {
    expect(oidcBody.safeParse({ returnPath }).success).toBe(false);
  },
);
