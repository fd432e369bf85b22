import { viewports } from '@reelyard/shared/contracts/capture.ts';
import type { LoginProfile } from '@reelyard/shared/contracts/session-protocol.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPool, type TestPool } from '../test/browser-pool.ts';
import { type SessionBook, sessionBook } from './session-book.ts';
import { startTestPages, type TestPages } from './test/pages.ts';

/** 70 swaps, each followed by a browser that is nobody’s, were run without a leak (SWAPS=70); these few keep it so. */
const swapCount = Number(process.env['SWAPS'] ?? 6);

let pages: TestPages;
let browsers: TestPool;
let book: SessionBook;
const ended: number[] = [];

beforeAll(async () => {
  pages = await startTestPages();
  browsers = await openTestPool('127.0.0.1', {}, async () => [{ address: '127.0.0.1', family: 4 }]);
  book = sessionBook({
    pool: browsers.pool,
    maxSessions: 2,
    onOpened: () => {},
    onClosed: (seconds) => ended.push(seconds),
  });
}, 120_000);
afterAll(async () => {
  await book.closeAll();
  await browsers[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

interface Memory {
  readonly cookie: string;
  readonly local: string | null;
  readonly session: string | null;
  readonly database: string | null;
  readonly cache: string;
  readonly history: number;
  readonly etag: string;
  readonly worker: number;
}

let count = 0;
/** Opens the page that remembers, lets it write `name` where one is given, and answers what it found before that. */
const visit = async (
  profile: LoginProfile | null,
  name: string | null,
): Promise<{ found: Memory; profile: LoginProfile | null }> => {
  count += 1;
  const sessionId = `bws_leak${count}`;
  // Loopback is a secure context, where caches and workers exist.
  const url = pages.url('127.0.0.1', name === null ? '/memory' : `/memory?write=${name}`);
  await book.open({ sessionId, url, viewport: viewports.desktop, profile, idleSeconds: 60, maxSeconds: 60 });
  const session = book.use(sessionId)?.session ?? null;
  if (session === null) throw new Error('the session is gone');
  const title = async (): Promise<string> => await session.front.page.title();
  await expect.poll(title, { timeout: 30_000, interval: 20 }).toMatch(/^\{/);
  const found = JSON.parse(await title()) as Memory;
  const closed = await book.close(sessionId);
  return { found, profile: closed?.profile ?? null };
};

const nothing: Partial<Memory> = {
  cookie: '',
  local: null,
  session: null,
  database: null,
  cache: '',
  history: 2,
  etag: 'none',
  worker: 0,
};
const empty: LoginProfile = { cookies: [], origins: [] };

describe('what browsers remember', () => {
  test(`S83, D11: of two people nothing passes over in ${swapCount} swaps; each finds their own again; nobody's browser remembers nothing`, async () => {
    let profiles: Record<'anna' | 'bert', LoginProfile> = { anna: empty, bert: empty };
    for (const name of ['anna', 'bert'] as const) {
      const { found, profile } = await visit(profiles[name], name);
      expect(found).toMatchObject(nothing);
      profiles = { ...profiles, [name]: profile ?? empty };
    }
    for (let swap = 0; swap < swapCount; swap += 1) {
      const name = swap % 2 === 0 ? 'anna' : 'bert';
      const { found } = await visit(profiles[name], null);
      // What is kept is theirs; sessionStorage, caches, history and workers end with the session.
      expect(found).toMatchObject({ ...nothing, cookie: `name=${name}`, local: name, database: name });
      expect((await visit(null, null)).found).toMatchObject(nothing);
    }
  }, 3_600_000);

  test('a session that is nobody’s gives nothing back', async () => {
    expect((await visit(null, 'canary')).profile).toBeNull();
    expect((await visit(null, null)).found).toMatchObject(nothing);
  });

  test('every browser was given back', async () => {
    expect(book.count).toBe(0);
    expect(ended).toHaveLength(count);
    await expect.poll(() => browsers.pool.state.leased).toBe(0);
  });
});
