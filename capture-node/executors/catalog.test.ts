import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { viewports } from '@reelyard/shared/contracts/capture.ts';
import { type JobKind, jobs, type PayloadOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Attempt } from '@reelyard/shared/node-runtime/executor.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPool, type TestPool } from '../test/browser-pool.ts';
import { type FixtureSites, serveSites } from '../test/fixture-sites/serve-sites.ts';
import { colorAt, pixelsIn } from '../test/pictures.ts';
import { captureExecutors } from './catalog.ts';

let sites: FixtureSites;
let browsers: TestPool;
const folders: string[] = [];

beforeAll(async () => {
  sites = await serveSites();
  browsers = await openTestPool(sites.allow, { size: 1, warmCount: 1 }, sites.resolve);
});
afterAll(async () => {
  await browsers[Symbol.asyncDispose]();
  await sites[Symbol.asyncDispose]();
  await Promise.all(folders.map(async (folder) => await rm(folder, { recursive: true, force: true })));
});

/** One attempt as the lease loop runs it; what is uploaded is kept by name. */
const attemptOf = async <K extends 'page.capture' | 'brand.read'>(
  kind: K,
  payload: PayloadOf<K>,
): Promise<{ attempt: Attempt<K>; uploads: Map<string, string>; stages: string[] }> => {
  const scratchPath = await mkdtemp(join(tmpdir(), 'executor-test-'));
  folders.push(scratchPath);
  const uploads = new Map<string, string>();
  const stages: string[] = [];
  const lease = { jobId: 'job', attempt: 1, leaseSeconds: 15, maxRunSeconds: 60, reads: {}, writes: {}, kind, payload };
  const attempt = {
    lease,
    scratchPath,
    signal: new AbortController().signal,
    report: ({ stage }: { stage: string }) => void stages.push(stage),
    download: () => Promise.reject(new Error('nothing is read')),
    upload: (name: string, path: string) => Promise.resolve(void uploads.set(name, path)),
  } as unknown as Attempt<K>;
  return { attempt, uploads, stages };
};

const parsed = (kind: JobKind, result: unknown): unknown => jobs[kind].result.parse(result);
const executors = () => captureExecutors({ pool: browsers.pool });

it('S74: takes the first screen of a page for a tablet, at two pixels each', async () => {
  const url = sites.addressOf('fernhill.test');
  const { attempt, uploads, stages } = await attemptOf('page.capture', {
    captureId: 'cap_1',
    url,
    selector: null,
    viewport: viewports.tablet,
  });
  const result = await executors()['page.capture'](attempt);
  expect(parsed('page.capture', result)).toMatchObject({
    page: { url, title: 'Fernhill – Quiet things for busy homes', httpStatus: 200 },
    picture: { file: 'page', mimeType: 'image/png', widthPx: 1_668, heightPx: 2_224 },
  });
  const picture = await pixelsIn(uploads.get('page') ?? '');
  expect([picture.width, picture.height]).toEqual([1_668, 2_224]);
  // The strip above the shop's bar is its green.
  expect(colorAt(picture, 12, 12)).toEqual([51, 81, 59, 255]);
  expect(stages).toEqual(['prepare', 'capture', 'upload']);
});

it('S74: takes the part that a selector names, whole', async () => {
  const url = sites.addressOf('tideline.test');
  const { attempt, uploads } = await attemptOf('page.capture', {
    captureId: 'cap_2',
    url,
    selector: '#customers',
    viewport: viewports.desktop,
  });
  const { picture } = await executors()['page.capture'](attempt);
  expect(picture.widthPx).toBeGreaterThan(1_500);
  expect(picture.heightPx).toBeGreaterThan(700);
  expect(colorAt(await pixelsIn(uploads.get('page') ?? ''), picture.widthPx / 2, 60)).toEqual([255, 255, 255, 255]);
});

it('S74: a selector that finds nothing, and a page that is not there, fail the job as the caller’s', async () => {
  const gone = await attemptOf('page.capture', {
    captureId: 'cap_3',
    url: sites.addressOf('odd.test', '/missing'),
    selector: null,
    viewport: viewports.mobile,
  });
  await expect(executors()['page.capture'](gone.attempt)).rejects.toMatchObject({
    failure: { blame: 'input', retryable: false, code: 'PAGE_ERROR_STATUS' },
  });
  const lost = await attemptOf('page.capture', {
    captureId: 'cap_4',
    url: sites.addressOf('rtl.test'),
    selector: '#nothing',
    viewport: viewports.mobile,
  });
  await expect(executors()['page.capture'](lost.attempt)).rejects.toMatchObject({
    failure: { blame: 'input', code: 'SELECTOR_NOT_FOUND' },
  });
  expect([gone.uploads.size, lost.uploads.size]).toEqual([0, 0]);
});

it('S20, N12: reads names, logos for both grounds, icon, colours, fonts and phrases of a website', async () => {
  const { attempt, uploads } = await attemptOf('brand.read', {
    brandReadId: 'brd_1',
    url: sites.addressOf('tideline.test'),
  });
  const result = await executors()['brand.read'](attempt);
  expect(() => parsed('brand.read', result)).not.toThrow();
  expect(result.names).toEqual([
    { source: 'structured data', name: 'Tideline Analytics' },
    { source: 'og:site_name', name: 'Tideline' },
  ]);
  expect(result.description).toMatch(/^Tideline shows what your subscriptions earn/);
  expect(result.colors).toEqual(
    expect.arrayContaining([
      { hex: '#0f766e', share: 1, worn: 'themeColor' },
      expect.objectContaining({ hex: '#0f766e', worn: 'button' }),
      expect.objectContaining({ hex: '#f3f6f7', worn: 'background' }),
    ]),
  );
  expect(result.fonts).toEqual({ heading: ['Inter'], body: ['Inter'] });
  expect(result.phrases).toEqual(expect.arrayContaining(['Good morning, Mira', 'Export report']));
  expect([...uploads.keys()].toSorted()).toEqual(['icon', 'logo', 'logoDark']);
  // Drawn large, on nothing, without empty rows; the one in the dark menu is the light one.
  const [logo, logoDark] = await Promise.all([
    pixelsIn(uploads.get('logo') ?? ''),
    pixelsIn(uploads.get('logoDark') ?? ''),
  ]);
  expect([logo.width, logo.height]).toEqual([result.logo?.widthPx, result.logo?.heightPx]);
  expect(logo.width).toBeGreaterThan(800);
  expect(colorAt(logo, logo.width / 2, 2)[3]).toBe(0);
  /** Mean green of the pixels that are drawn. */
  const brightness = ({ data }: typeof logo): number => {
    let [sum, count] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at + 3] !== 255) continue;
      sum += data[at + 1] ?? 0;
      count += 1;
    }
    return sum / count;
  };
  expect(brightness(logoDark) - brightness(logo)).toBeGreaterThan(80);
});

it('N12: draws a logo that is written into the page as SVG, and does without what a site does not have', async () => {
  const { attempt, uploads } = await attemptOf('brand.read', {
    brandReadId: 'brd_2',
    url: sites.addressOf('fernhill.test'),
  });
  const result = await executors()['brand.read'](attempt);
  expect(result.logoDark).toBeNull();
  expect(result.logo?.widthPx).toBeGreaterThan(700);
  expect(result.colors).toEqual(expect.arrayContaining([expect.objectContaining({ hex: '#33513b', worn: 'logo' })]));
  expect((await readFile(uploads.get('logo') ?? '')).subarray(1, 4).toString()).toBe('PNG');
});
