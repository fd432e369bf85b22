import { expect, test } from 'vitest';
import { hasFrame, minChunkFrames, planChunks } from './frame-plan.ts';

test.each([
  { frameCount: 1, workerCount: 4, sizes: [1] },
  { frameCount: 90, workerCount: 2, sizes: [90] },
  { frameCount: 119, workerCount: 2, sizes: [119] },
  { frameCount: 120, workerCount: 2, sizes: [60, 60] },
  { frameCount: 151, workerCount: 2, sizes: [75, 76] },
  { frameCount: 300, workerCount: 1, sizes: [100, 100, 100] },
  { frameCount: 300, workerCount: 2, sizes: [75, 75, 75, 75] },
  { frameCount: 300, workerCount: 8, sizes: [60, 60, 60, 60, 60] },
])('$frameCount frames for $workerCount workers become chunks of $sizes', ({ frameCount, workerCount, sizes }) => {
  expect(planChunks(frameCount, workerCount).map((chunk) => chunk.frameCount)).toEqual(sizes);
});

test('every frame is in exactly one chunk, in order, and no chunk is below the minimum', () => {
  for (let frameCount = 1; frameCount < 1_000; frameCount += 7)
    for (const workerCount of [1, 2, 3, 5, 16, 64]) {
      const chunks = planChunks(frameCount, workerCount);
      let next = 0;
      for (const [index, chunk] of chunks.entries()) {
        expect(chunk).toMatchObject({ index, firstFrame: next });
        next += chunk.frameCount;
        expect(chunk.frameCount).toBeGreaterThanOrEqual(Math.min(frameCount, minChunkFrames));
      }
      expect(next).toBe(frameCount);
    }
});

test('every frame belongs to one chunk only', () => {
  const chunks = planChunks(300, 2);
  for (const frame of [0, 74, 75, 149, 150, 299])
    expect(chunks.filter((chunk) => hasFrame(chunk, frame))).toEqual([chunks[Math.floor(frame / 75)]]);
});
