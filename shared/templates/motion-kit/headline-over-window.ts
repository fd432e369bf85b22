import type { AspectRatio, PixelSize } from '../../contracts/render-format.ts';
import { windowBarHeight } from './browser-window.ts';
import type { Part } from './compose.ts';
import { textStack } from './text-stack.ts';
import { typeScale } from './type-scale.ts';

export interface WindowPlace {
  readonly width: number;
  /** Of the page below the bar. */
  readonly viewHeight: number;
}

/** The window of a scene that shows one below its words; 16:12 is composed anew, not cropped. */
export const windowBelowWords = (aspectRatio: AspectRatio): WindowPlace => ({
  width: aspectRatio === '16:9' ? 1440 : 1200,
  viewHeight: 760,
});

/** Layers `headline` and `subline`, centred above a browser window that reaches out of the picture. */
export const headlineOverWindow = (
  aspectRatio: AspectRatio,
  { widthPx }: Pick<PixelSize, 'widthPx'>,
  exitFrame: number,
): Part => {
  const window = windowBelowWords(aspectRatio);
  const marginX = aspectRatio === '16:9' ? 150 : 100;
  const width = widthPx - 2 * marginX;
  return textStack({ x: marginX, y: 92, width, height: 1240 }, 'top', 'center', [
    {
      block: {
        ...typeScale.headline,
        size: 100,
        minSize: 60,
        name: 'headline',
        layer: 'headline',
        width,
        align: 'center',
        color: 'text',
      },
      motion: { kind: 'rise', enterFrame: -5, enterFrames: 26, stagger: 4, exitFrame },
      gapBefore: 0,
    },
    {
      block: {
        ...typeScale.body,
        maxLines: 1,
        name: 'subline',
        layer: 'subline',
        width: Math.min(width, 1400),
        align: 'center',
        color: 'muted',
      },
      motion: { kind: 'fade', enterFrame: 6, enterFrames: 20, stagger: 0, exitFrame },
      gapBefore: 14,
    },
    {
      kind: 'part',
      name: 'window',
      always: true,
      width: window.width,
      height: window.viewHeight + windowBarHeight,
      gapBefore: 56,
    },
  ]);
};
