import { groundFrameOf } from '@reelyard/shared/scene/held-ground.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import { type I420Converter, i420Converter } from '../pixels/i420-converter.ts';
import type { RasterBackend, Still } from './raster-backend.ts';

/** The frames of one scene after the other, as an encoder takes them. One instance belongs to one thread. */
export interface FrameSource {
  open(scene: PreparedScene): void;
  /** A frame in I420 (see I420Converter): a view that stays as it is until the next call. */
  i420(index: number): Uint8Array;
  still(index: number): Still;
}

/** Draws with `backend` and lays each frame over its ground, which is drawn anew only where it has moved on. */
export const frameSource = (backend: RasterBackend): FrameSource => {
  let current: { readonly scene: PreparedScene; readonly converter: I420Converter } | undefined;
  let groundFrame: number | undefined;

  const opened = (): NonNullable<typeof current> => {
    if (current === undefined) throw new Error('no scene is open');
    return current;
  };

  return {
    open: (scene) => {
      const { widthPx, heightPx } = scene;
      const kept = current?.converter;
      // A failed open must not leave the scene before it in place.
      current = undefined;
      groundFrame = undefined;
      backend.open(scene);
      const fits = kept?.widthPx === widthPx && kept.heightPx === heightPx;
      current = { scene, converter: fits ? kept : i420Converter(widthPx, heightPx) };
    },
    i420: (index) => {
      const { scene, converter } = opened();
      const wanted = groundFrameOf(index, scene.fps, scene.frameCount);
      if (groundFrame !== wanted) {
        converter.setGround(backend.ground(index));
        groundFrame = wanted;
      }
      return converter.convert(backend.frame(index));
    },
    still: (index) => backend.still(index),
  };
};
