import { expect, test } from 'vitest';
import { parseLoudness } from './loudness-report.ts';

const report = (integrated: string, peak: string): string => `size=N/A
[Parsed_ebur128_0 @ 0x1] Summary:

  Integrated loudness:
    I:         ${integrated} LUFS
    Threshold: -26.2 LUFS

  True peak:
    Peak:       ${peak} dBFS
`;

test('the summary of ebur128 is read, whatever stands before it', () => {
  expect(parseLoudness(`I: -70.0 LUFS\n${report('-16.1', '-4.0')}`)).toEqual({
    integratedLufs: -16.1,
    truePeakDbtp: -4,
  });
});

test('silence has no loudness and no peak', () => {
  expect(parseLoudness(report('-70.0', '-inf'))).toEqual({ integratedLufs: null, truePeakDbtp: null });
  expect(parseLoudness('')).toEqual({ integratedLufs: null, truePeakDbtp: null });
});
