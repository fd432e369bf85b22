import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserLease } from '@reelyard/capture-node/browsers/browser-lease.ts';
import { leaseOptions, openTestPool } from '@reelyard/capture-node/test/browser-pool.ts';
import { contentPolicy } from '@reelyard/control-plane/http/console-answer.ts';
import { type Farm, startFarm, type TestUser } from '@reelyard/control-plane/test/harness.ts';
import { freePort } from '@reelyard/deploy/local/free-port.ts';
import type { Page } from 'playwright-core';
import { build } from 'vite';

const consoleRoot = fileURLToPath(new URL('../..', import.meta.url));
const pagePath = '/preview-test';

/** A page of src/preview/test, built as the console is. */
const buildPage = async (entry: string): Promise<ReadonlyMap<string, Buffer>> => {
  const built = await build({
    configFile: false,
    root: consoleRoot,
    base: `${pagePath}/`,
    logLevel: 'silent',
    build: {
      write: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: path.join(consoleRoot, 'src/preview/test', entry),
        output: { entryFileNames: 'page.js', assetFileNames: 'page-[name][extname]' },
      },
    },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('one build was asked for');
  return new Map(
    built.output.map((file) => [file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source)]),
  );
};

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
};

const htmlOf = (files: ReadonlyMap<string, Buffer>): string =>
  [
    '<!doctype html>',
    ...[...files.keys()]
      .filter((name) => name.endsWith('.css'))
      .map((name) => `<link rel="stylesheet" href="${pagePath}/${name}">`),
    `<script type="module" src="${pagePath}/page.js"></script>`,
  ].join('');

/** A farm, somebody who is signed in at it, and their browser with a test page of the preview. */
export interface PreviewFarm extends AsyncDisposable {
  readonly farm: Farm;
  readonly maker: TestUser;
  readonly page: Page;
  /** Errors of the page. */
  readonly complaints: readonly string[];
}

/**
 * @param entry file of src/preview/test
 * @param readyName what the page sets on `globalThis` once it may be used
 */
export const openPreviewFarm = async (entry: string, readyName: string): Promise<PreviewFarm> => {
  await using opened = new AsyncDisposableStack();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const farm = await startFarm({ FARM_PORT: String(port), FARM_PUBLIC_URL: origin });
  opened.defer(() => farm.close());
  await farm.app.listen({ host: '127.0.0.1', port });
  const maker = await farm.newWebUser({ accountId: 'acc_maker', plan: 'free' });
  const [files, browsers] = await Promise.all([buildPage(entry), openTestPool('127.0.0.1', { size: 1 })]);
  opened.use(browsers);
  const lease: BrowserLease = opened.use(await browsers.pool.acquire(leaseOptions({ wallMs: 300_000 })));
  const { page, context } = lease;
  await context.addCookies(
    maker.cookie.split('; ').map((pair) => {
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      return { name, value, url: origin };
    }),
  );
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A refused edit is an error of the console's too; these are not the page's own doing.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(message.text());
    }
  });
  await page.route(`${origin}${pagePath}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(pagePath.length + 1);
    const body = files.get(name);
    const contentType = body === undefined ? 'text/html' : (contentTypes[path.extname(name)] ?? 'font/woff2');
    // The policy under which the console itself is served.
    const headers = { 'content-type': contentType, 'content-security-policy': contentPolicy([origin]) };
    await route.fulfill({ body: body ?? htmlOf(files), headers });
  });
  await page.goto(`${origin}${pagePath}/`);
  await page.waitForFunction((name) => name in globalThis, readyName);
  const kept = opened.move();
  return { farm, maker, page, complaints, [Symbol.asyncDispose]: async () => await kept.disposeAsync() };
};
