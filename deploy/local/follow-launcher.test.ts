import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterEach, expect, it, vi } from 'vitest';
import { lives } from './process-lives.ts';

const folders: string[] = [];
const started: ChildProcess[] = [];
const followers: number[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const pid of followers.splice(0)) if (lives(pid)) process.kill(pid, 'SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A process that follows npm and otherwise stays; it is run by `command` below two shells, as the farm's commands are. */
async function startFollower(command: readonly [string, ...string[]]) {
  const folder = mkdtempSync(join(tmpdir(), 'reelyard-npm-'));
  folders.push(folder);
  writeFileSync(
    join(folder, 'follower.ts'),
    `import { followNpm } from ${JSON.stringify(new URL('follow-launcher.ts', import.meta.url).href)};
     followNpm(process.env, () => process.exit(0));
     setInterval(() => {}, 1e6);
     console.log('pid ' + process.pid);
     // More than two looks at the ancestors later.
     setTimeout(() => console.log('still here'), 1_200);`,
  );
  writeFileSync(join(folder, 'set-up.sh'), `true\n"${process.execPath}" follower.ts\n`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { follow: 'sh set-up.sh' } }));
  const [file, ...args] = command;
  const { npm_lifecycle_event: _ours, ...env } = process.env;
  const child = spawn(file, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  const lines = createInterface({ input: child.stdout });
  const pid = Number(/^pid (\d+)$/.exec(await nextLine(lines, 'pid '))?.[1]);
  followers.push(pid);
  return { child, pid, lines };
}

async function nextLine(lines: Interface, start: string): Promise<string> {
  for (;;) {
    const [line] = (await once(lines, 'line')) as [string];
    if (line.startsWith(start)) return line;
  }
}

it('ends when the npm that started it is killed with -9, though the shells in between live on', async () => {
  const { child, pid } = await startFollower(['npm', 'run', 'follow']);
  child.kill('SIGKILL');
  await vi.waitUntil(() => !lives(pid), { timeout: 20_000 });
});

it('stays when the shell that started it without npm ends: it may be meant to', async () => {
  const { child, pid, lines } = await startFollower(['sh', 'set-up.sh']);
  const said = nextLine(lines, 'still here');
  child.kill('SIGKILL');
  await said;
  expect(lives(pid)).toBe(true);
});
