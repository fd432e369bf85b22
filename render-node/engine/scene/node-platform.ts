import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import type { Mark, TypeLook } from '@reelyard/shared/scene/painting.ts';
import type { FontFile, LoadedFont, ScenePlatform } from '@reelyard/shared/scene/scene-platform.ts';
import { cutPicture } from '@reelyard/shared/scene-media/cut-picture.ts';
import { fontFilePath, fontRangesPath } from '@reelyard/shared/scene-media/font-files.ts';
import sharp from 'sharp';
import { coverageOf } from './font-coverage.ts';

const registered = new Set<string>();

/** Read once per process: the font chooser keeps what it was given. */
const loadFont = async ({ packageName, subset, weight, alias }: FontFile): Promise<LoadedFont> => {
  const bytes = readFileSync(fontFilePath(packageName, subset, weight));
  const coverage = coverageOf(bytes);
  return {
    has: (point) => coverage.has(point),
    register: () => {
      if (registered.has(alias)) return;
      if (!GlobalFonts.register(bytes, alias)) throw new Error(`font file ${alias} cannot be read`);
      registered.add(alias);
    },
  };
};

const fontRanges = async (packageName: string): Promise<Record<string, string>> =>
  JSON.parse(readFileSync(fontRangesPath(packageName), 'utf8')) as Record<string, string>;

const setType = (context: SKRSContext2D, { families, sizePx, letterSpacingPx, direction }: TypeLook): void => {
  context.font = `${sizePx}px ${families.map((alias) => `"${alias}"`).join(', ')}`;
  context.letterSpacing = `${letterSpacingPx.toFixed(3)}px`;
  context.direction = direction;
  context.textAlign = 'left';
};

let scratch: Canvas | null = null;

const measure = (text: string, look: TypeLook): number => {
  scratch ??= createCanvas(8, 8);
  const context = scratch.getContext('2d');
  setType(context, look);
  return context.measureText(text).width;
};

const paintMark = (context: SKRSContext2D, mark: Mark): void => {
  context.fillStyle = mark.fill;
  if (mark.kind === 'text') {
    setType(context, mark.look);
    context.fillText(mark.text, mark.x, mark.baseline);
    return;
  }
  context.beginPath();
  if (mark.kind === 'roundRect') {
    context.roundRect(mark.x, mark.y, mark.width, mark.height, mark.radius);
  } else {
    for (const [index, [x, y]] of mark.points.entries()) {
      if (index === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.closePath();
  }
  context.fill();
  if (mark.kind !== 'roundRect' || mark.stroke === null) return;
  context.strokeStyle = mark.stroke;
  context.lineWidth = 1;
  context.stroke();
};

/**
 * A canvas as a PNG data URI. The canvas' own encoder took 45 ms for a large figure, of which a counting scene has
 * forty; libvips at a low level takes 4 ms, in a thread, for a smaller file.
 */
const pngDataUri = async (canvas: Canvas): Promise<string> => {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
};

/** Fonts and pictures of a render node: Skia in this process, files, libvips. Its fonts are the process's. */
export const nodeFonts: Pick<ScenePlatform, 'fontRanges' | 'loadFont'> = { fontRanges, loadFont };

/** `images`: storage key -> local file. Pictures enter the documents as data URIs. */
export const nodePlatform = (images: Readonly<Record<string, string>>): ScenePlatform => ({
  ...nodeFonts,
  measure,
  paint: async ({ widthPx, heightPx, scale, marks }) => {
    const canvas = createCanvas(widthPx, heightPx);
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    for (const mark of marks) paintMark(context, mark);
    return await pngDataUri(canvas);
  },
  hasPicture: (storageKey) => images[storageKey] !== undefined,
  cut: async (order) => {
    const { bytes, mimeType } = await cutPicture(order, async (storageKey) => await readFile(images[storageKey] ?? ''));
    return `data:${mimeType};base64,${bytes.toString('base64')}`;
  },
});
