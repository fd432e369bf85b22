import type { Painting, TypeLook } from './painting.ts';
import type { PictureOrder } from './picture-order.ts';

/** One file of a bundled font: the package of @fontsource, one of its subsets, one of its weights. */
export interface FontFile {
  readonly packageName: string;
  readonly subset: string;
  readonly weight: number;
  /** The name under which type is set in it. */
  readonly alias: string;
}

/** A font file that was read. */
export interface LoadedFont {
  /** True where the file has a glyph for the code point. */
  readonly has: (point: number) => boolean;
  /** From here on `measure` and `paint` know it by its alias. */
  readonly register: () => void;
}

/**
 * All that filling a scene needs of the machine that it runs on: a render node (Skia in Node, files, sharp) or a maker's
 * browser (Skia in WebAssembly, addresses). Everything that decides how a scene looks is on this side of it, so a
 * preview cannot differ from the render.
 */
export interface ScenePlatform {
  /** The code points that each subset of a package is for, as CSS writes them. */
  readonly fontRanges: (packageName: string) => Promise<Readonly<Record<string, string>>>;
  readonly loadFont: (file: FontFile) => Promise<LoadedFont>;
  /** Advance width in pixels of one line of type. Its fonts are registered. */
  readonly measure: (text: string, look: TypeLook) => number;
  /** Paints a picture; answers its address as an image slot of a Lottie document takes it. */
  readonly paint: (painting: Painting) => Promise<string>;
  /** False where a picture that a value names is not at hand. */
  readonly hasPicture: (storageKey: string) => boolean;
  /** A stored picture as a scene shows it; answers its address. Rejects where it cannot be read. */
  readonly cut: (order: PictureOrder) => Promise<string>;
}
