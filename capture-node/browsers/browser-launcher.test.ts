import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { browserEnvironment, browserLauncher } from './browser-launcher.ts';

const words = (text: string): readonly string[] => text.split(' ');
const asPerson = words('-Upmf --map-user=1000 --map-group=1000 --keep-caps --mount-proc --');
const noneFromHere = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
const withoutRights = words('setpriv --ambient-caps=-all --inh-caps=-all --bounding-set=-all --');

/** A machine on which nobody may make user namespaces, as an ordinary user sees it. */
const withoutNamespaces = (script: string, home: string) =>
  spawnSync(
    'unshare',
    [
      ...asPerson,
      'sh',
      '-c',
      noneFromHere,
      'sh',
      ...withoutRights,
      process.execPath,
      '--input-type=module',
      '-e',
      script,
    ],
    { encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: home }, timeout: 100_000 },
  );
const canTakeNamespaces = withoutNamespaces('', tmpdir()).status === 0;

it.skipIf(!canTakeNamespaces)(
  'D13: where there is no sandbox it says so loudly and goes on, or refuses where the operator wants none of that',
  () => {
    // Below a home that only its owner enters, as an ordinary user: everything is unpacked to there.
    const home = mkdtempSync(join(tmpdir(), 'reelyard-home-'));
    mkdirSync(join(home, '.cache'), { mode: 0o700 });
    const script = `
      import { browserEnvironment, browserLauncher } from ${JSON.stringify(new URL('browser-launcher.ts', import.meta.url).href)};
      const warnings = [];
      const log = { info() {}, warn: (_fields, message) => warnings.push(message), error() {} };
      const options = { chromiumPath: undefined, environment: browserEnvironment(process.env), log };
      const { launch, chromium } = await browserLauncher({ ...options, isSandboxRequired: false });
      const [first, second] = [await launch(), await launch()];
      const page = await second.browser.newPage();
      const answer = await page.evaluate('6 * 7');
      const strict = await browserLauncher({ ...options, isSandboxRequired: true });
      const refused = await strict.launch().then(() => 'started', (error) => error.name);
      await Promise.all([first.kill(), second.kill()]);
      console.log(JSON.stringify({ path: chromium.path, warnings, answer, refused, sandboxed: [first, second].map((each) => each.isSandboxed) }));`;
    const { stdout, stderr } = withoutNamespaces(script, home);
    rmSync(home, { recursive: true });
    expect(stderr).not.toContain('Error');
    const told = JSON.parse(stdout) as { path: string; warnings: string[] };
    expect(told).toMatchObject({ answer: 42, refused: 'SandboxUnavailable', sandboxed: [false, false] });
    expect(told.path.startsWith(home)).toBe(true);
    expect(told.warnings).toHaveLength(1);
    expect(told.warnings[0]).toMatch(/^PAGES RUN WITHOUT A SANDBOX[\s\S]*FARM_BROWSER_SANDBOX=required/);
  },
);

it('says what to do where there is no Chromium', async () => {
  const options = {
    environment: {},
    isSandboxRequired: false,
    log: { info: () => {}, warn: () => {}, error: () => {} },
  };
  await expect(browserLauncher({ ...options, chromiumPath: '/no/such/chromium' })).rejects.toThrow(
    'CHROMIUM_PATH: /no/such/chromium does not run here',
  );
});

it('D13: gives browsers nothing of the environment that could be a secret', () => {
  const environment = {
    PATH: '/bin',
    LANG: 'C',
    TMPDIR: '/tmp',
    HOME: '/root',
    FARM_NODE_TOKEN: 't',
    AWS_SECRET: 's',
    EMPTY: undefined,
  };
  expect(browserEnvironment(environment)).toEqual({ PATH: '/bin', LANG: 'C', TMPDIR: '/tmp' });
});
