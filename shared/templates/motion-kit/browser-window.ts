import type { LottieValue } from '../template.ts';
import { softShadow } from './card.ts';
import type { Part } from './compose.ts';
import { type LayerDraft, nullLayer, roundedClipLayer, shapeLayer } from './layer.ts';
import { moving, still } from './property.ts';
import { ellipse, fill, group, rectangle, stroke } from './shape.ts';
import { stageName } from './stage.ts';

export const windowBarHeight = 68;
export const windowRadius = 26;
/** Out of the picture from any place in it, its shadow too. */
const leaving = 1_180;
const dots = ['negative', 'accent', 'positive'] as const;

export interface WindowLook {
  readonly width: number;
  /** Of the page below the bar. */
  readonly viewHeight: number;
  readonly enterFrame: number;
  readonly exitFrame: number;
  /** How far below its place the window begins. */
  readonly travel: number;
  /** Width of the pill that holds the address; 0 = none. */
  readonly addressWidth: number;
}

/** When the window stands still. */
export const windowArrived = ({ enterFrame }: Pick<WindowLook, 'enterFrame'>): number => enterFrame + 30;

const pill = (width: number, addressWidth: number): LottieValue[] =>
  addressWidth === 0
    ? []
    : [
        group([
          rectangle(still([addressWidth, 40]), 20, still([width / 2, windowBarHeight / 2])),
          fill('line', still(60)),
        ]),
      ];

/**
 * A browser window that rises into the picture: `page` are the layers of its view (origin: the view's top left), `over` lie
 * on top of all and hang on `window`, whose origin is the window's top left. A stack places it (slot `window.place`).
 */
export const browserWindow = (look: WindowLook, page: readonly LayerDraft[], over: readonly LayerDraft[]): Part => {
  const { width, viewHeight, enterFrame, exitFrame, travel } = look;
  const height = viewHeight + windowBarHeight;
  return {
    layers: [
      ...over,
      roundedClipLayer(
        { name: 'window.view', parent: 'window', position: still([0, windowBarHeight]) },
        'window.clip',
        { width, height: viewHeight, radius: windowRadius, flatTop: true },
      ),
      shapeLayer({ name: 'window.bar', parent: 'window' }, [
        ...dots.map((role, index) =>
          group([ellipse(still([18, 18]), still([42 + index * 32, windowBarHeight / 2])), fill(role)]),
        ),
        ...pill(width, look.addressWidth),
      ]),
      shapeLayer({ name: 'window.body', parent: 'window', position: still([width / 2, height / 2]) }, [
        group([rectangle(still([width - 2, height - 2]), windowRadius), stroke('line', 2)]),
        group([rectangle(still([width, height]), windowRadius), fill('surface')]),
        softShadow(width, height, windowRadius, 1.2),
      ]),
      nullLayer({
        name: 'window',
        parent: 'window.move',
        anchor: still([width / 2, 0]),
        position: still([width / 2, 0]),
        scale: moving(
          { frame: enterFrame, value: [92, 92], easing: 'enter' },
          { frame: windowArrived(look), value: [100, 100] },
        ),
      }),
      nullLayer({
        name: 'window.move',
        parent: 'window.at',
        position: moving(
          { frame: enterFrame, value: [0, travel], easing: 'enter' },
          { frame: windowArrived(look), value: [0, 0] },
          { frame: exitFrame - 2, value: [0, 0], easing: 'exit' },
          { frame: exitFrame + 10, value: [0, leaving] },
        ),
      }),
      nullLayer({ name: 'window.at', parent: stageName, position: still([0, 0], 'window.place') }),
    ],
    assets: [{ id: 'window.clip', layers: page }],
  };
};
