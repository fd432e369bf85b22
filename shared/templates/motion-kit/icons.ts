import type { LottieValue, Toggle } from '../template.ts';
import type { Part } from './compose.ts';
import { nullLayer, shapeLayer } from './layer.ts';
import { moving, still } from './property.ts';
import { curve, ellipse, fill, group, polyline, rectangle, stroke, trim } from './shape.ts';
import { exitFrames } from './text-stack.ts';

/** Line icons on a grid of 24, drawn for this library: one stroke, round ends, no fills. */
const flat = (x: number, y: number) => ({ at: [x, y] as const, in: [0, 0] as const, out: [0, 0] as const });

const outlines = {
  bolt: [
    polyline(
      [
        [13, 2],
        [4, 14],
        [11, 14],
        [10, 22],
        [20, 9],
        [13, 9],
      ],
      true,
    ),
  ],
  check: [
    ellipse(still([19, 19]), still([12, 12])),
    polyline([
      [8, 12.4],
      [11, 15.2],
      [16.2, 9.4],
    ]),
  ],
  chart: [
    polyline([
      [3, 21],
      [21, 21],
    ]),
    polyline([
      [4, 16],
      [9.5, 10],
      [13.5, 13.5],
      [20, 5],
    ]),
    polyline([
      [15, 5],
      [20, 5],
      [20, 10],
    ]),
  ],
  clock: [
    ellipse(still([19, 19]), still([12, 12])),
    polyline([
      [12, 6.5],
      [12, 12],
      [15.8, 14.2],
    ]),
  ],
  shield: [
    curve(
      [
        flat(12, 2.4),
        flat(20, 5.6),
        { at: [20, 11.5], in: [0, 0], out: [0, 5] },
        { at: [12, 21.6], in: [4.6, -1.6], out: [-4.6, -1.6] },
        { at: [4, 11.5], in: [0, 5], out: [0, 0] },
        flat(4, 5.6),
      ],
      true,
    ),
    polyline([
      [8.4, 11.8],
      [11, 14.4],
      [15.6, 9.2],
    ]),
  ],
  layers: [
    polyline(
      [
        [12, 3],
        [21, 8],
        [12, 13],
        [3, 8],
      ],
      true,
    ),
    polyline([
      [3, 12.4],
      [12, 17.4],
      [21, 12.4],
    ]),
    polyline([
      [3, 16.8],
      [12, 21.8],
      [21, 16.8],
    ]),
  ],
  globe: [
    ellipse(still([19, 19]), still([12, 12])),
    ellipse(still([8, 19]), still([12, 12])),
    polyline([
      [2.5, 12],
      [21.5, 12],
    ]),
  ],
  people: [
    ellipse(still([7, 7]), still([9, 7.5])),
    curve([
      { at: [2.5, 20.5], in: [0, 0], out: [0, -8.6] },
      { at: [15.5, 20.5], in: [0, -8.6], out: [0, 0] },
    ]),
    curve([
      { at: [16, 4.3], in: [0, 0], out: [4.4, 0.8] },
      { at: [16, 10.8], in: [4.4, -0.8], out: [0, 0] },
    ]),
    curve([
      { at: [18, 14.6], in: [0, 0], out: [2.6, 0.9] },
      { at: [21.5, 20.5], in: [0, -3.4], out: [0, 0] },
    ]),
  ],
  play: [
    rectangle(still([20, 16]), 4, still([12, 12])),
    polyline(
      [
        [10.2, 8.8],
        [15.2, 12],
        [10.2, 15.2],
      ],
      true,
    ),
  ],
  spark: [
    curve(
      [
        { at: [12, 2.5], in: [0, 0], out: [0.8, 6] },
        { at: [21.5, 12], in: [-6, -0.8], out: [-6, 0.8] },
        { at: [12, 21.5], in: [0.8, -6], out: [-0.8, -6] },
        { at: [2.5, 12], in: [6, 0.8], out: [6, -0.8] },
      ],
      true,
    ),
  ],
} as const satisfies Record<string, readonly LottieValue[]>;
export type IconName = keyof typeof outlines;

export const iconOptions: readonly { readonly value: IconName; readonly label: string }[] = [
  { value: 'bolt', label: 'Bolt' },
  { value: 'spark', label: 'Spark' },
  { value: 'check', label: 'Check' },
  { value: 'chart', label: 'Chart' },
  { value: 'clock', label: 'Clock' },
  { value: 'shield', label: 'Shield' },
  { value: 'layers', label: 'Layers' },
  { value: 'globe', label: 'Globe' },
  { value: 'people', label: 'People' },
  { value: 'play', label: 'Play' },
];

const gridSize = 24;

/** An icon on a tinted tile, chosen by the dropdown `layer`; it draws itself by trim path. Origin: the tile's top left. */
export const iconTile = (
  name: string,
  parent: string,
  layer: string,
  at: readonly [number, number],
  tileSize: number,
  enterFrame: number,
  exitFrame: number,
): Part => {
  const scale = (tileSize * 0.54 * 100) / gridSize;
  const opacity = moving(
    { frame: enterFrame, value: 0, easing: 'enter' },
    { frame: enterFrame + 12, value: 100 },
    { frame: exitFrame, value: 100, easing: 'exit' },
    { frame: exitFrame + exitFrames, value: 0 },
  );
  const drawn = trim(
    moving({ frame: enterFrame + 4, value: 0, easing: 'travel' }, { frame: enterFrame + 26, value: 100 }),
  );
  const toggles = iconOptions.map(({ value }): Toggle => ({ name: `${name}.${value}`, layer, equals: value }));
  return {
    layers: [
      ...iconOptions.map(({ value }) =>
        shapeLayer(
          {
            name: `${name}.${value}`,
            parent: `${name}.root`,
            needs: `${name}.${value}`,
            anchor: still([gridSize / 2, gridSize / 2]),
            scale: still([scale, scale]),
            opacity,
          },
          [group([...outlines[value], drawn, stroke('onPrimary', 1.9)])],
        ),
      ),
      shapeLayer({ name: `${name}.tile`, parent: `${name}.root`, opacity }, [
        group([rectangle(still([tileSize, tileSize]), tileSize * 0.28), fill('primary')]),
      ]),
      nullLayer({
        name: `${name}.root`,
        parent,
        position: still([at[0] + tileSize / 2, at[1] + tileSize / 2]),
        scale: moving(
          { frame: enterFrame, value: [60, 60], easing: 'pop' },
          { frame: enterFrame + 12, value: [100, 100] },
        ),
      }),
    ],
    toggles,
  };
};
