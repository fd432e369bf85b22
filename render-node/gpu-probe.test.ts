import { expect, test } from 'vitest';
import { parseGpuLine } from './gpu-probe.ts';

test.each([
  ['NVIDIA L4, 23034', { name: 'NVIDIA L4', memoryBytes: 23_034 * 1_048_576 }],
  ['Tesla T4, 15360 ', { name: 'Tesla T4', memoryBytes: 15_360 * 1_048_576 }],
  ['NVIDIA L4, [N/A]', null],
  ['NVIDIA-SMI has failed because it could not talk to the driver.', null],
  ['', null],
])('%j is read as %j', (line, gpu) => {
  expect(parseGpuLine(line)).toEqual(gpu);
});
