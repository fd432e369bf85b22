import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box, CapturedFile, CaptureTimings } from '@reelyard/shared/contracts/capture.ts';
import type { ResultOf } from '@reelyard/shared/contracts/jobs/catalog.ts';
import type { Page } from 'playwright-core';
import { refuseBadSelectors } from './bad-selectors.ts';
import { maxPicturePixels } from './frame.ts';
import { type IsolatedWorld, isolatedWorld } from './isolated-world.ts';
import { preparePage } from './prepare-page.ts';
import { matchScreen, shoot } from './shoot.ts';

export interface PageCaptureOptions {
  /** A CSS selector of the part to show; null = the window as a visitor first sees it. */
  readonly selector: string | null;
  readonly outDir: string;
  readonly signal: AbortSignal;
  readonly httpStatus: number | null;
  /** What the caller spent on opening, for `timingsMs`. */
  readonly openMs?: number;
}

export interface CapturedPage {
  readonly result: ResultOf<'page.capture'>;
  /** Where the picture lies. */
  readonly path: string;
}

const fullScale = 2;

/** Whole pixels round the part, no more than a picture may have: a part longer than that is cut at its end. */
const regionOf = (box: Box): { region: Box; scale: number } => {
  const x = Math.max(0, Math.floor(box.x));
  const y = Math.max(0, Math.floor(box.y));
  const width = Math.max(1, Math.ceil(box.x + box.width) - x);
  const height = Math.min(Math.max(1, Math.ceil(box.y + box.height) - y), Math.floor(maxPicturePixels / width));
  const scale = Math.min(fullScale, Math.floor(Math.sqrt(maxPicturePixels / (width * height)) * 1_000) / 1_000);
  return { region: { x, y, width, height }, scale };
};

const boxToShow = async (world: IsolatedWorld, selector: string | null): Promise<Box> => {
  if (selector === null) {
    const { width, screenHeight } = await world.call('pageSize');
    return { x: 0, y: 0, width, height: screenHeight };
  }
  const probe = await world.call('probeComponents', { selectors: [selector] });
  refuseBadSelectors(probe);
  const part = probe.components.find(({ requestedBy }) => requestedBy !== null);
  if (part === undefined) throw new Error('a selector was neither found nor refused');
  await world.call('hideFloaters', [part.ref]);
  return part.box;
};

/**
 * S74: one picture of an open page, at rest and without notices: its first screen, or the part that a selector names.
 *
 * @throws CaptureProblemError where the selector finds nothing that is shown
 */
export const capturePage = async (page: Page, options: PageCaptureOptions): Promise<CapturedPage> => {
  const { selector, outDir, signal, httpStatus } = options;
  const startMs = performance.now();
  const world = await isolatedWorld(page);
  await preparePage(page, { fixedClock: null, signal });
  await matchScreen(world, page);
  await world.call('beginPictures');
  try {
    await world.call('scrollPageTo', 0, 0);
    await world.call('endMotion');
    const box = await boxToShow(world, selector);
    await world.call('drawn');
    const probedMs = performance.now();
    const { scrollX, scrollY, screenWidth, screenHeight } = await world.call('pageSize');
    const view = { x: scrollX, y: scrollY, width: screenWidth, height: screenHeight };
    const { region, scale } = regionOf(box);
    const shot = await shoot(world, region, { scale, isTransparent: false, isDraft: false, view });
    const path = join(outDir, 'page.png');
    await writeFile(path, shot.bytes);
    const picture: CapturedFile = {
      file: 'page',
      mimeType: shot.mimeType,
      widthPx: shot.widthPx,
      heightPx: shot.heightPx,
    };
    const timingsMs: CaptureTimings = {
      openSession: options.openMs ?? 0,
      steps: 0,
      probe: probedMs - startMs,
      frame: 0,
      capture: performance.now() - probedMs,
      finalize: 0,
      browser: await world.call('browserTimings'),
    };
    return { result: { page: { ...(await world.call('pageIdentity')), httpStatus }, picture, timingsMs }, path };
  } finally {
    await world.call('endPictures').catch(() => undefined);
  }
};
