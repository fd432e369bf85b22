import { describe, expect, test } from 'vitest';
import { correctionDb, firstGainDb } from './loudness-plan.ts';

describe('loudness', () => {
  test('the first gain brings the mix to −14 LUFS', () => {
    expect(firstGainDb({ integratedLufs: -20.5, truePeakDbtp: -9 })).toBeCloseTo(6.5, 6);
  });
  test('a mix too quiet to be measured is left alone, and a nearly silent one is lifted by 30 dB at most', () => {
    expect(firstGainDb({ integratedLufs: null, truePeakDbtp: null })).toBe(0);
    expect(firstGainDb({ integratedLufs: -68, truePeakDbtp: -60 })).toBe(30);
  });
  test('nothing is encoded again within half a unit and below −1 dBTP', () => {
    expect(correctionDb({ integratedLufs: -14.4, truePeakDbtp: -1.1 }, true)).toBeNull();
  });
  test('what is off is corrected by what it is off', () => {
    expect(correctionDb({ integratedLufs: -15.2, truePeakDbtp: -3 }, true)?.gainDb).toBeCloseTo(1.2, 6);
  });
  test('a peak over −1 dBTP lowers the ceiling', () => {
    expect(correctionDb({ integratedLufs: -14, truePeakDbtp: -0.6 }, true)?.ceilingDb).toBeCloseTo(-0.6, 6);
  });
  test('effects alone are never lifted to the level of a programme', () => {
    expect(correctionDb({ integratedLufs: -35, truePeakDbtp: -20 }, false)).toBeNull();
  });
});
