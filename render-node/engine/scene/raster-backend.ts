import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import type { SoftPicture } from '../pixels/ground-enlarger.ts';

/** Draws one scene's frames in any order. One instance belongs to one thread. */
export interface RasterBackend {
  /** Replaces the scene that was open. Throws a JobFailureError where a document cannot be read. */
  open(scene: PreparedScene): void;
  /** A frame without its ground: RGBA, premultiplied, rows without gaps; a copy. */
  frame(index: number): Uint8Array;
  /** The ground under frame `index`, an eighth of the size; null = black. */
  ground(index: number): SoftPicture | null;
  /** A frame with its ground. */
  still(index: number): Still;
  close(): void;
}

/** A drawn picture, until the next one is drawn. */
export interface Still {
  /** RGBA, opaque, rows without gaps. */
  readonly rgba: () => Uint8Array;
  readonly jpeg: (quality: number) => Promise<Buffer>;
}
