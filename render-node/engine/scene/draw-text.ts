import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { lineBox } from '@reelyard/shared/templates/motion-kit/text-stack.ts';
import type { FontFamily, LottieValue } from '@reelyard/shared/templates/template.ts';
import sharp from 'sharp';
import type { Measure } from './text-fit.ts';

/**
 * Text is drawn here, by Canvas2D, and enters the scene as pictures of lines. Skottie sets text without kerning and
 * without fallback: side by side, display type came out visibly loose (AV, To), and CJK, Arabic and emoji as boxes.
 * A picture of a line costs about 1 ms a frame at 1080p and pushes smoothly, where live glyphs snap to whole pixels.
 */
export interface TextFace {
  /** CSS family list from fontsFor. */
  readonly families: string;
  readonly family: FontFamily;
  /** Factor of the size. */
  readonly tracking: number;
}

export interface LinePicture {
  /** Width of the letters' advance and of the picture, in composition pixels; the picture leans out by `overhang`. */
  readonly advance: number;
  readonly overhang: number;
  readonly width: number;
  readonly height: number;
  readonly dataUri: string;
}

const joined = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;
const strong = /[\p{L}\p{N}]/u;

/** True where the first letter of the text belongs to a script that runs from the right. */
export const isRightToLeft = (text: string): boolean => {
  const first = strong.exec(text)?.[0];
  return first !== undefined && rightToLeft.test(first);
};

const prepare = (context: SKRSContext2D, face: TextFace, text: string, sizePx: number): void => {
  context.font = `${sizePx}px ${face.families}`;
  // Arabic letters join: space between them would tear words apart.
  context.letterSpacing = joined.test(text) ? '0px' : `${(face.tracking * sizePx).toFixed(3)}px`;
  context.direction = isRightToLeft(text) ? 'rtl' : 'ltr';
  context.textAlign = 'left';
};

let scratch: Canvas | null = null;
const measuringContext = (): SKRSContext2D => {
  scratch ??= createCanvas(8, 8);
  return scratch.getContext('2d');
};

const measureAtPx = 200;

/** A measure for text set in `face`; widths scale with the size, so each text is shaped once. */
export const measureWith = (face: TextFace): Measure => {
  const known = new Map<string, number>();
  return (text, size) => {
    let width = known.get(text);
    if (width === undefined) {
      const context = measuringContext();
      prepare(context, face, text, measureAtPx);
      width = context.measureText(text).width / measureAtPx;
      known.set(text, width);
    }
    return width * size;
  };
};

/**
 * A canvas as a PNG data URI. The canvas' own encoder took 45 ms for a large figure, of which a counting scene has
 * forty; libvips at a low level takes 4 ms, in a thread, for a smaller file.
 */
export const pngDataUri = async (canvas: Canvas): Promise<string> => {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const png = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
};

/** One line as a picture at `pixelScale` pixels per composition pixel. */
export const drawLine = async (
  text: string,
  face: TextFace,
  size: number,
  color: string,
  pixelScale: number,
): Promise<LinePicture> => {
  const advance = measureWith(face)(text, size);
  const overhang = Math.ceil(size * 0.12);
  const width = Math.ceil(advance) + 2 * overhang;
  const height = Math.ceil(size * lineBox.height);
  const canvas = createCanvas(Math.ceil(width * pixelScale), Math.ceil(height * pixelScale));
  const context = canvas.getContext('2d');
  prepare(context, face, text, size * pixelScale);
  context.fillStyle = color;
  context.fillText(text, overhang * pixelScale, size * lineBox.baseline * pixelScale);
  return {
    advance,
    overhang,
    width: canvas.width / pixelScale,
    height: canvas.height / pixelScale,
    dataUri: await pngDataUri(canvas),
  };
};

/**
 * The value of an image slot: a data URI shown at a size in composition pixels. Ids must differ between pictures:
 * Skottie keeps one picture per id.
 */
export const imageSlot = (id: string, dataUri: string, width: number, height: number): LottieValue => ({
  id,
  w: width,
  h: height,
  u: '',
  p: dataUri,
  e: 1,
});
