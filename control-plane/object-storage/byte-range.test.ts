import { describe, expect, test } from 'vitest';
import { parseByteRange } from './byte-range.ts';

const part = (startByte: number, endByte: number) => ({ kind: 'part', startByte, endByte });

describe('byte ranges', () => {
  test.each([
    [undefined, { kind: 'whole' }],
    ['bytes=0-', part(0, 99)],
    ['bytes=0-0', part(0, 0)],
    ['bytes=10-19', part(10, 19)],
    ['bytes=90-500', part(90, 99)],
    ['bytes=-10', part(90, 99)],
    ['bytes=-500', part(0, 99)],
    ['bytes=100-', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=20-10', { kind: 'whole' }],
    ['bytes=0-1,5-6', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['items=0-1', { kind: 'whole' }],
    ['bytes=a-b', { kind: 'whole' }],
  ])('of 100 bytes, %s is read as its RFC says', (header, expected) => {
    expect(parseByteRange(header, 100)).toEqual(expected);
  });

  test('nothing of an empty object can be asked for in part', () => {
    expect(parseByteRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
    expect(parseByteRange('bytes=-1', 0)).toEqual({ kind: 'unsatisfiable' });
  });
});
