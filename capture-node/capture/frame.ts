import type { Box, CaptureFrame, ComponentCapture } from '@reelyard/shared/contracts/capture.ts';
import { bottomOf, rightOf, unionOf } from './component-box.ts';
import { calmestStart, type Span } from './frame-edges.ts';
import type { PageSize } from './in-page/component-probe.ts';

/** The most pixels of one picture, as everywhere in the farm; a page drawn at 2 px per CSS pixel passes it at 5,760 px. */
export const maxPicturePixels = 33_177_600;
const fullScale = 2;
/** Below one pixel per CSS pixel text can no longer be read: a longer page is cut off instead. */
const leastScale = 1;
/** A frame narrower than this part of the slot's window would be blown up until its pixels show. */
const leastWidthShare = 0.5;
/** A frame nearly as wide as the page is the page: a strip cut off at its side would look like a mistake. */
const nearlyWhole = 0.86;
/** Between an edge of the frame and a selected part. */
const airPx = 16;
/** Without a selection the frame shows what there is to choose from, but stays a picture that can be looked at. */
const choiceScreens = 3;

const scaleFor = (width: number, height: number): number => {
  const scale = Math.sqrt(maxPicturePixels / (width * height));
  return scale >= fullScale ? fullScale : Math.floor(scale * 1_000) / 1_000;
};

const clamped = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, Math.max(least, most)));

/**
 * The window around the selected parts: as wide as makes them fill `targetFill` of it in the direction in which they are
 * larger, of the slot's shape, within the page; higher than the slot's shape only where a part would be cut.
 */
const aroundParts = (
  union: Box,
  page: PageSize,
  { slot, targetFill }: Pick<ComponentCapture, 'slot' | 'targetFill'>,
  candidates: readonly Box[],
): Box => {
  const aspect = slot.widthPx / slot.heightPx;
  const wanted = Math.max(union.width, union.height * aspect) / targetFill;
  const least = Math.min(page.width, slot.widthPx * leastWidthShare);
  const fitted = clamped(wanted, least, page.width);
  const width = Math.max(fitted >= page.width * nearlyWhole ? page.width : fitted, Math.min(union.width, page.width));
  const height = Math.min(page.height, Math.max(width / aspect, union.height + Math.min(32, union.height * 0.06) * 2));
  // Air around the outermost parts, as far as the frame has room for it.
  const within = (from: number, to: number, length: number, end: number): { least: number; most: number } => {
    const air = Math.max(0, Math.min(airPx, (length - (to - from)) / 2));
    const most = Math.max(0, Math.min(from - air, end - length));
    return { least: Math.min(most, Math.max(0, to + air - length)), most };
  };
  const spansOf = (axis: 'x' | 'y', side: 'width' | 'height'): Span[] =>
    candidates.map((box) => ({ from: box[axis], to: box[axis] + box[side] }));
  const x = within(union.x, rightOf(union), width, page.width);
  const y = within(union.y, bottomOf(union), height, page.height);
  return {
    x: calmestStart(union.x + union.width / 2 - width / 2, x, width, spansOf('x', 'width')),
    y: calmestStart(union.y + union.height / 2 - height / 2, y, height, spansOf('y', 'height')),
    width,
    height,
  };
};

const screenOf = (page: PageSize, slot: ComponentCapture['slot']): Box => ({
  x: 0,
  y: 0,
  width: page.width,
  height: Math.min(page.height, Math.max((page.width * slot.heightPx) / slot.widthPx, 1)),
});

const regionOf = (
  request: Pick<ComponentCapture, 'frame' | 'slot' | 'targetFill' | 'autoSelect'>,
  page: PageSize,
  selected: readonly Box[],
  candidates: readonly Box[],
): Box => {
  if (request.frame === 'full') return { x: 0, y: 0, width: page.width, height: page.height };
  if (request.frame === 'current')
    return {
      x: page.scrollX,
      y: page.scrollY,
      width: Math.min(page.screenWidth, page.width),
      height: Math.min(page.screenHeight, page.height),
    };
  const [first, ...others] = selected;
  if (first !== undefined) return aroundParts(unionOf([first, ...others]), page, request, candidates);
  const screen = screenOf(page, request.slot);
  if (request.autoSelect || candidates.length === 0) return screen;
  const end = Math.max(screen.height, ...candidates.map((box) => bottomOf(box) + 32));
  return { ...screen, height: Math.min(end, page.height, screen.height * choiceScreens) };
};

/**
 * RULE (S70): the region of the document that a capture shows. `auto` frames the selected parts in the slot's shape,
 * `current` is the window as it is scrolled, `full` the page from its top. Whole CSS pixels; `scale` is 2 but where the
 * picture would pass `maxPicturePixels`.
 */
export const frameOf = (
  request: Pick<ComponentCapture, 'frame' | 'slot' | 'targetFill' | 'autoSelect'>,
  page: PageSize,
  selected: readonly Box[],
  candidates: readonly Box[],
): CaptureFrame => {
  const region = regionOf(request, page, selected, candidates);
  const x = Math.floor(region.x);
  const y = Math.floor(region.y);
  const width = Math.max(1, Math.round(region.width));
  const wholeHeight = Math.max(1, Math.round(Math.min(region.height, page.height - y)));
  const height = Math.min(wholeHeight, Math.floor(maxPicturePixels / (leastScale * leastScale * width)));
  return {
    mode: request.frame,
    x,
    y,
    width,
    height,
    scrollY: request.frame === 'current' ? page.scrollY : 0,
    scale: scaleFor(width, height),
  };
};
