import { areaOf } from './element-look.ts';
import { boxOf, everyElement, everyRoot, isShown, textOf } from './element-tree.ts';
import type { PageDocument, PageElement, PageImage, PageMedia, PageWindow } from './page-dom.ts';

declare const document: PageDocument;
declare const window: PageWindow;

const elementLimit = 20_000;
const wait = async (ms: number): Promise<void> => await new Promise((resolve) => void window.setTimeout(resolve, ms));
const nextFrames = async (): Promise<void> =>
  await new Promise((resolve) => {
    window.setTimeout(resolve, 1_000);
    window.requestAnimationFrame(() => void window.requestAnimationFrame(resolve));
  });
const within = async (work: Promise<unknown>, ms: number): Promise<void> => {
  await Promise.race([work.catch(() => undefined), wait(ms)]);
};

const imagesOf = (): PageImage[] =>
  Array.from(everyElement(elementLimit)).filter((element) => element.tagName === 'IMG') as PageImage[];

/**
 * Scrolls once through the page, a screen at a time, so that what is loaded or revealed on sight is there, then back to
 * where it was. Answers how many screens were seen.
 */
export const seeWholePage = async (maxScreens: number, screenMs: number): Promise<number> => {
  const start = { left: window.scrollX, top: window.scrollY };
  for (const image of imagesOf()) if (image.loading === 'lazy') image.loading = 'eager';
  let screens = 0;
  for (let top = 0; screens < maxScreens; top += window.innerHeight) {
    const { scrollHeight } = document.scrollingElement ?? document.documentElement;
    if (top > scrollHeight - window.innerHeight / 4) break;
    window.scrollTo({ left: start.left, top, behavior: 'instant' });
    screens += 1;
    // What appears on sight does so with a frame: a busy machine draws none in a fixed time.
    await nextFrames();
    await wait(screenMs);
  }
  window.scrollTo({ ...start, behavior: 'instant' });
  return screens;
};

/** Pictures that are shown are there and decoded, fonts are in; gives up after `capMs`. */
export const picturesAndFonts = async (capMs: number): Promise<void> => {
  const images = imagesOf().filter((image) => isShown(image));
  await within(
    Promise.all([document.fonts.ready, ...images.map(async (image) => await image.decode().catch(() => undefined))]),
    capMs,
  );
};

/** Ends what has an end, takes back what has none, and stops recordings one second in: the page stands still. */
export const endMotion = async (): Promise<void> => {
  for (const root of everyRoot(elementLimit)) {
    for (const animation of (root as PageDocument).getAnimations?.() ?? []) {
      const endTime = animation.effect?.getComputedTiming().endTime ?? null;
      // Driven by scrolling, not by time: it shows what it should where the page stands.
      if (typeof endTime !== 'number') continue;
      try {
        if (Number.isFinite(endTime)) animation.finish();
        else animation.cancel();
      } catch {
        // One that has no duration or no target any more moves nothing.
      }
    }
  }
  const videos = Array.from(everyElement(elementLimit)).filter(
    (element) => element.tagName === 'VIDEO' || element.tagName === 'AUDIO',
  ) as PageMedia[];
  await Promise.all(videos.map(stopMedia));
};

const stopMedia = async (media: PageMedia): Promise<void> => {
  media.pause();
  if (media.tagName !== 'VIDEO' || media.readyState < 2 || !Number.isFinite(media.duration)) return;
  const seeked = new Promise<void>((resolve) => media.addEventListener('seeked', resolve, { once: true }));
  media.currentTime = Math.min(1, media.duration / 2);
  await within(seeked, 800);
};

/** Place-holders and turning wheels in sight: the page says itself that it is not done. */
export const isBusy = (): boolean => {
  const signs = document.querySelectorAll('[aria-busy=true],[class*=skeleton i],[class*=shimmer i],[class*=spinner i]');
  return Array.from(signs).some((sign) => isShown(sign) && areaOf(boxOf(sign)) >= 150);
};

/** How much there is to see, characters of text and pictures of some size, and whether anything may draw more. */
export const contentOf = (): { textLength: number; pictureCount: number; mayDraw: boolean } => {
  const root: PageElement = document.body ?? document.documentElement;
  let pictureCount = 0;
  for (const element of everyElement(4_000))
    if (/^(IMG|SVG|CANVAS|VIDEO|IFRAME|OBJECT|EMBED)$/i.test(element.tagName) && areaOf(boxOf(element)) >= 400)
      pictureCount += 1;
  const mayDraw = document.querySelector('script,iframe,[style*=animation],meta[http-equiv=refresh]') !== null;
  return { textLength: textOf(root, 2_000).length, pictureCount, mayDraw };
};

/** What the browser measured of its own loading, in milliseconds from the start of the navigation. */
export const browserTimings = (): Record<string, number> => {
  const timings: Record<string, number> = {};
  const page = window as PageWindow & {
    performance: { getEntriesByType(type: string): Record<string, number | string>[] };
  };
  const [navigation] = page.performance.getEntriesByType('navigation');
  const names = [
    'domainLookupEnd',
    'connectEnd',
    'responseStart',
    'responseEnd',
    'domInteractive',
    'domContentLoadedEventEnd',
    'loadEventEnd',
  ];
  for (const name of names) {
    const value = navigation?.[name];
    if (typeof value === 'number' && value > 0) timings[name] = Math.round(value * 10) / 10;
  }
  for (const paint of page.performance.getEntriesByType('paint')) {
    const name = paint['name'] === 'first-paint' ? 'firstPaint' : 'firstContentfulPaint';
    if (typeof paint['startTime'] === 'number') timings[name] = Math.round(paint['startTime'] * 10) / 10;
  }
  return timings;
};

export const pageIdentity = (): { url: string; title: string } => ({
  url: document.URL.slice(0, 4_000),
  title: document.title.replace(/\s+/g, ' ').trim().slice(0, 500),
});

export const isTouchScreen = (): boolean => window.navigator.maxTouchPoints > 0;
