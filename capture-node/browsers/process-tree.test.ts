import { expect, it } from 'vitest';
import { privateBytesOf, processRowOf, processTable, treeOf } from './process-tree.ts';

const line = (pid: number, name: string, parentPid: number): string =>
  `${pid} (${name}) S ${parentPid} 1 1 0 -1 4194560 1 2 3 4 11 22 5 6 20 0 1 0 100 1 1`;

it('reads a line of the kernel, whatever the process calls itself', () => {
  expect(processRowOf(line(7, 'a) S 1 (b', 3))).toEqual({ pid: 7, parentPid: 3, cpuTicks: 33 });
  expect(processRowOf('')).toBeNull();
});

it('finds all that descend from a process', () => {
  const rows = [
    [1, 0],
    [5, 2],
    [2, 1],
    [3, 2],
    [4, 3],
    [9, 1],
  ].map(([pid = 0, parentPid = 0]) => ({ pid, parentPid, cpuTicks: 0 }));
  expect(treeOf(rows, 2).map(({ pid }) => pid)).toEqual([2, 5, 3, 4]);
  expect(treeOf(rows, 77)).toEqual([]);
});

it.skipIf(process.platform !== 'linux')('sees this process and what it takes', () => {
  expect(processTable().some(({ pid }) => pid === process.pid)).toBe(true);
  expect(privateBytesOf(process.pid)).toBeGreaterThan(10_000_000);
  expect(privateBytesOf(0)).toBe(0);
});
