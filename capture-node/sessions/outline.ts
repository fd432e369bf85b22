import type { Outline } from '@reelyard/shared/contracts/browse-session.ts';
import type { Page } from 'playwright-core';
import { detectAuthWall } from '../capture/auth-wall.ts';
import { isolatedWorld } from '../capture/isolated-world.ts';
import { outlineRoutes } from './outline-routes.ts';

/** Small enough to be read by an agent with every step: about 40 KB. */
const pictureWidthPx = 720;
const jpegQuality = 55;

const pictureOf = async (page: Page): Promise<Outline['screenshot']> => {
  const { cdp, call } = await isolatedWorld(page);
  const { scrollX, scrollY, screenWidth, screenHeight, pixelRatio } = await call('windowNow');
  const scale = pictureWidthPx / (screenWidth * pixelRatio);
  const { data } = await cdp.send('Page.captureScreenshot', {
    format: 'jpeg',
    quality: jpegQuality,
    clip: { x: scrollX, y: scrollY, width: screenWidth, height: screenHeight, scale },
    optimizeForSpeed: true,
  });
  const height = Math.max(1, Math.round((screenHeight * pictureWidthPx) / screenWidth));
  return { mimeType: 'image/jpeg', dataBase64: data, width: pictureWidthPx, height };
};

/** N16: the page in words, with a small picture. */
export const outlineOf = async (
  page: Page,
  opened: { readonly httpStatus: number | null; readonly askedUrl: string | null },
): Promise<Outline> => {
  const { call } = await isolatedWorld(page);
  const words = await call('pageOutline');
  const [authWall, screenshot] = [await detectAuthWall(page, opened), await pictureOf(page)];
  const routes = outlineRoutes(
    words.url,
    words.links.map(({ href }) => href),
  );
  return { ...words, routes, authWall, screenshot };
};
