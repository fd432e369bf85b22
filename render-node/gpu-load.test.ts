import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { parseLoadLine, readGpuLoads } from './gpu-load.ts';

const folders: string[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(folders.splice(0).map(async (folder) => await rm(folder, { recursive: true })));
});

/** Puts a driver's tool first on the path that says `script` (of a shell). */
const driver = async (script: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'gpu-load-'));
  folders.push(folder);
  const tool = join(folder, 'nvidia-smi');
  await writeFile(tool, `#!/bin/sh\n${script}\n`);
  await chmod(tool, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
};

test.each([
  ['0, 37, 1024, 2', { index: 0, busyShare: 0.37, memoryUsedBytes: 1_073_741_824, encoderSessionCount: 2 }],
  [
    '1, [N/A], 512, [Not Supported]',
    { index: 1, busyShare: null, memoryUsedBytes: 536_870_912, encoderSessionCount: null },
  ],
  ['No devices were found', null],
  ['Failed to initialize NVML: Driver/library version mismatch, 1, 2, 3', null],
  ['', null],
])('"%s" is read', (line, load) => {
  expect(parseLoadLine(line)).toEqual(load);
});

test('the cards are those that the driver names, asked for by the fields that are read', async () => {
  await driver(`case "$1" in
    --query-gpu=index,utilization.gpu,memory.used,encoder.stats.sessionCount) printf '0, 100, 10, 8\\n1, 0, 0, 0\\n' ;;
    *) exit 6 ;;
  esac`);
  expect((await readGpuLoads()).map(({ index, busyShare }) => [index, busyShare])).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

test('a driver that fails, or a machine without one, has no cards to tell of', async () => {
  await driver('echo "Unable to determine the device handle"; exit 15');
  expect(await readGpuLoads()).toEqual([]);
  vi.stubEnv('PATH', tmpdir());
  expect(await readGpuLoads()).toEqual([]);
});
