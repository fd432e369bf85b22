import type { PageDocument, PageImage, PageWindow } from './page-dom.ts';

declare const document: PageDocument;
declare const window: PageWindow;

/** Longest side of a staged picture in CSS pixels; it is drawn with two pixels for each. */
const stageSide = 512;
const patienceMs = 6_000;

/**
 * Shows one picture alone on an empty page and answers its size there: drawings as large as the stage, bitmaps no larger
 * than their own pixels. As an `img` it runs no script and loads nothing else, whatever is written in it. Null where it
 * is no picture.
 */
export const stagePicture = async (url: string): Promise<{ width: number; height: number } | null> => {
  const image = document.createElement('img') as PageImage;
  image.src = url;
  const isThere = await Promise.race([
    image.decode().then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => void window.setTimeout(() => resolve(false), patienceMs)),
  ]);
  if (!isThere) return null;
  const isDrawing = /\.svg(\?|#|$)|^data:image\/svg/i.test(url);
  const natural = { width: image.naturalWidth || stageSide, height: image.naturalHeight || stageSide };
  const longest = Math.max(natural.width, natural.height);
  const factor = isDrawing ? stageSide / longest : Math.min(0.5, stageSide / longest);
  const size = {
    width: Math.max(1, Math.round(natural.width * factor)),
    height: Math.max(1, Math.round(natural.height * factor)),
  };
  const body = document.body as unknown as { replaceChildren(child: PageImage): void };
  document.documentElement.style.setProperty('background', 'transparent');
  for (const [name, value] of [
    ['position', 'fixed'],
    ['left', '0'],
    ['top', '0'],
    ['width', `${size.width}px`],
    ['height', `${size.height}px`],
  ] as const)
    image.style.setProperty(name, value);
  body.replaceChildren(image);
  return size;
};
