import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { engineConfig } from './config.ts';
import { followingParent } from './following-parent.ts';

test('a command runs as it stands: nothing of it is read by a shell', () => {
  const words = ['$HOME', '`id`', "a'b", 'c d', '-x', ''];
  const [file = '', ...args] = followingParent([
    process.execPath,
    '-p',
    'JSON.stringify(process.argv.slice(1))',
    ...words,
  ]);
  expect(JSON.parse(execFileSync(file, args, { encoding: 'utf8' }))).toEqual(words);
});

test.skipIf(engineConfig().setprivPath === null)('B1: a command whose parent is gone does not begin', () => {
  // A shell between us and the command stands for the process that took over a child whose parent was killed.
  const command = followingParent([process.execPath, '-p', '1']);
  const between = spawnSync('/bin/sh', ['-c', '"$@"; echo "ended with $?"', 'sh', ...command], { encoding: 'utf8' });
  expect(between.stdout).toBe('ended with 137\n');
});
