import { expect, test } from 'vitest';
import { phonemeWeights } from './phoneme-weights.ts';

test('long words weigh more than short ones, and a dash weighs nothing', () => {
  const weights = phonemeWeights([" v_'I_d_I2_;_oU_z", 'D_@2', ''], 3);
  expect(weights?.[0]).toBeGreaterThan(3 * (weights?.[1] ?? 0));
  expect(weights?.[2]).toBe(0);
});

test('lines that do not match the words are not believed', () => {
  expect(phonemeWeights(['a', 'b'], 3)).toBeNull();
  expect(phonemeWeights(['a', 'b', 'c'], 2)).toBeNull();
  expect(phonemeWeights(['a', 'b', '', ''], 2)).toHaveLength(2);
});
