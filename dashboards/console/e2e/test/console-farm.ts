import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { leaseOptions, openTestPool } from '@reelyard/capture-node/test/browser-pool.ts';
import type { PlanSlug } from '@reelyard/control-plane/plans/plan.ts';
import { type Farm, startFarm, type TestUser } from '@reelyard/control-plane/test/harness.ts';
import { freePort } from '@reelyard/deploy/local/free-port.ts';
import type { Page } from 'playwright-core';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The console as `npm start` has it: built where its sources changed since the last time. */
const buildConsole = async (): Promise<void> => {
  const { stderr } = await promisify(execFile)('sh', ['deploy/local/setup.sh', 'setup'], { cwd: root });
  if (!existsSync(`${root}/dashboards/console/dist/index.html`)) throw new Error(`the console is not built: ${stderr}`);
};

/** The drawing engine says so of every scene: its texts come as pictures, and the fonts that the scene names are not asked for. */
const aboutFonts = /^---- failed to open <\d+> as a font$/;

export interface ConsoleFarm extends AsyncDisposable {
  readonly farm: Farm;
  readonly origin: string;
  /** Somebody with an account of their own: each has their own 120 requests a minute. */
  newMaker(plan?: PlanSlug): Promise<TestUser>;
  /** A browser of its own in which the maker is signed in; null: nobody is. */
  visit(maker: TestUser | null, window?: { widthPx: number; heightPx: number }): Promise<Visit>;
}

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** Errors of the pages: of scripts, of the policy, of requests that were refused, and every dialog of a script. */
  readonly complaints: string[];
  /** Opens a page of the console. */
  readonly open: (path: string) => Promise<void>;
}

/** A farm that serves the console as it is now. */
export const openConsoleFarm = async (settings: Readonly<Record<string, string>> = {}): Promise<ConsoleFarm> => {
  await using opened = new AsyncDisposableStack();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const [farm] = await Promise.all([
    startFarm({ FARM_PORT: String(port), FARM_PUBLIC_URL: origin, FARM_EGRESS_ALLOW: '', ...settings }),
    buildConsole(),
  ]);
  opened.defer(() => farm.close());
  await farm.app.listen({ host: '127.0.0.1', port });
  const browsers = opened.use(await openTestPool('127.0.0.1', { size: 1 }));
  const everything = opened.move();
  let makerCount = 0;
  return {
    farm,
    origin,
    newMaker(plan = 'pro') {
      makerCount += 1;
      return farm.newWebUser({ accountId: `acc_maker_${makerCount}`, plan });
    },
    async visit(maker, window = { widthPx: 1_280, heightPx: 800 }) {
      const lease = await browsers.pool.acquire(leaseOptions({ wallMs: 110_000, viewport: { ...window, scale: 1 } }));
      const { page, context } = lease;
      page.setDefaultTimeout(15_000);
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !aboutFonts.test(message.text()))
          complaints.push(`${message.text()} ${message.location().url}`);
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('dialog', (dialog) => complaints.push(`a dialog: ${dialog.message()}`));
      if (maker !== null) {
        const cookies = maker.cookie.split('; ').map((pair) => {
          const [name = '', value = ''] = pair.split(/=(.*)/s);
          return { name, value, url: origin };
        });
        await context.addCookies(cookies);
      }
      return {
        page,
        complaints,
        open: async (path) => void (await page.goto(`${origin}/console${path}`)),
        [Symbol.asyncDispose]: () => lease[Symbol.asyncDispose](),
      };
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
};

/** A project of the maker. */
export const makeProject = async (
  maker: TestUser,
  title: string,
  scenes: readonly object[],
): Promise<{ id: string; sceneIds: string[] }> => {
  const { status, body } = await maker.call('POST', '/projects', { title, scenes });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { id: body.data.id, sceneIds: body.data.scenes.map(({ id }: { id: string }) => id) };
};
