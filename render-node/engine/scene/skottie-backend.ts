import { type Canvas, createCanvas, LottieAnimation, type SKRSContext2D } from '@napi-rs/canvas';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import { groundFrameOf } from '@reelyard/shared/scene/held-ground.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import type { RasterBackend } from './raster-backend.ts';

interface Surface {
  readonly canvas: Canvas;
  readonly context: SKRSContext2D;
  readonly widthPx: number;
  readonly heightPx: number;
}

interface OpenScene {
  readonly scene: PreparedScene;
  readonly animation: LottieAnimation;
  readonly groundAnimation: LottieAnimation | null;
  readonly surface: Surface;
  readonly groundSurface: Surface;
}

/**
 * The ground has nothing finer than a field of light half the picture wide. Enlarged from a quarter or an eighth, luma was
 * at most 1.7 levels off the full size and 0.3 in the mean (most of it Skia's own rounding to eight bits); a
 * sixteenth is no whole number of rows at 1080p.
 */
const groundReduction = 8;

const load = (lottieJson: string): LottieAnimation => {
  try {
    return LottieAnimation.loadFromData(lottieJson);
  } catch (cause) {
    throw new JobFailureError(
      {
        blame: 'engine',
        retryable: false,
        stage: 'render',
        code: 'SCENE_UNREADABLE',
        message: 'The prepared scene could not be opened by the renderer.',
      },
      { cause },
    );
  }
};

/** The surface that was used before where it has the size. */
const surfaceOf = (kept: Surface | undefined, widthPx: number, heightPx: number): Surface => {
  if (kept?.widthPx === widthPx && kept.heightPx === heightPx) return kept;
  const canvas = createCanvas(widthPx, heightPx);
  return { canvas, context: canvas.getContext('2d'), widthPx, heightPx };
};

/** The player keeps the shape of its picture: where the surface's differs by a part of a pixel, its edges are cut off. */
const drawOn = (surface: Surface, scene: PreparedScene, animation: LottieAnimation, index: number): void => {
  const scale = Math.max(surface.widthPx / scene.widthPx, surface.heightPx / scene.heightPx);
  animation.seekFrame(index);
  animation.render(surface.context, { x: 0, y: 0, width: scene.widthPx * scale, height: scene.heightPx * scale });
};

/** Video has no alpha: what a scene leaves open is black, and never the frame before. */
const blacken = ({ context, widthPx, heightPx }: Surface): void => {
  context.fillStyle = '#000';
  context.fillRect(0, 0, widthPx, heightPx);
};

/**
 * Skottie (Skia's Lottie player). Any frame can be drawn at once: its state depends on the time alone, so chunks join
 * without a seam. Canvases are kept while scenes of the same size follow each other.
 * Frame and ground are drawn apart: two soft fields over the whole picture took 8 of the 11 ms of a frame's raster, and
 * copying a held ground under each frame on the canvas still took 2 ms, which the conversion does on the way.
 */
export const skottieBackend = (): RasterBackend => {
  let current: OpenScene | undefined;

  const opened = (): OpenScene => {
    if (current === undefined) throw new Error('no scene is open');
    return current;
  };

  return {
    open: (scene) => {
      const { widthPx, heightPx } = scene;
      const small = (side: number): number => Math.max(1, Math.round(side / groundReduction));
      current = {
        scene,
        animation: load(scene.lottieJson),
        groundAnimation: scene.groundJson === null ? null : load(scene.groundJson),
        surface: surfaceOf(current?.surface, widthPx, heightPx),
        groundSurface: surfaceOf(current?.groundSurface, small(widthPx), small(heightPx)),
      };
    },
    frame: (index) => {
      const { scene, animation, surface } = opened();
      surface.context.clearRect(0, 0, surface.widthPx, surface.heightPx);
      drawOn(surface, scene, animation, index);
      // A buffer of its own each time (8.3 MB at 1080p) that only the event loop can free.
      return surface.canvas.data();
    },
    ground: (index) => {
      const { scene, groundAnimation, groundSurface } = opened();
      if (groundAnimation === null) return null;
      blacken(groundSurface);
      drawOn(groundSurface, scene, groundAnimation, groundFrameOf(index, scene.fps, scene.frameCount));
      const { widthPx, heightPx } = groundSurface;
      return { rgba: groundSurface.canvas.data(), widthPx, heightPx };
    },
    still: (index) => {
      const { scene, animation, groundAnimation, surface } = opened();
      blacken(surface);
      if (groundAnimation !== null)
        drawOn(surface, scene, groundAnimation, groundFrameOf(index, scene.fps, scene.frameCount));
      drawOn(surface, scene, animation, index);
      return {
        rgba: () => surface.canvas.data(),
        jpeg: async (quality) => await surface.canvas.encode('jpeg', quality),
      };
    },
    close: () => {
      current = undefined;
    },
  };
};
