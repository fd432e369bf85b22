import { expect, test } from 'vitest';
import { priceText } from './price-text.ts';

test.each([
  [900, 'usd', '$9.00'],
  [129_900, 'usd', '$1,299.00'],
  [1, 'eur', '€0.01'],
])('%i cents of %s are written %s', (amountCents, currency, text) => {
  expect(priceText(amountCents, currency)).toBe(text);
});
