import type { ActionResult, BrowseAction } from '@reelyard/shared/contracts/browse-session.ts';
import { viewports } from '@reelyard/shared/contracts/capture.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserLease } from '../browsers/browser-lease.ts';
import { leaseOptions, openTestPool, type TestPool } from '../test/browser-pool.ts';
import { type LiveSession, openLiveSession } from './live-session.ts';
import { startTestPages, type TestPages } from './test/pages.ts';

let pages: TestPages;
let pool: TestPool;
let lease: BrowserLease | undefined;

beforeAll(async () => {
  pages = await startTestPages();
  pool = await openTestPool('127.0.0.1', {}, async () => [{ address: '127.0.0.1', family: 4 }]);
}, 120_000);
afterEach(async () => {
  await lease?.release();
});
afterAll(async () => {
  await pool[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

const open = async (host = 'shop.test', path = '/') => {
  lease = await pool.pool.acquire(leaseOptions({ viewport: { ...viewports.desktop, scale: 1 }, wallMs: 60_000 }));
  return await openLiveSession(lease, { sessionId: 'bws_test', url: pages.url(host, path) });
};

const act = async (session: LiveSession, ...actions: BrowseAction[]): Promise<ActionResult[]> =>
  (await session.act(actions)).results;
const codes = (results: readonly ActionResult[]): (string | null)[] =>
  results.map(({ status, code }) => code ?? status);

describe('a live session', () => {
  test('N16: the outline tells the page in words, with a small picture', async () => {
    const { opened } = await open();
    const { outline } = opened;
    expect(outline).toMatchObject({
      title: 'Norra shop',
      authWall: { detected: false },
      scroll: { y: 0, viewportHeight: 900 },
    });
    expect(outline.headings).toEqual([
      { level: 1, text: 'Take back your week', id: 'top' },
      { level: 2, text: 'Plans', id: null },
    ]);
    expect(outline.links.find(({ text }) => text === 'Pricing')).toMatchObject({
      href: pages.url('shop.test', '/pricing?ref=nav'),
    });
    expect(outline.links.map(({ text }) => text)).toContain('Show plans');
    expect(outline.routes).toEqual(['/pricing', '/docs/delete-a-user', '/bounce', pages.url('docs.shop.test')]);
    expect(outline.sections.map(({ label }) => label)).toContain('Main');
    const picture = Buffer.from(outline.screenshot.dataBase64, 'base64');
    expect(picture.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(outline.screenshot).toMatchObject({ width: 720, height: 450 });
    expect(picture.length).toBeLessThan(120_000);
  });

  test('S77: every kind of step is done', async () => {
    const { session } = await open();
    const answer = await session.act([
      { type: 'click', text: 'Show plans' },
      { type: 'hover', selector: '#menu' },
      { type: 'wait', selector: '#panel' },
      { type: 'scroll', text: '700' },
      { type: 'scroll', selector: '#q' },
      { type: 'type', selector: '#q', text: 'calm weeks' },
      { type: 'press', text: 'Enter' },
      { type: 'wait', text: '50' },
    ]);
    expect(codes(answer.results)).toEqual(Array.from({ length: 8 }, () => 'ok'));
    expect(answer.outline.headings[0]?.text).toBe('Results for calm weeks');
    const back = await session.act([{ type: 'back' }, { type: 'goto', text: pages.url('shop.test', '/pricing') }]);
    expect(codes(back.results)).toEqual(['ok', 'ok']);
    expect(back.outline.url).toBe(pages.url('shop.test', '/pricing'));
  });

  test('S83: what only the person may do is refused, is not done, and ends the batch', async () => {
    const { session } = await open();
    const tries: [BrowseAction, string][] = [
      [{ type: 'click', text: 'Delete account' }, 'STEP_LOOKS_LIKE_DELETION'],
      [{ type: 'click', selector: '#delete' }, 'STEP_LOOKS_LIKE_DELETION'],
      [{ type: 'click', text: 'Place order' }, 'STEP_LOOKS_LIKE_PURCHASE'],
      [{ type: 'type', selector: '#card', text: '4111111111111111' }, 'STEP_LOOKS_LIKE_PAYMENT'],
      [{ type: 'click', selector: '#go' }, 'STEP_LOOKS_LIKE_PAYMENT'],
      [{ type: 'click', selector: '#frame' }, 'STEP_IN_FOREIGN_FRAME'],
      [{ type: 'goto', text: pages.url('shop.test', '/items/5/delete') }, 'STEP_LOOKS_LIKE_DELETION'],
    ];
    for (const [action, code] of tries) {
      const results = await act(session, action, { type: 'goto', text: pages.url('shop.test', '/never') });
      expect(codes(results), JSON.stringify(action)).toEqual([code]);
    }
    const typed = await act(session, { type: 'type', selector: '#note', text: 'x' }, { type: 'press', text: 'Enter' });
    expect(codes(typed)).toEqual(['ok', 'STEP_LOOKS_LIKE_PURCHASE']);
    expect(pages.hits.filter((hit) => /deleted|\/order|\/pay$|items|never/.test(hit))).toEqual([]);
  }, 120_000);

  test('D8: a question of the page is answered with no', async () => {
    const { session } = await open();
    expect(codes(await act(session, { type: 'click', text: 'Ask' }))).toEqual(['ok']);
    expect(pages.hits.filter((hit) => hit.includes('confirmed'))).toEqual([]);
  });

  test('S83: a step that lands elsewhere is undone and reported refused: by a link, a new window, a script, a page that leaves at once', async () => {
    const { session } = await open();
    for (const selector of ['#away', '#away-new', '#jump', '#bounce']) {
      const { results, outline } = await session.act([{ type: 'click', selector }]);
      expect(results, selector).toMatchObject([{ status: 'refused', code: 'OFF_SITE' }]);
      expect(outline.url).toBe(pages.url('shop.test'));
      expect(session.lease.context.pages()).toHaveLength(1);
    }
  }, 120_000);

  test('S83: a page that leaves by itself is brought back before anything is seen or done', async () => {
    const { session } = await open();
    await act(session, { type: 'click', text: 'Go later' }, { type: 'wait', text: '1500' });
    expect((await session.outline()).url).toBe(pages.url('shop.test'));
  });

  test('S83: subdomains are open, and other sites once a goto named them', async () => {
    const { session } = await open();
    expect(codes(await act(session, { type: 'click', selector: '#sub' }, { type: 'back' }))).toEqual(['ok', 'ok']);
    const { results, outline } = await session.act([
      { type: 'goto', text: pages.url('elsewhere.test') },
      { type: 'back' },
      { type: 'click', selector: '#away' },
    ]);
    expect(codes(results)).toEqual(['ok', 'ok', 'ok']);
    expect(outline.url).toBe(pages.url('elsewhere.test'));
  });

  test('S83: where the first page redirects to belongs to it', async () => {
    const { opened, session } = await open('shop.test', '/redirect');
    expect(opened.outline.url).toBe(pages.url('elsewhere.test'));
    expect((await session.outline()).url).toBe(pages.url('elsewhere.test'));
  });

  test('a step that cannot be done says why, and leaves the page where it is', async () => {
    const { session } = await open();
    const tries: [BrowseAction, string][] = [
      [{ type: 'click', selector: 'div[' }, 'SELECTOR_INVALID'],
      [{ type: 'click', text: 'Nowhere to be seen' }, 'ELEMENT_NOT_FOUND'],
      [{ type: 'click', selector: '#panel' }, 'ELEMENT_HIDDEN'],
      [{ type: 'type', selector: '#top', text: 'x' }, 'ELEMENT_NOT_EDITABLE'],
      [{ type: 'press', text: 'NoSuchKey' }, 'KEY_UNKNOWN'],
      [{ type: 'back' }, 'NO_PAGE_BEFORE'],
      [{ type: 'goto', text: 'http://169.254.169.254/' }, 'ADDRESS_NOT_PUBLIC'],
    ];
    for (const [action, code] of tries) {
      const { results, outline } = await session.act([action]);
      expect(codes(results), JSON.stringify(action)).toEqual([code]);
      expect(outline.url).toBe(pages.url('shop.test'));
    }
  }, 120_000);

  test('HUMAN_HOLD: a batch ends when its person takes the browser', async () => {
    const { session } = await open();
    const leave = session.letPersonDrive();
    expect(codes(await act(session, { type: 'click', selector: '#menu' }, { type: 'back' }))).toEqual(['HUMAN_HOLD']);
    leave();
    expect(codes(await act(session, { type: 'click', selector: '#menu' }))).toEqual(['ok']);
  });

  test('S25: a sign-in page is seen as one', async () => {
    const { opened } = await open('app.test', '/me');
    expect(opened.outline.url).toBe(pages.url('app.test', '/login'));
    expect(opened.outline.authWall.detected).toBe(true);
  });
});
