import { expect, test } from 'vitest';
import { creditPurchase, exportPassPurchase, paymentCatalog, topUpFeatures, topUpPurchase } from './catalog.ts';

const { creditPacks, topUpPacks, exportPass } = paymentCatalog;
const maxInt4 = 2_147_483_647;

test('A14: every price and every amount is a positive int4', () => {
  const numbers = [
    ...creditPacks.flatMap(({ credits, priceCents }) => [credits, priceCents]),
    ...topUpPacks.flatMap(({ units, priceCents }) => [units, priceCents]),
    exportPass.priceCents,
  ];
  expect(numbers.filter((value) => !Number.isInteger(value) || value <= 0 || value > maxInt4)).toEqual([]);
});

test('S22: an id names one pack', () => {
  const ids = [...creditPacks, ...topUpPacks].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a larger pack is never dearer by the piece', () => {
  const perUnit = creditPacks.map(({ credits, priceCents }) => priceCents / credits);
  expect(perUnit).toEqual(perUnit.toSorted((a, b) => b - a));
});

test('S97: every feature that can be topped up has a pack', () => {
  expect(topUpFeatures.filter((feature) => !topUpPacks.some((pack) => pack.feature === feature))).toEqual([]);
});

test('S90: a purchase is priced by the catalog', () => {
  expect(creditPurchase(paymentCatalog, 'credits-500')).toEqual({
    kind: 'credits',
    packId: 'credits-500',
    name: '500 credits',
    units: 500,
    feature: null,
    amountCents: 3_900,
    currency: 'usd',
  });
  expect(topUpPurchase(paymentCatalog, 'revisions-50')).toMatchObject({
    kind: 'top_up',
    feature: 'scene_render_revision',
    units: 50,
    amountCents: 400,
  });
  expect(exportPassPurchase(paymentCatalog)).toMatchObject({ kind: 'export_pass', packId: null, units: 1 });
});

test.each(['', 'credits-1', 'CREDITS-100', 'constructor', '__proto__', 'renders-100'])(
  'a pack that is not there (%j) is none',
  (packId) => {
    expect(creditPurchase(paymentCatalog, packId)).toBeNull();
  },
);

test('a credit pack is no top-up', () => {
  expect(topUpPurchase(paymentCatalog, 'credits-100')).toBeNull();
});
