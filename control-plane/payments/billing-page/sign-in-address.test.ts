import { expect, test } from 'vitest';
import { signInAddress } from './sign-in-address.ts';

const backOf = (asked: string) => new URL(signInAddress(asked), 'https://farm.test').searchParams.get('return');

test.each([
  '/billing',
  '/billing?checkout=paid&sessionId=pay_01k',
  '/billing?tab=credits&checkout=cancelled&sessionId=pay_01k',
])('whoever asked for %s comes back to it', (asked) => {
  expect(backOf(asked)).toBe(asked);
});

test.each([
  '//evil.test/billing',
  '/\\evil.test',
  '/elsewhere',
  '/billing?x=<script>',
  '/billing?x=\u0000',
  '/billing?x=%c0%af',
  '/billing?x=%0d%0aset-cookie:a=b',
  `/billing?x=${'9'.repeat(600)}`,
])('E9: whoever asked for %j comes back to the page alone', (asked) => {
  expect(backOf(asked)).toBe('/billing');
});

test('the address stays on this farm whatever is in the path to come back to', () => {
  expect(signInAddress('/billing?checkout=paid&sessionId=a#b')).toMatch(/^\/auth\/sign-in\?return=[\w%.~-]+$/);
});
