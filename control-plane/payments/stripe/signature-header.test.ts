import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { isSignatureHeader } from './signature-header.ts';

test("a header that Stripe's library made is one, also with several signatures", () => {
  const made = Stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: 'whsec_x' });
  expect(isSignatureHeader(made)).toBe(true);
  expect(isSignatureHeader(`${made},v1=${'0'.repeat(64)},v0=${'f'.repeat(64)}`)).toBe(true);
});

test.each([
  '',
  't=',
  't=1',
  'v1=abc',
  't=,v1=',
  't=1,v1',
  't=1,v1=',
  't=1,v1=,v1=x',
  't=1, v1=x',
  `t=1,v1=${'é'.repeat(64)}`,
  't=1e9,v1=x',
  't=-1,v1=x',
  `t=1,v1=${'x'.repeat(5_000)}`,
  't=1,v1=x\n',
])('%j is none', (header) => {
  expect(isSignatureHeader(header)).toBe(false);
});
