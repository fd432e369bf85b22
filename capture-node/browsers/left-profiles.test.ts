import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { removeLeftProfiles } from './left-profiles.ts';
import { browserUser } from './unprivileged-user.ts';

it('removes what killed nodes left, and nothing that is young, in use, or somebody else’s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'left-profiles-test-'));
  const isRoot = process.getuid?.() === 0;
  const make = (name: string, uid = browserUser(3, isRoot).uid): string => {
    const path = join(folder, name);
    mkdirSync(join(path, 'Default'), { recursive: true });
    if (uid !== undefined) chownSync(path, uid, uid);
    return path;
  };
  make('playwright_chromiumdev_profile-left');
  make('something-else');
  if (isRoot) make('playwright_chromiumdev_profile-theirs', 1234);
  const used = make('playwright_chromiumdev_profile-used');
  const user = spawn(process.execPath, [
    '-e',
    'console.log(1); setInterval(() => {}, 1e6)',
    '--',
    `--user-data-dir=${used}`,
  ]);
  await once(createInterface({ input: user.stdout }), 'line');
  expect(removeLeftProfiles(folder, Date.now())).toBe(0);
  expect(removeLeftProfiles(folder, Date.now() + 120_000)).toBe(1);
  expect(readdirSync(folder).toSorted()).toEqual(
    [
      ...(isRoot ? ['playwright_chromiumdev_profile-theirs'] : []),
      'playwright_chromiumdev_profile-used',
      'something-else',
    ].toSorted(),
  );
  user.kill('SIGKILL');
  await once(user, 'exit');
  rmSync(folder, { recursive: true });
});
