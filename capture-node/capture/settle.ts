import type { Page } from 'playwright-core';
import { type IsolatedWorld, isolatedWorld } from './isolated-world.ts';
import { networkQuiet } from './network-watch.ts';
import { answered } from './page-patience.ts';
import { wasReplaced } from './page-replaced.ts';
import { paused } from './paused.ts';

/**
 * How long each kind of unrest is waited for. A page that never rests (a long poll, a ticker) is taken as it is after
 * these: a picture of a moving page is better than none.
 */
const caps = { networkMs: 4_000, contentMs: 6_000, busyMs: 4_000, picturesMs: 4_000, stillMs: 2_500 } as const;
const screenMs = 20;
const glanceMs = 10_000;
const maxScreens = 24;
/** Less than this is a page that has yet to draw itself. */
const littleText = 24;

/** A small picture of the window: equal bytes mean that nothing moved in between. */
const glance = async ({ cdp, onThisDocument }: IsolatedWorld, page: Page): Promise<string> => {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
  const { scrollX, scrollY } = await (await isolatedWorld(page)).call('pageSize');
  const clip = { x: scrollX, y: scrollY, width, height, scale: 0.25 };
  const picture = cdp.send('Page.captureScreenshot', { format: 'png', clip, optimizeForSpeed: true });
  try {
    return (await answered(onThisDocument(picture), glanceMs)).data;
  } catch (error) {
    // On to another document: it stands no more still than a page that moves.
    if (wasReplaced(error)) return `replaced at ${performance.now()}`;
    throw error;
  }
};

const until = async (
  done: () => Promise<boolean>,
  capMs: number,
  everyMs: number,
  signal: AbortSignal,
): Promise<boolean> => {
  const endMs = performance.now() + capMs;
  while (!(await done())) {
    if (performance.now() > endMs) return false;
    await paused(everyMs, signal);
  }
  return true;
};

/** Waits until something was drawn; answers false for a page that stays empty. */
export const awaitContent = async (page: Page, signal: AbortSignal): Promise<boolean> => {
  const { call } = await isolatedWorld(page);
  const hasMuch = async (): Promise<boolean> => {
    const { textLength, pictureCount, mayDraw } = await call('contentOf');
    return textLength >= littleText || pictureCount > 0 || !mayDraw;
  };
  await until(hasMuch, caps.contentMs, 120, signal);
  const { textLength, pictureCount } = await call('contentOf');
  return textLength + pictureCount > 0;
};

/**
 * Brings a page to rest: network quiet, content and place-holders done, everything that loads on sight in, fonts and
 * pictures there, animations at their end, recordings stopped. Never throws for an unquiet page.
 */
export const settlePage = async (page: Page, { signal }: { signal: AbortSignal }): Promise<void> => {
  const world = await isolatedWorld(page);
  const { call } = world;
  await networkQuiet(page, caps.networkMs, signal);
  await awaitContent(page, signal);
  await until(async () => !(await call('isBusy')), caps.busyMs, 100, signal);
  const screens = await call('seeWholePage', maxScreens, screenMs);
  if (screens > 1) await networkQuiet(page, caps.networkMs, signal);
  await call('picturesAndFonts', caps.picturesMs);
  await call('endMotion');
  await standStill(page, signal);
};

/** Waits until two glances at the window are equal; answers whether they were. */
export const standStill = async (page: Page, signal: AbortSignal): Promise<boolean> => {
  const world = await isolatedWorld(page);
  let last = await glance(world, page);
  return await until(
    async () => {
      const now = await glance(world, page);
      const isStill = now === last;
      last = now;
      return isStill;
    },
    caps.stillMs,
    60,
    signal,
  );
};
