import { packageFolder, packageNamed } from '@reelyard/shared/scene/font-packages.ts';
import type { PictureOrder } from '@reelyard/shared/scene/picture-order.ts';
import type { FontFile, LoadedFont, ScenePlatform } from '@reelyard/shared/scene/scene-platform.ts';
import { bitmapOf } from './bitmap.ts';
import type { Engine } from './engine.ts';
import { pictureUrlPath } from './picture-url.ts';
import { drawnPixels, typeSetter } from './type-setter.ts';

/** Reads a file of this farm by its path; rejects where it does not answer with one. */
export type ReadFile = (path: string) => Promise<ArrayBuffer>;

const folderOf = (packageName: string): string => `/preview-files/fonts/${packageFolder(packageNamed(packageName))}`;

/** Fonts of the farm, for every preview of the page. */
export const browserFonts = (
  { canvasKit, fonts }: Engine,
  read: ReadFile,
): Pick<ScenePlatform, 'fontRanges' | 'loadFont'> => ({
  fontRanges: async (packageName) => {
    const json = new TextDecoder().decode(await read(`${folderOf(packageName)}/ranges.json`));
    return JSON.parse(json) as Record<string, string>;
  },
  loadFont: async ({ packageName, subset, weight, alias }: FontFile): Promise<LoadedFont> => {
    const bytes = await read(`${folderOf(packageName)}/${subset}/${weight}.woff2`);
    const typeface = canvasKit.Typeface.MakeTypefaceFromData(bytes);
    if (typeface === null) throw new Error(`font file ${alias} cannot be read`);
    let isRegistered = false;
    return {
      has: (point) => typeface.getGlyphIDs(String.fromCodePoint(point))[0] !== 0,
      register: () => {
        if (isRegistered) return;
        isRegistered = true;
        fonts.registerFont(bytes, alias);
      },
    };
  },
});

/** Pictures of a scene by the names that its document calls them. */
export type SceneAssets = Readonly<Record<string, ArrayBuffer>>;

export interface BrowserPlatform extends ScenePlatform {
  /** The pictures that were made or fetched since `begin`; the others are forgotten. */
  readonly used: () => SceneAssets;
  readonly begin: () => void;
}

/**
 * The machine of one preview: type and shadows drawn by Skia in this page, stored pictures cut by the farm. What did not
 * change since the last filling is not made again.
 */
export const browserPlatform = (
  engine: Engine,
  fonts: Pick<ScenePlatform, 'fontRanges' | 'loadFont'>,
  read: ReadFile,
): BrowserPlatform => {
  const { canvasKit } = engine;
  const setter = typeSetter(engine);
  const names = new Map<string, string>();
  const pictures = new Map<string, Promise<ArrayBuffer>>();
  const finished = new Map<string, ArrayBuffer>();
  let wanted = new Set<string>();
  let counter = 0;

  /** The picture that `what` describes, made once. */
  const keep = async (what: string, make: () => Promise<ArrayBuffer>): Promise<string> => {
    let name = names.get(what);
    if (name === undefined) {
      counter += 1;
      name = `picture-${counter}`;
      names.set(what, name);
    }
    wanted.add(what);
    let making = pictures.get(what);
    if (making === undefined) {
      making = make();
      pictures.set(what, making);
    }
    try {
      finished.set(what, await making);
    } catch (error) {
      pictures.delete(what);
      throw error;
    }
    return name;
  };

  const shadow = (order: Extract<PictureOrder, { kind: 'shadow' }>): ArrayBuffer => {
    const { widthPx, heightPx, insetPx, radiusPx, sigmaPx, hex, opacity } = order;
    const paint = new canvasKit.Paint();
    const blur = canvasKit.MaskFilter.MakeBlur(canvasKit.BlurStyle.Normal, sigmaPx, true);
    paint.setColor(canvasKit.multiplyByAlpha(canvasKit.parseColorString(hex), opacity));
    paint.setMaskFilter(blur);
    const box = canvasKit.XYWHRect(insetPx, insetPx, widthPx - 2 * insetPx, heightPx - 2 * insetPx);
    const pixels = drawnPixels(canvasKit, widthPx, heightPx, (canvas) =>
      canvas.drawRRect(canvasKit.RRectXY(box, radiusPx, radiusPx), paint),
    );
    blur.delete();
    paint.delete();
    return bitmapOf(pixels, widthPx, heightPx);
  };

  return {
    ...fonts,
    measure: setter.measure,
    paint: (painting) =>
      keep(JSON.stringify(painting), async () => bitmapOf(setter.paint(painting), painting.widthPx, painting.heightPx)),
    hasPicture: () => true,
    cut: (order) =>
      keep(JSON.stringify(order), async () =>
        order.kind === 'shadow' ? shadow(order) : await read(pictureUrlPath(order)),
      ),
    begin: () => {
      wanted = new Set();
    },
    used: () => {
      for (const what of finished.keys()) {
        if (wanted.has(what)) continue;
        for (const known of [names, pictures, finished]) known.delete(what);
      }
      return Object.fromEntries([...finished].map(([what, bytes]) => [names.get(what) ?? what, bytes]));
    },
  };
};
