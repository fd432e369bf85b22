import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkoutPage, checkoutPageHeaders, escapeHtml } from './checkout-page.ts';
import { checkoutStyle } from './checkout-style.ts';
import type { LocalCheckout } from './local-checkout.ts';

const checkout: LocalCheckout = {
  id: 'lcs_1',
  paymentId: 'pay_1',
  name: '100 credits',
  amountCents: 900,
  currency: 'usd',
  paidUrl: 'https://farm.test/billing?checkout=paid&sessionId=pay_1',
  cancelledUrl: 'https://farm.test/billing?checkout=cancelled&sessionId=pay_1',
  state: 'open',
};
const page = (over: Partial<LocalCheckout> = {}) =>
  checkoutPage({ checkout: { ...checkout, ...over }, formToken: 'token-of-the-form' });

describe('the checkout page', () => {
  test.each(['open', 'paid', 'declined', 'expired'] as const)('says that it is test money when it is %s', (state) => {
    expect(page({ state })).toContain('<strong>TEST MONEY</strong>');
    expect(page({ state })).toContain('<title>');
  });

  test('asks for one decision, with the token of its form', () => {
    const html = page();
    expect(html).toContain('<form method="post">');
    expect(html).toContain('name="token" value="token-of-the-form"');
    expect(html.match(/name="decision" value="(\w+)"/g)).toEqual([
      'name="decision" value="pay"',
      'name="decision" value="decline"',
    ]);
    expect(html).toContain('Pay $9.00 of test money');
  });

  test.each([
    ['paid', 'Paid', 'checkout=paid&amp;sessionId=pay_1'],
    ['declined', 'Cancelled', 'checkout=cancelled&amp;sessionId=pay_1'],
    ['expired', 'Expired', 'checkout=cancelled&amp;sessionId=pay_1'],
  ] as const)('that is %s cannot be decided again and leads back', (state, word, link) => {
    const html = page({ state });
    expect(html).not.toContain('<form');
    expect(html).toContain(`<title>${word}`);
    expect(html).toContain(link);
  });

  test('E9: shows every text as a text', () => {
    const nasty = `"><script>alert('x')</script>&<img src=x onerror=alert(1)>`;
    const html = checkoutPage({
      checkout: { ...checkout, name: nasty, state: 'open' },
      formToken: nasty,
    });
    expect(html).not.toMatch(/<script|<img/);
    expect(html).toContain(escapeHtml(nasty));
    expect(page({ state: 'paid', paidUrl: nasty })).not.toMatch(/<script|<img/);
  });

  test('runs nothing, loads nothing, and is in no frame: and its own style fits the hash', () => {
    const policy = checkoutPageHeaders('https://farm.test/below')['content-security-policy'];
    const style = /<style>([\s\S]*)<\/style>/.exec(page())?.[1] ?? '';
    expect(style).toBe(checkoutStyle);
    const hash = createHash('sha256').update(style).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self' https://farm.test; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(page()).not.toMatch(/<script|\son\w+=|style="|javascript:|https?:\/\/(?!farm\.test)/);
  });
});
