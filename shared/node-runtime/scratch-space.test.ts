import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasScratchRoom, measureScratch, scratchReserveBytes, usedBytes } from './scratch-space.ts';

const gigabyte = 1_000_000_000;

test('C8: a tenth of a small disk is kept free, and a gigabyte of a large one', () => {
  expect(scratchReserveBytes({ freeBytes: 0, totalBytes: 64_000_000 })).toBe(6_400_000);
  expect(scratchReserveBytes({ freeBytes: 0, totalBytes: 10 * gigabyte })).toBe(gigabyte);
  expect(scratchReserveBytes({ freeBytes: 0, totalBytes: 4_000 * gigabyte })).toBe(gigabyte);
});

test.each([
  [gigabyte, true],
  [gigabyte - 1, false],
  [0, false],
])('C8: with %i bytes free of 100 GB a node has room: %s', (freeBytes, room) => {
  expect(hasScratchRoom({ freeBytes, totalBytes: 100 * gigabyte })).toBe(room);
});

test('the disk of a folder and what lies in the folder are measured', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scratch-space-'));
  try {
    const { freeBytes, totalBytes } = await measureScratch(folder);
    expect(freeBytes).toBeGreaterThan(0);
    expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
    expect(await usedBytes(folder)).toBe(0);
    await mkdir(join(folder, 'attempt-1', 'chunks'), { recursive: true });
    await writeFile(join(folder, 'attempt-1', 'a'), Buffer.alloc(1_000));
    await writeFile(join(folder, 'attempt-1', 'chunks', 'b'), Buffer.alloc(500));
    expect(await usedBytes(folder)).toBe(1_500);
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(await usedBytes(folder)).toBe(0);
  await expect(measureScratch(folder)).rejects.toThrow('ENOENT');
});
