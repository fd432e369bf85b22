import type { ColorRole, GradientStop, LottieValue } from '../template.ts';
import { transformOf } from './layer.ts';
import { type Property, still } from './property.ts';

/** Where a role's colour stands until the palette fills it: mid grey, so that a forgotten slot is seen. */
const unfilled = [0.5, 0.5, 0.5];

export const roleSlot = (role: ColorRole): string => `color.${role}`;

export const rectangle = (size: Property, radius: number, position: Property = still([0, 0])): LottieValue => ({
  ty: 'rc',
  p: position,
  s: size,
  r: still(radius),
});

export const ellipse = (size: Property, position: Property = still([0, 0])): LottieValue => ({
  ty: 'el',
  p: position,
  s: size,
});

/** An open or closed polygon through `points`, straight edges. */
export const polyline = (points: readonly (readonly [number, number])[], closed = false): LottieValue => ({
  ty: 'sh',
  ks: still2({
    c: closed,
    v: points.map(([x, y]) => [x, y]),
    i: points.map(() => [0, 0]),
    o: points.map(() => [0, 0]),
  }),
});
const still2 = (value: LottieValue): LottieValue => ({ a: 0, k: value });

/** A smooth path: every point with its tangents, relative to it, as Lottie has them. */
export const curve = (
  points: readonly {
    readonly at: readonly [number, number];
    readonly in: readonly [number, number];
    readonly out: readonly [number, number];
  }[],
  closed = false,
): LottieValue => ({
  ty: 'sh',
  ks: still2({
    c: closed,
    v: points.map((point) => [...point.at]),
    i: points.map((point) => [...point.in]),
    o: points.map((point) => [...point.out]),
  }),
});

export const fill = (role: ColorRole, opacity: Property = still(100)): LottieValue => ({
  ty: 'fl',
  c: still(unfilled, roleSlot(role)),
  o: opacity,
  r: 1,
});

/** Fills what lies in an odd number of the group's shapes: a ring between two rectangles. */
export const ringFill = (role: ColorRole, opacity: Property): LottieValue => ({
  ty: 'fl',
  c: still(unfilled, roleSlot(role)),
  o: opacity,
  r: 2,
});

export const stroke = (role: ColorRole, width: number, opacity: Property = still(100)): LottieValue => ({
  ty: 'st',
  c: still(unfilled, roleSlot(role)),
  o: opacity,
  w: still(width),
  lc: 2,
  lj: 2,
});

/** Draws a stroke from its start to `end` percent. */
export const trim = (end: Property, start: Property = still(0)): LottieValue => ({
  ty: 'tm',
  s: start,
  e: end,
  o: still(0),
  m: 1,
});

const stopValues = (stops: readonly GradientStop[]): number[] => [
  ...stops.flatMap((stop) => [stop.at, ...unfilled]),
  ...stops.flatMap((stop) => [stop.at, stop.alpha]),
];

/** A gradient fill in the slot `name`; compose() reads the stops off it for the bindings. */
export const gradientFill = (
  kind: 'linear' | 'radial',
  name: string,
  stops: readonly GradientStop[],
  from: readonly [number, number],
  to: readonly [number, number],
): LottieValue => ({
  ty: 'gf',
  t: kind === 'linear' ? 1 : 2,
  s: still(from),
  e: still(to),
  g: { p: stops.length, k: { a: 0, k: stopValues(stops), sid: `gradient.${name}` } },
  o: still(100),
  r: 1,
});

/** Shapes with their paint, optionally with a transform of the group. */
export const group = (
  items: readonly LottieValue[],
  transform: Parameters<typeof transformOf>[0] = {},
): LottieValue => ({
  ty: 'gr',
  it: [...items, { ty: 'tr', ...transformOf(transform) }],
});
