import { type AspectRatio, compositionSize } from '../contracts/render-format.ts';
import { browserWindow, windowArrived, windowBarHeight } from './motion-kit/browser-window.ts';
import {
  capturedAddress,
  capturedPage,
  capturedParts,
  capturedPictures,
  gatherFrames,
  riseFrames,
} from './motion-kit/captured-page.ts';
import { defineTemplate } from './motion-kit/define-template.ts';
import { nullLayer, shapeLayer } from './motion-kit/layer.ts';
import { captureLayer, textLayer } from './motion-kit/manifest-layers.ts';
import { moving, still } from './motion-kit/property.ts';
import { fill, group, rectangle } from './motion-kit/shape.ts';
import { textStack } from './motion-kit/text-stack.ts';
import { typeScale } from './motion-kit/type-scale.ts';
import type { CaptureBinding, Template } from './template.ts';

const enterFrame = -6;
const partCount = 3;
const windowTop = 250;

/** Components leave their page: the window steps back behind a veil while they gather, large, before it. */
const componentPopOutFor = (aspectRatio: AspectRatio, slug: string, name: string): Template => {
  const wide = aspectRatio === '16:9';
  const windowWidth = wide ? 1500 : 1240;
  const viewHeight = wide ? 844 : 800;
  const { widthPx } = compositionSize(aspectRatio);
  return defineTemplate(
    {
      slug,
      version: 1,
      createdAt: '2026-11-21',
      updatedAt: '2026-11-21',
      name,
      description:
        'One to three components of your captured page lift off it and gather, large, in front of the dimmed page.',
      category: 'Solution',
      tags: ['capture', 'components', 'product', 'detail'],
      aspectRatio,
      durationSeconds: 6,
      storyboard: {
        bestUsedAs: 'A detail of the product that deserves the whole picture',
        fitsBeats: ['solution', 'proof'],
      },
      layers: {
        headline: textLayer('Headline', 'What the components show.', 46, { required: true, maxLines: 1 }),
        page: captureLayer('Components', 'One to three components of a captured page.'),
      },
      captureSlots: [
        {
          key: 'page',
          label: 'Components and their page',
          kind: 'components',
          minComponents: 1,
          maxComponents: partCount,
          widthPx: windowWidth,
          heightPx: viewHeight,
          wholePageBackground: false,
          scrolls: false,
        },
      ],
      soundCues: [{ atSeconds: 1.45, effect: 'whoosh' }],
      posterAtSeconds: 4,
    },
    ({ exitFrame }) => {
      const look = { width: windowWidth, viewHeight, enterFrame, exitFrame, travel: 620, addressWidth: 560 };
      const startFrame = windowArrived(look) + 12;
      const breakOut = (widthPx - windowWidth) / 2 - 70;
      const page: CaptureBinding = {
        name: 'page',
        layer: 'page',
        width: windowWidth,
        height: viewHeight,
        camera: { kind: 'focus', startFrame: exitFrame, endFrame: exitFrame + 1, maxZoom: 1, fill: 1 },
        lift: {
          kind: 'gather',
          startFrame,
          stagger: 3,
          rise: 26,
          // Wider than the window: what is shown is meant to break out of it.
          box: { x: -breakOut, y: 30, width: windowWidth + 2 * breakOut, height: viewHeight - 150 },
          gap: 56,
          maxScale: 2.4,
        },
        partCount,
        address: { centre: [windowWidth / 2, windowBarHeight / 2], width: 500, size: 24 },
      };
      const gathered = startFrame + riseFrames + gatherFrames;
      const veil = shapeLayer(
        {
          name: 'page.veil',
          needs: 'page.parts',
          opacity: moving({ frame: startFrame + 4, value: 0, easing: 'settle' }, { frame: gathered, value: 62 }),
        },
        [
          group([
            rectangle(still([windowWidth, viewHeight]), 0, still([windowWidth / 2, viewHeight / 2])),
            fill('base'),
          ]),
        ],
      );
      const window = browserWindow(
        look,
        [veil, ...capturedPage(page)],
        [
          ...capturedParts(page, 'page.front'),
          // The origin of the view, outside of its clip.
          nullLayer({ name: 'page.front', parent: 'window', position: still([0, windowBarHeight]) }),
          ...capturedAddress(page, 'window'),
        ],
      );
      const width = widthPx - 2 * 120;
      return [
        textStack({ x: 120, y: 84, width, height: 140 }, 'center', 'center', [
          {
            block: {
              ...typeScale.headline,
              size: 92,
              minSize: 56,
              maxLines: 1,
              name: 'headline',
              layer: 'headline',
              width,
              align: 'center',
              color: 'text',
            },
            motion: { kind: 'rise', enterFrame: 4, enterFrames: 24, stagger: 4, exitFrame },
            gapBefore: 0,
          },
        ]),
        textStack({ x: 0, y: windowTop, width: widthPx, height: viewHeight + windowBarHeight }, 'top', 'center', [
          {
            kind: 'part',
            name: 'window',
            always: true,
            width: windowWidth,
            height: viewHeight + windowBarHeight,
            gapBefore: 0,
          },
        ]),
        { ...window, assets: [...(window.assets ?? []), ...capturedPictures(page)], captures: [page] },
      ];
    },
  );
};

export const componentPopOut = componentPopOutFor('16:9', 'component-pop-out', 'Component pop-out');
export const componentPopOutTall = componentPopOutFor('16:12', 'component-pop-out-16x12', 'Component pop-out 16:12');
