import { expect, test } from 'vitest';
import { notConfigured, packProblem, providerUnavailable } from './payment-refusal.ts';

test('without a provider the refusal names the settings', () => {
  const refusal = notConfigured();
  expect([refusal.kind, refusal.code]).toEqual(['unavailable', 'PAYMENTS_NOT_CONFIGURED']);
  for (const setting of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'FARM_LOCAL_CHECKOUT']) {
    expect(refusal.message).toContain(setting);
  }
});

test('a provider that does not answer is worth another try', () => {
  expect(providerUnavailable()).toMatchObject({ kind: 'unavailable', headers: { 'retry-after': '60' } });
});

test('a pack that is gone is told with those that are there, and is not repeated at length', () => {
  const problem = packProblem('x'.repeat(1_000), ['credits-100']);
  expect(problem).toMatchObject({ path: 'packId', code: 'PACK_NOT_ON_SALE', allowed: ['credits-100'] });
  expect(problem.message.length).toBeLessThan(120);
});
