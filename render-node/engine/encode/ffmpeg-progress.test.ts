import { expect, test } from 'vitest';
import { type FfmpegProgress, progressReader } from './ffmpeg-progress.ts';

const block = (frame: number, micros: string): string =>
  `frame=${frame}\nfps=0.00\ntotal_size=100\nout_time_us=${micros}\nprogress=continue\n`;

test('progress is read from pieces of text cut anywhere', () => {
  const seen: FfmpegProgress[] = [];
  const read = progressReader((progress) => seen.push(progress));
  for (const character of block(3, '100000') + block(9, 'N/A')) read(character);
  expect(seen).toEqual([
    { frameCount: 3, outTimeSeconds: 0.1, sizeBytes: 100 },
    { frameCount: 9, outTimeSeconds: 0, sizeBytes: 100 },
  ]);
});

test('a report that repeats the last one is no advance', () => {
  const advances: boolean[] = [];
  const read = progressReader((_progress, advanced) => advances.push(advanced));
  read(block(1, '1') + block(1, '1') + block(2, '1'));
  expect(advances).toEqual([true, false, true]);
});
