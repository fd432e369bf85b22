import type { Box } from '@reelyard/shared/contracts/capture.ts';
import { sharedArea } from './component-box.ts';

/**
 * RULE: parts that can share one picture, because none of them touches another's box: drawn together they look as each
 * would alone, and twelve parts cost two or three pictures instead of twelve. Answers groups of indexes.
 */
export const picturesFor = (boxes: readonly Box[]): number[][] => {
  const groups: number[][] = [];
  for (const [index, box] of boxes.entries()) {
    const group = groups.find((members) => members.every((member) => sharedArea(box, boxes[member] ?? box) === 0));
    if (group === undefined) groups.push([index]);
    else group.push(index);
  }
  return groups;
};

/** A rectangle of whole pixels on a picture. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** RULE: the pixels of a picture that a box of CSS pixels touches, within the picture. */
export const pixelsOf = (
  box: Box,
  scale: number,
  picture: { readonly widthPx: number; readonly heightPx: number },
): PixelBox => {
  // A hair within the pixel grid is rounding, not a pixel more.
  const left = Math.max(0, Math.floor(box.x * scale + 0.01));
  const top = Math.max(0, Math.floor(box.y * scale + 0.01));
  const right = Math.min(picture.widthPx, Math.ceil((box.x + box.width) * scale - 0.01));
  const bottom = Math.min(picture.heightPx, Math.ceil((box.y + box.height) * scale - 0.01));
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
};

export const cssOf = ({ left, top, width, height }: PixelBox, scale: number): Box => ({
  x: left / scale,
  y: top / scale,
  width: width / scale,
  height: height / scale,
});
