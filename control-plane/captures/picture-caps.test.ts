import { expect, test } from 'vitest';
import { isPictureTaken, maxPictureBytes } from './picture-caps.ts';

const png = { mimeType: 'image/png', widthPx: 2_880, heightPx: 1_800 } as const;

test('a picture that is what it says is taken', () => {
  expect(isPictureTaken(png, 1_000_000, png)).toBe(true);
});

test.each([
  ['no picture', png, 1_000, null],
  ['another type', png, 1_000, { ...png, mimeType: 'image/jpeg' as const }],
  ['another width', png, 1_000, { ...png, widthPx: 2_881 }],
  ['another height', png, 1_000, { ...png, heightPx: 1 }],
  ['more pixels than are drawn', { ...png, heightPx: 12_000 }, 1_000, { ...png, heightPx: 12_000 }],
  [
    'a side that is too long',
    { ...png, widthPx: 10, heightPx: 40_000 },
    1_000,
    { ...png, widthPx: 10, heightPx: 40_000 },
  ],
  ['too many bytes', png, maxPictureBytes + 1, png],
] as const)('one that is %s is refused', (_what, announced, sizeBytes, header) => {
  expect(isPictureTaken(announced, sizeBytes, header)).toBe(false);
});
