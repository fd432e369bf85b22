import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box, CapturedFile, CaptureFrame } from '@reelyard/shared/contracts/capture.ts';
import sharp from 'sharp';
import { areaOf, grown, relativeTo, unionOf } from './component-box.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { cssOf, type PixelBox, picturesFor, pixelsOf } from './picture-groups.ts';
import { shoot } from './shoot.ts';

/** A part to lift, with its box on the document. */
export interface Liftable {
  readonly ref: number;
  readonly box: Box;
  readonly spillPx: number;
}

export interface LiftedComponent {
  readonly component: CapturedFile;
  readonly behind: CapturedFile;
  /** On the frame, in CSS pixels: what both pictures show. */
  readonly componentBox: Box;
}

interface Canvas {
  readonly frame: CaptureFrame;
  readonly picture: { readonly widthPx: number; readonly heightPx: number };
  readonly view: Box;
  readonly outDir: string;
  readonly signal: AbortSignal;
}

/** Content that sticks out of its box without a shadow: badges at a corner, numbers on a chart's edge. */
const overhangPx = 14;
/** One picture of all parts of a group, unless that is mostly page between them. */
const mostlyPage = 2.5;
/** Fainter than this is the far end of a blur. */
const leastAlpha = 3;

interface RawPicture {
  readonly data: Buffer;
  readonly channels: 3 | 4;
  /** Where it lies on the frame's picture. */
  readonly at: PixelBox;
}

const takeRegion = async (
  world: IsolatedWorld,
  at: PixelBox,
  { frame, view }: Canvas,
  isTransparent: boolean,
): Promise<RawPicture> => {
  const css = cssOf(at, frame.scale);
  const region = { ...css, x: css.x + frame.x, y: css.y + frame.y };
  const { bytes } = await shoot(world, region, { scale: frame.scale, isTransparent, isDraft: true, view });
  const image = sharp(bytes);
  const { data, info } = await (isTransparent ? image.ensureAlpha() : image.removeAlpha())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, channels: isTransparent ? 4 : 3, at: { ...at, width: info.width, height: info.height } };
};

/** The pixels of `within` that are not empty, joined with `least`; both on the frame's picture. */
const drawnExtent = ({ data, at }: RawPicture, within: PixelBox, least: PixelBox): PixelBox => {
  let { left, top } = least;
  let right = left + least.width;
  let bottom = top + least.height;
  const end = {
    x: Math.min(within.left + within.width, at.left + at.width),
    y: Math.min(within.top + within.height, at.top + at.height),
  };
  for (let y = Math.max(within.top, at.top); y < end.y; y += 1) {
    const row = (y - at.top) * at.width;
    for (let x = Math.max(within.left, at.left); x < end.x; x += 1) {
      if ((data[(row + x - at.left) * 4 + 3] ?? 0) <= leastAlpha) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      if (y >= bottom) bottom = y + 1;
    }
  }
  return { left, top, width: right - left, height: bottom - top };
};

const writeCrop = async (
  { data, channels, at }: RawPicture,
  box: PixelBox,
  file: string,
  outDir: string,
): Promise<CapturedFile> => {
  const path = join(outDir, `${file}.png`);
  const left = Math.max(0, box.left - at.left);
  const top = Math.max(0, box.top - at.top);
  const width = Math.min(box.width, at.width - left);
  const height = Math.min(box.height, at.height - top);
  const bytes = await sharp(data, { raw: { width: at.width, height: at.height, channels } })
    .extract({ left, top, width, height })
    .png({ compressionLevel: 6 })
    .toBuffer();
  await writeFile(path, bytes);
  return { file, mimeType: 'image/png', widthPx: width, heightPx: height };
};

/** Regions of the frame's picture that hold the members of a group, and who is in each. */
const regionsOf = (
  members: readonly number[],
  reaches: readonly PixelBox[],
): { at: PixelBox; members: readonly number[] }[] => {
  const boxes = members.map((member) => {
    const { left: x, top: y, width, height } = reaches[member] ?? { left: 0, top: 0, width: 1, height: 1 };
    return { x, y, width, height };
  });
  const [first, ...others] = boxes;
  if (first === undefined) return [];
  const union = unionOf([first, ...others]);
  const sum = boxes.reduce((total, box) => total + areaOf(box), 0);
  const asPixels = ({ x, y, width, height }: Box): PixelBox => ({ left: x, top: y, width, height });
  if (areaOf(union) <= sum * mostlyPage) return [{ at: asPixels(union), members }];
  return boxes.map((box, index) => ({ at: asPixels(box), members: members.slice(index, index + 1) }));
};

/**
 * Takes every part alone on nothing (with its shadow and rounded corners) and what lies behind it. Parts that do not touch
 * share a picture. Answers in the order of `parts`; files are `component-N` and `behind-N`, counted from 1.
 */
export const liftComponents = async (
  world: IsolatedWorld,
  parts: readonly Liftable[],
  canvas: Canvas,
): Promise<LiftedComponent[]> => {
  const { frame, picture, outDir, signal } = canvas;
  const tight = parts.map(({ box }) => pixelsOf(relativeTo(box, frame), frame.scale, picture));
  const reaches = parts.map(({ box, spillPx }) =>
    pixelsOf(relativeTo(grown(box, spillPx + overhangPx), frame), frame.scale, picture),
  );
  const groups = picturesFor(reaches.map((reach) => cssOf(reach, 1)));
  const lifted: LiftedComponent[] = [];
  const none: PixelBox = { left: 0, top: 0, width: 1, height: 1 };
  for (const group of groups) {
    const refs = group.flatMap((member) => parts[member]?.ref ?? []);
    const extents = new Map<number, PixelBox>();
    const components = new Map<number, CapturedFile>();
    const regions = regionsOf(group, reaches);
    await world.call('isolateParts', refs);
    for (const { at, members } of regions) {
      signal.throwIfAborted();
      const alone = await takeRegion(world, at, canvas, true);
      for (const member of members) {
        const extent = drawnExtent(alone, reaches[member] ?? none, tight[member] ?? none);
        extents.set(member, extent);
        components.set(member, await writeCrop(alone, extent, `component-${member + 1}`, outDir));
      }
    }
    await world.call('hideParts', refs);
    for (const { at, members } of regions) {
      signal.throwIfAborted();
      const ground = await takeRegion(world, at, canvas, false);
      for (const member of members) {
        const extent = extents.get(member);
        const component = components.get(member);
        if (extent === undefined || component === undefined) continue;
        const behind = await writeCrop(ground, extent, `behind-${member + 1}`, outDir);
        lifted[member] = { component, behind, componentBox: relativeTo(cssOf(extent, frame.scale), { x: 0, y: 0 }) };
      }
    }
  }
  return lifted;
};
