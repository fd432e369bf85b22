import { type Canvas, createCanvas, LottieAnimation, type SKRSContext2D } from '@napi-rs/canvas';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import type { PreparedScene } from './prepared-scene.ts';
import type { DamageRect, RasterBackend } from './raster-backend.ts';

interface OpenScene {
  readonly animation: LottieAnimation;
  readonly canvas: Canvas;
  readonly context: SKRSContext2D;
  readonly whole: DamageRect;
}

const load = (scene: PreparedScene): LottieAnimation => {
  try {
    return LottieAnimation.loadFromData(scene.lottieJson);
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

/**
 * Skottie (Skia's Lottie player). Any frame can be drawn at once: its state depends on the time alone, so chunks join
 * without a seam. The canvas is kept while scenes of the same size follow each other.
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
      const animation = load(scene);
      const kept = current?.whole.widthPx === widthPx && current.whole.heightPx === heightPx ? current : undefined;
      const canvas = kept?.canvas ?? createCanvas(widthPx, heightPx);
      const context = kept?.context ?? canvas.getContext('2d');
      current = { animation, canvas, context, whole: { x: 0, y: 0, widthPx, heightPx } };
    },
    frame: (index) => {
      const { animation, context, whole } = opened();
      const { widthPx, heightPx } = whole;
      // Video has no alpha: what a scene leaves open is black, and never the frame before.
      context.fillStyle = '#000';
      context.fillRect(0, 0, widthPx, heightPx);
      animation.seekFrame(index);
      animation.render(context, { x: 0, y: 0, width: widthPx, height: heightPx });
      return whole;
    },
    // A buffer of its own each time (8.3 MB at 1080p) that only the event loop can free.
    read: () => opened().canvas.data(),
    encodeJpeg: async (quality) => await opened().canvas.encode('jpeg', quality),
    close: () => {
      current = undefined;
    },
  };
};
