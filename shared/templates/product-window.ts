import type { AspectRatio } from '../contracts/render-format.ts';
import { browserWindow } from './motion-kit/browser-window.ts';
import type { Part } from './motion-kit/compose.ts';
import { defineTemplate } from './motion-kit/define-template.ts';
import { headlineOverWindow, type WindowPlace, windowBelowWords } from './motion-kit/headline-over-window.ts';
import { imageLayer, type LayerDraft, nullLayer, shapeLayer } from './motion-kit/layer.ts';
import { imageLayerMeta, longTextLayer, textLayer } from './motion-kit/manifest-layers.ts';
import { moving, still } from './motion-kit/property.ts';
import { fill, group, rectangle } from './motion-kit/shape.ts';
import type { LottieValue, Template } from './template.ts';

/** How far the page scrolls while the scene holds. */
const scroll = 70;
const enterFrame = 8;

const block = (
  x: number,
  y: number,
  width: number,
  height: number,
  corner: number,
  role: 'line' | 'primary',
): LottieValue =>
  group([
    rectangle(still([width, height]), corner, still([x + width / 2, y + height / 2])),
    fill(role, still(role === 'line' ? 70 : 100)),
  ]);

/** A page that nobody has pictured yet: quiet blocks where words and cards will be. */
const placeholder = (windowWidth: number): LayerDraft => {
  const inner = windowWidth - 2 * 64;
  const tile = (inner - 2 * 32) / 3;
  return shapeLayer({ name: 'shot.placeholder', parent: 'shot.pan', needs: '!shot' }, [
    block(64, 60, 240, 30, 15, 'primary'),
    block(64, 124, 620, 54, 16, 'line'),
    block(64, 200, 460, 28, 14, 'line'),
    ...[0, 1, 2].map((index) => block(64 + index * (tile + 32), 292, tile, 240, 22, 'line')),
    ...[0, 1, 2].map((index) => block(64, 580 + index * 76, index === 1 ? inner * 0.9 : inner, 44, 14, 'line')),
  ]);
};

const screenshotWindow = ({ width, viewHeight }: WindowPlace, frameCount: number, exitFrame: number): Part => {
  const window = browserWindow(
    { width, viewHeight, enterFrame, exitFrame, travel: 820, addressWidth: 0 },
    [
      imageLayer({ name: 'shot', parent: 'shot.pan', needs: 'shot' }, 'shot'),
      placeholder(width),
      nullLayer({
        name: 'shot.pan',
        position: moving(
          { frame: enterFrame + 34, value: [0, 0], easing: 'travel' },
          { frame: frameCount - 20, value: [0, -scroll] },
        ),
      }),
    ],
    [],
  );
  return {
    ...window,
    assets: [...(window.assets ?? []), { id: 'shot', image: true }],
    images: [
      {
        name: 'shot',
        layer: 'screenshot',
        width,
        height: viewHeight + scroll,
        fit: 'cover',
        radius: 0,
        gravity: 'top',
        ground: null,
      },
    ],
  };
};

/** A screenshot in a floating browser window that rises into the picture and scrolls slowly. */
const productWindowFor = (aspectRatio: AspectRatio, slug: string, name: string): Template =>
  defineTemplate(
    {
      slug,
      version: 1,
      createdAt: '2026-11-20',
      updatedAt: '2026-11-21',
      name,
      description:
        'A headline over a browser window with your screenshot; the window rises into the picture and the page scrolls.',
      category: 'Solution',
      tags: ['product', 'screenshot', 'browser', 'reveal'],
      aspectRatio,
      durationSeconds: 6,
      storyboard: { bestUsedAs: 'The product, seen for the first time', fitsBeats: ['solution', 'proof'] },
      layers: {
        headline: textLayer('Headline', 'What one sees here.', 52, { required: true, maxLines: 2 }),
        subline: longTextLayer('Subline', 'One sentence below the headline.', 90, { maxLines: 2 }),
        screenshot: imageLayerMeta(
          'image',
          'Screenshot',
          'A page or an app window; its top is shown. A placeholder stands in until it is set.',
          {
            validation: { minWidth: 960, minHeight: 540 },
          },
        ),
      },
      soundCues: [{ atSeconds: enterFrame / 30, effect: 'whoosh' }],
      posterAtSeconds: 3,
    },
    ({ widthPx, frameCount, exitFrame }) => [
      headlineOverWindow(aspectRatio, { widthPx }, exitFrame),
      screenshotWindow(windowBelowWords(aspectRatio), frameCount, exitFrame),
    ],
  );

export const productWindow = productWindowFor('16:9', 'product-window', 'Product window');
export const productWindowTall = productWindowFor('16:12', 'product-window-16x12', 'Product window 16:12');
