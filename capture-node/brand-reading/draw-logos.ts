import type { Page } from 'playwright-core';
import type { LogoSign } from '../capture/in-page/brand-probe.ts';
import { isolatedWorld } from '../capture/isolated-world.ts';
import { matchScreen, shoot } from '../capture/shoot.ts';
import { type LogoPixels, logoPixels } from './logo-pixels.ts';

/** Longest side of a drawn logo: sharp on a 4K frame, where a logo is a quarter of the width at most. */
const longestPx = 1_024;
const leastScale = 2;
const mostScale = 8;

/** A drawing is drawn as large as it is wanted; a bitmap no larger than its own pixels. */
const scaleFor = ({ box, naturalWidthPx }: LogoSign): number => {
  const wanted = Math.min(mostScale, Math.max(leastScale, longestPx / Math.max(box.width, box.height)));
  return naturalWidthPx > 0 ? Math.max(1, Math.min(wanted, naturalWidthPx / box.width)) : wanted;
};

/**
 * Draws a logo of the page by itself on nothing, whatever it is made of (inline SVG with the page's own colours, a sprite,
 * any picture): the browser knows how, and no markup of the page is read by us.
 */
export const drawOnPage = async (page: Page, sign: LogoSign): Promise<LogoPixels | null> => {
  const world = await isolatedWorld(page);
  await matchScreen(world, page);
  await world.call('beginPictures');
  try {
    await world.call('scrollPageTo', 0, 0);
    await world.call('isolateParts', [sign.ref]);
    await world.call('drawn');
    const [box] = await world.call('boxesNow', [sign.ref]);
    if (box === null || box === undefined || box.width < 8 || box.height < 8) return null;
    const { screenWidth, screenHeight } = await world.call('pageSize');
    const view = { x: 0, y: 0, width: screenWidth, height: screenHeight };
    const shot = await shoot(world, box, {
      scale: scaleFor({ ...sign, box }),
      isTransparent: true,
      isDraft: true,
      view,
    });
    return await logoPixels(shot.bytes);
  } finally {
    await world.call('endPictures').catch(() => undefined);
  }
};

/** Draws a picture by its address, alone on an empty page of the same browser; null where there is none. */
export const drawByAddress = async (page: Page, url: string): Promise<LogoPixels | null> => {
  const stage = await page.context().newPage();
  try {
    const world = await isolatedWorld(stage);
    await matchScreen(world, stage);
    const size = await world.call('stagePicture', url);
    if (size === null) return null;
    const view = { x: 0, y: 0, ...size };
    const shot = await shoot(world, view, { scale: 2, isTransparent: true, isDraft: true, view });
    return await logoPixels(shot.bytes);
  } finally {
    await stage.close();
  }
};
