import { lineBox } from '../templates/motion-kit/text-stack.ts';
import type { LottieValue } from '../templates/template.ts';
import type { TypeLook } from './painting.ts';
import type { ScenePlatform } from './scene-platform.ts';
import type { Measure } from './text-fit.ts';

/**
 * Text enters the scene as pictures of lines. Skottie sets text without kerning and without fallback: side by side,
 * display type came out visibly loose (AV, To), and CJK, Arabic and emoji as boxes. A picture of a line costs about 1 ms
 * a frame at 1080p and pushes smoothly, where live glyphs snap to whole pixels.
 */
export interface TextFace {
  /** Aliases from the font chooser. */
  readonly families: readonly string[];
  /** Factor of the size. */
  readonly tracking: number;
}

export interface LinePicture {
  /** Width of the letters' advance and of the picture, in composition pixels; the picture leans out by `overhang`. */
  readonly advance: number;
  readonly overhang: number;
  readonly width: number;
  readonly height: number;
  readonly address: string;
}

const joined = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]/u;
const strong = /[\p{L}\p{N}]/u;

/** True where the first letter of the text belongs to a script that runs from the right. */
export const isRightToLeft = (text: string): boolean => {
  const first = strong.exec(text)?.[0];
  return first !== undefined && rightToLeft.test(first);
};

const lookOf = (face: TextFace, text: string, sizePx: number): TypeLook => ({
  families: face.families,
  sizePx,
  // Arabic letters join: space between them would tear words apart.
  letterSpacingPx: joined.test(text) ? 0 : Number((face.tracking * sizePx).toFixed(3)),
  direction: isRightToLeft(text) ? 'rtl' : 'ltr',
});

const measureAtPx = 200;

/** A measure for text set in `face`; widths scale with the size, so each text is shaped once. */
export const measureWith = ({ measure }: Pick<ScenePlatform, 'measure'>, face: TextFace): Measure => {
  const known = new Map<string, number>();
  return (text, size) => {
    let width = known.get(text);
    if (width === undefined) {
      width = measure(text, lookOf(face, text, measureAtPx)) / measureAtPx;
      known.set(text, width);
    }
    return width * size;
  };
};

/** One line as a picture at `pixelScale` pixels per composition pixel. */
export const drawLine = async (
  platform: Pick<ScenePlatform, 'measure' | 'paint'>,
  text: string,
  face: TextFace,
  size: number,
  color: string,
  pixelScale: number,
): Promise<LinePicture> => {
  const advance = measureWith(platform, face)(text, size);
  const overhang = Math.ceil(size * 0.12);
  const widthPx = Math.ceil((Math.ceil(advance) + 2 * overhang) * pixelScale);
  const heightPx = Math.ceil(Math.ceil(size * lineBox.height) * pixelScale);
  const address = await platform.paint({
    widthPx,
    heightPx,
    scale: 1,
    marks: [
      {
        kind: 'text',
        text,
        look: lookOf(face, text, size * pixelScale),
        x: overhang * pixelScale,
        baseline: size * lineBox.baseline * pixelScale,
        fill: color,
      },
    ],
  });
  return { advance, overhang, width: widthPx / pixelScale, height: heightPx / pixelScale, address };
};

/**
 * The value of an image slot: a picture shown at a size in composition pixels. Ids must differ between pictures:
 * Skottie keeps one picture per id.
 */
export const imageSlot = (id: string, address: string, width: number, height: number): LottieValue => ({
  id,
  w: width,
  h: height,
  u: '',
  p: address,
  e: 1,
});
