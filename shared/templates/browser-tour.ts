import type { AspectRatio } from '../contracts/render-format.ts';
import { browserWindow, windowArrived, windowBarHeight } from './motion-kit/browser-window.ts';
import { capturedAddress, capturedPage, capturedParts, capturedPictures } from './motion-kit/captured-page.ts';
import { defineTemplate } from './motion-kit/define-template.ts';
import { headlineOverWindow, windowBelowWords } from './motion-kit/headline-over-window.ts';
import { captureLayer, longTextLayer, textLayer } from './motion-kit/manifest-layers.ts';
import type { CaptureBinding, Template } from './template.ts';

const enterFrame = 8;
const partCount = 3;

/** A captured page in a browser window; the camera goes to what matters, and picked components rise off the page there. */
const browserTourFor = (aspectRatio: AspectRatio, slug: string, name: string): Template => {
  const { width: windowWidth, viewHeight } = windowBelowWords(aspectRatio);
  return defineTemplate(
    {
      slug,
      version: 1,
      createdAt: '2026-11-21',
      updatedAt: '2026-11-21',
      name,
      description:
        'Your captured page in a browser window; the camera moves to the part that matters, and picked components lift off the page.',
      category: 'Solution',
      tags: ['capture', 'browser', 'product', 'tour'],
      aspectRatio,
      durationSeconds: 6.5,
      storyboard: { bestUsedAs: 'The product at work, on its real page', fitsBeats: ['solution', 'proof'] },
      layers: {
        headline: textLayer('Headline', 'What one sees here.', 52, { required: true, maxLines: 2 }),
        subline: longTextLayer('Subline', 'One sentence below the headline.', 90, { maxLines: 2 }),
        page: captureLayer('Page', 'The captured page. Pick up to three components for the camera to go to.'),
      },
      captureSlots: [
        {
          key: 'page',
          label: 'Page in the browser window',
          kind: 'components',
          minComponents: 0,
          maxComponents: partCount,
          widthPx: windowWidth,
          heightPx: viewHeight,
          wholePageBackground: true,
          scrolls: false,
        },
      ],
      soundCues: [
        { atSeconds: enterFrame / 30, effect: 'whoosh' },
        { atSeconds: 2.6, effect: 'pop' },
      ],
      posterAtSeconds: 4.4,
    },
    ({ widthPx, exitFrame }) => {
      const look = { width: windowWidth, viewHeight, enterFrame, exitFrame, travel: 820, addressWidth: 560 };
      const arrived = windowArrived(look);
      const page: CaptureBinding = {
        name: 'page',
        layer: 'page',
        width: windowWidth,
        height: viewHeight,
        camera: { kind: 'focus', startFrame: arrived + 8, endFrame: arrived + 44, maxZoom: 1.5, fill: 0.82 },
        lift: { kind: 'rise', startFrame: arrived + 40, stagger: 4, rise: 22 },
        partCount,
        address: { centre: [windowWidth / 2, windowBarHeight / 2], width: 500, size: 24 },
      };
      const window = browserWindow(
        look,
        [...capturedParts(page, 'page.camera'), ...capturedPage(page)],
        capturedAddress(page, 'window'),
      );
      return [
        headlineOverWindow(aspectRatio, { widthPx }, exitFrame),
        { ...window, assets: [...(window.assets ?? []), ...capturedPictures(page)], captures: [page] },
      ];
    },
  );
};

export const browserTour = browserTourFor('16:9', 'browser-tour', 'Browser tour');
export const browserTourTall = browserTourFor('16:12', 'browser-tour-16x12', 'Browser tour 16:12');
