import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it, vi } from 'vitest';
import { lives } from './process-lives.ts';
import {
  type ProcessSpec,
  type SupervisedProcess,
  superviseProcess,
  type UnexpectedExit,
} from './supervised-process.ts';

const never = new AbortController().signal;
const folders: string[] = [];
const supervised: SupervisedProcess[] = [];
const launchers: ChildProcess[] = [];

afterEach(async () => {
  for (const launcher of launchers.splice(0)) launcher.kill('SIGKILL');
  const hurry = AbortSignal.abort();
  await Promise.all(supervised.splice(0).map((part) => part.stop(hurry)));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelyard-supervise-'));
  folders.push(folder);
  return folder;
}

/** Runs `script` under node; what it prints goes to the log. */
function specOf(script: string, drainMs = 60_000): ProcessSpec {
  const folder = newFolder();
  const file = join(folder, 'child.ts');
  writeFileSync(file, script);
  return { name: 'child', command: [process.execPath, file], env: {}, logFile: join(folder, 'child.log'), drainMs };
}

function supervise(spec: ProcessSpec) {
  const exits: UnexpectedExit[] = [];
  const starts: number[] = [];
  const part = superviseProcess(spec, { onStart: (pid) => starts.push(pid), onExit: (exit) => exits.push(exit) });
  supervised.push(part);
  const logged = (word: string) =>
    vi.waitUntil(() => readFileSync(spec.logFile, 'utf8').includes(word), { timeout: 30_000 });
  return { part, exits, starts, logged };
}

const withGrandchild = `
  import { spawn } from 'node:child_process';
  const grandchild = spawn('sleep', ['600']);
  console.log(JSON.stringify({ grandchild: grandchild.pid }) + ' up');`;
const grandchildIn = (logFile: string) => Number(/"grandchild":(\d+)/.exec(readFileSync(logFile, 'utf8'))?.[1]);

it('lets a process finish what it does after SIGTERM', async () => {
  const spec = specOf(
    `process.on('SIGTERM', () => { console.log('drained'); process.exit(0); }); setInterval(() => {}, 1e6); console.log('up');`,
  );
  const { part, exits, logged } = supervise(spec);
  await logged('up');
  await part.stop(never);
  expect(readFileSync(spec.logFile, 'utf8')).toContain('drained');
  expect(part.pid()).toBeNull();
  expect(exits).toEqual([]);
});

it.each([
  ['after its patience', 200, never],
  ['at once when told to hurry', 600_000, AbortSignal.abort()],
] as const)('kills a process that ignores SIGTERM, and its children, %s', async (_when, drainMs, hurry) => {
  const spec = specOf(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1e6); ${withGrandchild}`, drainMs);
  const { part, logged } = supervise(spec);
  await logged('up');
  const grandchild = grandchildIn(spec.logFile);
  expect(lives(grandchild)).toBe(true);
  await part.stop(hurry);
  await vi.waitUntil(() => !lives(grandchild));
});

it('starts a process again when it dies, later each time, and ends what it left', async () => {
  const spec = specOf(`${withGrandchild} setTimeout(() => process.exit(3), 50);`);
  const { exits, starts } = supervise(spec);
  await vi.waitUntil(() => starts.length >= 3, { timeout: 30_000 });
  expect(exits[0]).toMatchObject({ name: 'child', reason: 'exit code 3', restartInMs: 500, logFile: spec.logFile });
  expect(exits[1]).toMatchObject({ restartInMs: 1_000 });
  const left = [...readFileSync(spec.logFile, 'utf8').matchAll(/"grandchild":(\d+)/g)].map((match) => Number(match[1]));
  await vi.waitUntil(() => left.slice(0, 2).every((pid) => !lives(pid)));
});

it('says why a process cannot be started at all', async () => {
  const spec = { ...specOf(''), command: ['/no/such/program'] };
  const { exits } = supervise(spec);
  await vi.waitUntil(() => exits.length > 0);
  expect(exits[0]?.reason).toMatch(/exit code 127|ENOENT/);
});

it('ends a process, whatever it does with signals, when the launcher is killed with -9', async () => {
  const spec = specOf(
    `for (const s of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(s, () => {}); setInterval(() => {}, 1e6);`,
  );
  const launcher = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { superviseProcess } from ${JSON.stringify(new URL('supervised-process.ts', import.meta.url).href)};
       superviseProcess(JSON.parse(process.argv[1]), { onStart: (pid) => console.log(pid), onExit: () => {} });`,
      JSON.stringify(spec),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  launchers.push(launcher);
  const [line] = (await once(createInterface({ input: launcher.stdout }), 'line')) as [string];
  expect(lives(Number(line))).toBe(true);
  launcher.kill('SIGKILL');
  await vi.waitUntil(() => !lives(Number(line)), { timeout: 30_000 });
});
