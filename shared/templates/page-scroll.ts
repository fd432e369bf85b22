import { type AspectRatio, compositionSize } from '../contracts/render-format.ts';
import { browserWindow, windowArrived, windowBarHeight } from './motion-kit/browser-window.ts';
import { capturedAddress, capturedPage, capturedPictures } from './motion-kit/captured-page.ts';
import { defineTemplate } from './motion-kit/define-template.ts';
import { captureLayer, longTextLayer, textLayer } from './motion-kit/manifest-layers.ts';
import { textStack } from './motion-kit/text-stack.ts';
import { typeScale } from './motion-kit/type-scale.ts';
import type { CaptureBinding, Template } from './template.ts';

const enterFrame = -4;

/** The whole page scrolls by in a tall window; the words stand beside it, or above where the picture is narrow. */
const pageScrollFor = (aspectRatio: AspectRatio, slug: string, name: string): Template => {
  const wide = aspectRatio === '16:9';
  const { widthPx } = compositionSize(aspectRatio);
  const windowWidth = wide ? 1080 : 1120;
  const viewHeight = wide ? 812 : 640;
  const textWidth = wide ? 500 : widthPx - 240;
  return defineTemplate(
    {
      slug,
      version: 1,
      createdAt: '2026-11-21',
      updatedAt: '2026-11-21',
      name,
      description: 'A whole captured page scrolls from its top down in a browser window, beside a headline.',
      category: 'Solution',
      tags: ['capture', 'scroll', 'website', 'page'],
      aspectRatio,
      durationSeconds: 7,
      storyboard: { bestUsedAs: 'A tour of a whole page', fitsBeats: ['solution', 'proof', 'transition'] },
      layers: {
        headline: textLayer('Headline', 'What the page is about.', 40, { required: true, maxLines: 3 }),
        subline: longTextLayer('Subline', 'One sentence below the headline.', 80, { maxLines: 3 }),
        page: captureLayer('Page', 'A whole captured page, from its top down.'),
      },
      captureSlots: [
        {
          key: 'page',
          label: 'Page that scrolls',
          kind: 'page',
          minComponents: 0,
          maxComponents: 0,
          widthPx: 1280,
          heightPx: wide ? 962 : 732,
          wholePageBackground: true,
          scrolls: true,
        },
      ],
      soundCues: [{ atSeconds: 1, effect: 'whoosh' }],
      posterAtSeconds: 3,
    },
    ({ exitFrame }) => {
      const look = { width: windowWidth, viewHeight, enterFrame, exitFrame, travel: 760, addressWidth: 440 };
      const page: CaptureBinding = {
        name: 'page',
        layer: 'page',
        width: windowWidth,
        height: viewHeight,
        camera: {
          kind: 'scroll',
          startFrame: windowArrived(look) + 10,
          endFrame: exitFrame - 14,
          maxTravel: 3.2 * viewHeight,
        },
        lift: null,
        partCount: 0,
        address: { centre: [windowWidth / 2, windowBarHeight / 2], width: 390, size: 24 },
      };
      const window = browserWindow(look, capturedPage(page), capturedAddress(page, 'window'));
      const align = wide ? 'left' : 'center';
      const windowHeight = viewHeight + windowBarHeight;
      return [
        textStack(
          wide ? { x: 120, y: 96, width: textWidth, height: 888 } : { x: 120, y: 64, width: textWidth, height: 250 },
          'center',
          align,
          [
            {
              block: {
                ...typeScale.headline,
                size: wide ? 92 : 84,
                minSize: 52,
                maxLines: wide ? 4 : 2,
                name: 'headline',
                layer: 'headline',
                width: textWidth,
                align,
                color: 'text',
              },
              motion: { kind: 'rise', enterFrame: 2, enterFrames: 26, stagger: 3, exitFrame: exitFrame - 5 },
              gapBefore: 0,
            },
            {
              block: {
                ...typeScale.body,
                size: 38,
                maxLines: wide ? 4 : 1,
                name: 'subline',
                layer: 'subline',
                width: textWidth,
                align,
                color: 'muted',
              },
              motion: { kind: 'fade', enterFrame: 12, enterFrames: 20, stagger: 2, exitFrame },
              gapBefore: wide ? 30 : 12,
            },
          ],
        ),
        textStack(
          wide
            ? { x: widthPx - 120 - windowWidth, y: (1080 - windowHeight) / 2, width: windowWidth, height: windowHeight }
            : { x: (widthPx - windowWidth) / 2, y: 330, width: windowWidth, height: windowHeight },
          'top',
          'left',
          [{ kind: 'part', name: 'window', always: true, width: windowWidth, height: windowHeight, gapBefore: 0 }],
        ),
        { ...window, assets: [...(window.assets ?? []), ...capturedPictures(page)], captures: [page] },
      ];
    },
  );
};

export const pageScroll = pageScrollFor('16:9', 'page-scroll', 'Page scroll');
export const pageScrollTall = pageScrollFor('16:12', 'page-scroll-16x12', 'Page scroll 16:12');
