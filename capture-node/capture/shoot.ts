import type { Box, CapturedFile } from '@reelyard/shared/contracts/capture.ts';
import type { Page } from 'playwright-core';
import { shareWithin } from './component-box.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { answered } from './page-patience.ts';

export interface Shot extends Pick<CapturedFile, 'mimeType' | 'widthPx' | 'heightPx'> {
  readonly bytes: Buffer;
}

export interface ShootOptions {
  /** Pixels per CSS pixel. */
  readonly scale: number;
  readonly isTransparent: boolean;
  /** It is cut up and compressed again: then Chromium need not spend half of the time on a small file. */
  readonly isDraft: boolean;
  /** The part of the document that the window shows: within it the page need not be told of a larger one. */
  readonly view: Box;
}

const deviceScale = 2;
/** The largest picture takes about a second of a core; this is for nodes that have none to spare. */
const patienceMs = 20_000;
/** Height and width stand at a fixed place of every PNG. */
const sizeOfPng = (bytes: Buffer): { widthPx: number; heightPx: number } => ({
  widthPx: bytes.readUInt32BE(16),
  heightPx: bytes.readUInt32BE(20),
});

/**
 * The screen that pictures are taken with, told to our own protocol session: a session that knows none would draw the
 * page with one pixel per CSS pixel, and the page would see its screen change.
 */
export const matchScreen = async ({ cdp, call }: IsolatedWorld, page: Page): Promise<void> => {
  const viewport = page.viewportSize();
  if (viewport === null) return;
  const isMobile = await call('isTouchScreen');
  await cdp.send('Emulation.setDeviceMetricsOverride', {
    width: viewport.width,
    height: viewport.height,
    deviceScaleFactor: deviceScale,
    mobile: isMobile,
  });
};

/**
 * Draws a region of the document (CSS pixels) at `scale` pixels per CSS pixel. Beyond the window it is drawn without
 * scrolling: what is as high as the window keeps its height, and what is fixed stays where it stands.
 */
export const shoot = async (
  { cdp, onThisDocument }: IsolatedWorld,
  region: Box,
  { scale, isTransparent, isDraft, view }: ShootOptions,
): Promise<Shot> => {
  if (isTransparent)
    await cdp.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  try {
    const picture = cdp.send('Page.captureScreenshot', {
      format: 'png',
      clip: { ...region, scale: scale / deviceScale },
      captureBeyondViewport: shareWithin(region, view) < 1,
      optimizeForSpeed: isDraft,
    });
    const { data } = await answered(onThisDocument(picture), patienceMs);
    const bytes = Buffer.from(data, 'base64');
    return { bytes, mimeType: 'image/png', ...sizeOfPng(bytes) };
  } finally {
    if (isTransparent) await cdp.send('Emulation.setDefaultBackgroundColorOverride', {});
  }
};
