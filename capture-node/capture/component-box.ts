import type { Box } from '@reelyard/shared/contracts/capture.ts';

/** RULES about rectangles on a page, in CSS pixels. */
export const areaOf = ({ width, height }: Box): number => width * height;
export const rightOf = ({ x, width }: Box): number => x + width;
export const bottomOf = ({ y, height }: Box): number => y + height;

export const sharedArea = (a: Box, b: Box): number =>
  Math.max(0, Math.min(rightOf(a), rightOf(b)) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(bottomOf(a), bottomOf(b)) - Math.max(a.y, b.y));

/** How much of `inner` lies in `outer`, 0…1. */
export const shareWithin = (inner: Box, outer: Box): number => sharedArea(inner, outer) / Math.max(1, areaOf(inner));

export const unionOf = (boxes: readonly [Box, ...Box[]]): Box => {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return { x, y, width: Math.max(...boxes.map(rightOf)) - x, height: Math.max(...boxes.map(bottomOf)) - y };
};

export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

/** Moves a box by an origin, and rounds away what no picture can show. */
export const relativeTo = (box: Box, origin: { readonly x: number; readonly y: number }): Box => ({
  x: Math.round((box.x - origin.x) * 100) / 100,
  y: Math.round((box.y - origin.y) * 100) / 100,
  width: Math.round(box.width * 100) / 100,
  height: Math.round(box.height * 100) / 100,
});
