import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const tools = [
  'sh',
  'cksum',
  'cat',
  'dirname',
  'date',
  'sleep',
  'find',
  'wc',
  'tr',
  'mktemp',
  'rm',
  'grep',
  'flock',
  'uname',
  'mkdir',
  'chmod',
  'readlink',
  'sort',
  'mv',
  'cp',
];

interface Checkout {
  readonly root: string;
  /** Runs setup.sh from another folder, as a person might. */
  run(...args: string[]): Promise<{ code: number | null; output: string }>;
  installCount(): number;
}

/** A checkout with nothing installed, and an `npm` and a `node` that only do what set-up needs of them. */
function newCheckout({ node = 'v20.20.2', npm = 'true' }: { node?: string | null; npm?: string } = {}): Checkout {
  const folder = mkdtempSync(join(tmpdir(), 'reelyard-setup-'));
  folders.push(folder);
  const root = join(folder, "it's a checkout with spaces");
  const bin = join(folder, 'bin');
  mkdirSync(join(root, 'deploy', 'local'), { recursive: true });
  mkdirSync(bin);
  for (const tool of tools) symlinkSync(join('/usr/bin', tool), join(bin, tool));
  copyFileSync(fileURLToPath(new URL('setup.sh', import.meta.url)), join(root, 'deploy', 'local', 'setup.sh'));
  writeFileSync(join(root, 'deploy', 'local', 'hello.ts'), '#!/usr/bin/env node\n');
  writeFileSync(join(root, 'deploy', 'local', 'not-a-command.ts'), 'export {};\n');
  writeFileSync(join(root, 'package-lock.json'), '{"version":1}');
  const program = (path: string, body: string) => writeFileSync(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  if (node !== null) program(join(bin, 'node'), `[ "$1" = --version ] && echo ${node} || echo "system node: $*"`);
  const builds =
    'if [ -e "$3/src/broken" ]; then echo "it does not build" >&2; exit 1; fi; ' +
    'mkdir -p "$3/dist/.next/assets"; cp -R "$3/src" "$3/dist/.next/assets/of"; echo page >"$3/dist/.next/index.html"; echo >>"$3/builds"';
  const packaged = `if [ "$1" = -p ]; then echo true; elif [ "$2" = build ]; then ${builds}; else printf "%s|" "$PWD" "$@"; fi`;
  program(
    join(bin, 'npm'),
    `echo "$@" >>"${join(folder, 'installs')}"
sleep 0.3
mkdir -p node_modules/.bin
echo '#!/bin/sh' >node_modules/.bin/vitest
printf '%s\\n' '#!/bin/sh' '${packaged}' >node_modules/.bin/node
chmod +x node_modules/.bin/vitest node_modules/.bin/node
${npm}`,
  );
  return {
    root,
    async run(...args) {
      const child = spawn('/bin/sh', [join(root, 'deploy', 'local', 'setup.sh'), ...args], {
        cwd: '/',
        env: { PATH: bin },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [out, err, code] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        new Promise<number | null>((resolve) => child.once('close', resolve)),
      ]);
      return { code, output: out + err };
    },
    installCount: () =>
      existsSync(join(folder, 'installs'))
        ? readFileSync(join(folder, 'installs'), 'utf8').trim().split('\n').length
        : 0,
  };
}

describe('the set-up step', () => {
  it('installs what the lock file says, once, and runs the command on the packaged Node with its arguments', async () => {
    const checkout = newCheckout();
    const first = await checkout.run('hello', 'two words', "it's");
    expect(first.output).toContain('Setting up: installing the packages');
    expect(first.output).toContain(`${checkout.root}|deploy/local/hello.ts|two words|it's|`);
    expect(first.code).toBe(0);

    const second = await checkout.run('hello');
    expect(second.output).toBe(`${checkout.root}|deploy/local/hello.ts|`);
    expect(checkout.installCount()).toBe(1);
  });

  it('installs again when the lock file has changed', async () => {
    const checkout = newCheckout();
    await checkout.run('setup');
    writeFileSync(join(checkout.root, 'package-lock.json'), '{"version":2}');
    const { output, code } = await checkout.run('setup');
    expect(output).toContain('the packages have changed');
    expect(code).toBe(0);
    expect(checkout.installCount()).toBe(2);
  });

  it('leaves the packages alone while a process of the checkout runs on them, and names it', async () => {
    const checkout = newCheckout();
    await checkout.run('setup');
    const program = join(checkout.root, 'node_modules', 'a farm');
    copyFileSync('/bin/cat', program);
    const farm = spawn(program, { stdio: ['pipe', 'ignore', 'ignore'] });
    const ended = new Promise((resolve) => farm.once('close', resolve));
    await new Promise((resolve) => farm.once('spawn', resolve));
    writeFileSync(join(checkout.root, 'package-lock.json'), '{"version":2}');
    const refused = await checkout.run('hello');
    expect(refused.output).toContain(`processes of this checkout still run on the old ones: ${farm.pid}. Stop them`);
    expect(refused.code).toBe(1);
    expect(checkout.installCount()).toBe(1);
    farm.stdin.end();
    await ended;
    expect((await checkout.run('hello')).code).toBe(0);
    expect(checkout.installCount()).toBe(2);
  });

  it('installs once when several terminals set up at the same time', async () => {
    const checkout = newCheckout();
    const runs = await Promise.all([1, 2, 3].map(() => checkout.run('hello')));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(checkout.installCount()).toBe(1);
    expect(runs.filter(({ output }) => output.includes('waiting for another terminal'))).toHaveLength(2);
  });

  it('shows what npm said when it failed, and tries again the next time', async () => {
    const checkout = newCheckout({ npm: 'echo "npm error network unreachable" >&2; exit 7' });
    const { output, code } = await checkout.run('hello');
    expect(output).toContain('npm error network unreachable');
    expect(output).toContain('Setting up failed: npm ci ended with 7');
    expect(code).toBe(1);
    await checkout.run('hello');
    expect(checkout.installCount()).toBe(2);
  });

  it('builds the web console once, again where its sources changed, and goes on without it where it does not build', async () => {
    const checkout = newCheckout();
    const consoleFolder = join(checkout.root, 'dashboards', 'console');
    mkdirSync(join(consoleFolder, 'src'), { recursive: true });
    mkdirSync(join(checkout.root, 'shared'));
    for (const file of ['index.html', 'vite.config.ts', 'compressed-twins.ts', 'src/main.tsx'])
      writeFileSync(join(consoleFolder, file), 'one');
    const buildCount = () => readFileSync(join(consoleFolder, 'builds'), 'utf8').length;
    const builtMain = () => readFileSync(join(consoleFolder, 'dist', 'assets', 'of', 'main.tsx'), 'utf8');

    const both = await Promise.all([checkout.run('setup'), checkout.run('setup')]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(both.map(({ output }) => output).join()).toContain('Building the web console');
    expect(buildCount()).toBe(1);
    writeFileSync(join(consoleFolder, 'src', 'main.test.ts'), 'a test is no part of it');
    expect((await checkout.run('setup')).output).toBe('');

    writeFileSync(join(checkout.root, 'shared', 'contract.ts'), 'two');
    writeFileSync(join(consoleFolder, 'src', 'main.tsx'), 'two');
    await checkout.run('setup');
    expect([buildCount(), builtMain()]).toEqual([2, 'two']);

    writeFileSync(join(consoleFolder, 'src', 'broken'), '');
    const broken = await checkout.run('setup');
    expect(broken.output).toContain('it does not build');
    expect(broken.output).toContain('The web console could not be built');
    expect(broken.code).toBe(0);
    expect(existsSync(join(consoleFolder, 'dist'))).toBe(false);
  });

  it.each([
    ['no Node', { node: null }, 'found no "node"'],
    ['a Node that is too old', { node: 'v18.19.0' }, 'Node.js 20 or newer to set itself up, and found v18.19.0'],
  ])('says what to install where there is %s', async (_what, given, message) => {
    const checkout = newCheckout(given);
    const { output, code } = await checkout.run('hello');
    expect(output).toContain(message);
    expect(code).toBe(1);
    expect(checkout.installCount()).toBe(0);
  });

  it.each([[[]], [['unknown']], [['../hello']], [['not-a-command']]])(
    'lists the commands when asked for %j',
    async (args) => {
      const checkout = newCheckout();
      const { output, code } = await checkout.run(...args);
      expect(output).toContain('usage: sh deploy/local/setup.sh <command>');
      expect(code).toBe(2);
    },
  );
});
