import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrowserLease } from '../browsers/browser-lease.ts';
import { leaseOptions, openTestPool, type TestPool } from '../test/browser-pool.ts';
import { type FixtureSites, serveSites } from '../test/fixture-sites/serve-sites.ts';
import { closeConsent } from './consent.ts';
import { openPage } from './open-page.ts';

let sites: FixtureSites;
let browsers: TestPool;
let lease: BrowserLease;
const { signal } = new AbortController();

beforeAll(async () => {
  sites = await serveSites();
  browsers = await openTestPool(sites.allow, { size: 1, warmCount: 1 }, sites.resolve);
  lease = await browsers.pool.acquire(
    leaseOptions({ viewport: { widthPx: 1200, heightPx: 800, scale: 1 }, wallMs: 110_000 }),
  );
});
afterAll(async () => {
  await lease.release();
  await browsers[Symbol.asyncDispose]();
  await sites[Symbol.asyncDispose]();
});

const open = async (url: string, timeoutMs = 20_000) => await openPage(lease, url, { signal, timeoutMs });

it.each([
  ['/empty', 'PAGE_EMPTY', /shows nothing/],
  ['/missing', 'PAGE_ERROR_STATUS', /HTTP 404/],
  ['/broken', 'PAGE_ERROR_STATUS', /HTTP 500/],
  ['/download', 'NOT_A_PAGE', /file/],
  ['/paper.pdf', 'NOT_A_PAGE', /address of a page/],
  ['/data.json', 'NOT_A_PAGE', /JSON/],
  ['/circle', 'TOO_MANY_REDIRECTS', /redirects/],
  ['/private', 'ADDRESS_REFUSED', /public internet/],
  ['/cut', 'HOST_UNREACHABLE', /Check that it is up/],
])('S70: %s is refused as %s, with what to do about it', async (path, problem, sentence) => {
  await expect(open(sites.addressOf('odd.test', path))).rejects.toMatchObject({
    problem,
    message: expect.stringMatching(sentence) as string,
  });
});

it.each([
  ['http://nowhere.test/', 'HOST_UNREACHABLE'],
  ['ftp://tideline.test/', 'ADDRESS_REFUSED'],
  ['file:///etc/passwd', 'ADDRESS_REFUSED'],
  ['javascript:alert(1)', 'ADDRESS_REFUSED'],
  ['http://user:secret@tideline.test/', 'ADDRESS_REFUSED'],
  ['no address at all', 'ADDRESS_REFUSED'],
])('S83: %s is refused as %s', async (url, problem) => {
  await expect(open(url)).rejects.toMatchObject({ problem });
});

it('D6: a page that never answers is given up in time', async () => {
  await expect(open(sites.addressOf('odd.test', '/silent'), 1_500)).rejects.toMatchObject({ problem: 'PAGE_TIMEOUT' });
});

it('S70: a page that asks for a sign-in by HTTP 401 is opened: it is the caller who decides', async () => {
  expect(await open(sites.addressOf('odd.test', '/locked'))).toMatchObject({ httpStatus: 401 });
});

it('S70: waits for a page that draws itself after it loaded', async () => {
  expect(await open(sites.addressOf('spa.test'))).toMatchObject({ title: 'Sprint board – Kestrel', httpStatus: 200 });
});

it('S70: tells the page the time that was asked for', async () => {
  await openPage(lease, sites.addressOf('tideline.test'), {
    signal,
    timeoutMs: 20_000,
    fixedClock: '2026-03-01T09:30:00.000Z',
  });
  expect(await lease.page.evaluate<string>('new Date().toISOString()')).toBe('2026-03-01T09:30:00.000Z');
});

const noticesLeft =
  '[...document.querySelectorAll(".cookie-bar,.ask,.veil,consent-box")].filter((part) => part.checkVisibility({opacityProperty: true})).length';

it.each([
  ['/bar', 'Reject all'],
  ['/german', 'Nur notwendige'],
  ['/veil', 'Decline'],
  ['/onetrust', 'Reject All'],
  ['/shadow', null],
  ['/stuck', null],
])('S83: closes the notice of %s, agreeing to nothing that it can refuse', async (path, pressed) => {
  await open(sites.addressOf('consent.test', path));
  expect(await lease.page.evaluate<number>(noticesLeft)).toBeGreaterThan(0);
  const answers = await closeConsent(lease.page, { signal });
  expect(answers.length).toBeGreaterThan(0);
  expect(await lease.page.evaluate<number>(noticesLeft)).toBe(0);
  expect(await lease.page.evaluate<string | null>('document.documentElement.dataset.pressed ?? null')).toBe(pressed);
  // The page can be scrolled again.
  expect(await lease.page.evaluate<string>('getComputedStyle(document.body).overflowY')).not.toBe('hidden');
});

it('S83: leaves a page without a notice alone', async () => {
  await open(sites.addressOf('fernhill.test'));
  expect(await closeConsent(lease.page, { signal })).toEqual([]);
  expect(await lease.page.evaluate<number>('[...document.querySelectorAll("[style*=none]")].length')).toBe(0);
});
