import { describe, expect, test } from 'vitest';
import { formToken, isFormToken, type LocalCheckout, localCheckoutPath, localReportOf } from './local-checkout.ts';

const checkout: LocalCheckout = {
  id: 'lcs_1',
  paymentId: 'pay_1',
  name: '100 credits',
  amountCents: 900,
  currency: 'usd',
  paidUrl: 'https://farm.test/billing?checkout=paid',
  cancelledUrl: 'https://farm.test/billing?checkout=cancelled',
  state: 'open',
};

test.each([
  ['open', 'pending', null],
  ['paid', 'paid', 'local-money:lcs_1'],
  ['declined', 'failed', null],
  ['expired', 'expired', null],
] as const)('a checkout that is %s reports %s', (state, status, providerPaymentId) => {
  expect(localReportOf({ ...checkout, state })).toEqual({
    status,
    amountCents: 900,
    currency: 'usd',
    providerPaymentId,
  });
});

test('a checkout has an address of its own', () => {
  expect(localCheckoutPath('lcs_1')).toBe('/checkout/local/lcs_1');
});

describe('the token of the form', () => {
  const secret = 'a secret of the farm, long enough to be one';
  const token = formToken(secret, 'lcs_1');

  test('is taken for its checkout', () => {
    expect(isFormToken(secret, 'lcs_1', token)).toBe(true);
  });

  test.each([
    ['of another checkout', formToken(secret, 'lcs_2')],
    ['of another farm', formToken('another secret', 'lcs_1')],
    ['that is empty', ''],
    ['that is cut off', token.slice(0, -1)],
    ['that goes on', `${token}a`],
    ['of the same length', 'é'.repeat(token.length)],
  ])('%s is refused', (_what, given) => {
    expect(isFormToken(secret, 'lcs_1', given)).toBe(false);
  });
});
