import { groundFrameOf } from '@reelyard/shared/scene/held-ground.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import type { GrDirectContext, ManagedSkottieAnimation, Surface } from 'canvaskit-wasm';
import type { SceneAssets } from './browser-platform.ts';
import type { Engine } from './engine.ts';

interface OpenScene {
  readonly scene: PreparedScene;
  readonly animation: ManagedSkottieAnimation;
  readonly groundAnimation: ManagedSkottieAnimation | null;
}

/** Draws frames of one scene after the other into a canvas. */
export interface ScenePlayer {
  /** Replaces the scene that was open; throws, and keeps it, where a document cannot be read. */
  open(scene: PreparedScene, assets: SceneAssets): void;
  draw(frame: number): void;
  /** The frame that was drawn last: straight RGBA. */
  pixels(): Uint8Array;
  /** How it draws: on the graphics card, or without one. */
  readonly drawsWith: 'webgl' | 'software';
  close(): void;
}

interface Target {
  readonly drawsWith: 'webgl' | 'software';
  surfaceOf(widthPx: number, heightPx: number): Surface;
  close(): void;
}

const webglTarget = ({ canvasKit }: Engine, canvas: HTMLCanvasElement): Target | null => {
  const handle = canvasKit.GetWebGLContext(canvas, { antialias: 0, alpha: 0, preserveDrawingBuffer: 1 });
  if (handle === 0) return null;
  const context: GrDirectContext | null = canvasKit.MakeWebGLContext(handle);
  if (context === null) return null;
  return {
    drawsWith: 'webgl',
    surfaceOf: (widthPx, heightPx) => {
      const surface = canvasKit.MakeOnScreenGLSurface(context, widthPx, heightPx, canvasKit.ColorSpace.SRGB);
      if (surface === null) throw new Error('the graphics card gave no surface');
      return surface;
    },
    close: () => {
      context.releaseResourcesAndAbandonContext();
      context.delete();
      canvasKit.deleteContext(handle);
    },
  };
};

const softwareTarget = ({ canvasKit }: Engine, canvas: HTMLCanvasElement): Target => ({
  drawsWith: 'software',
  surfaceOf: () => {
    const surface = canvasKit.MakeSWCanvasSurface(canvas);
    if (surface === null) throw new Error('this browser gave no surface to draw on');
    return surface;
  },
  close: () => {},
});

/** Skia's Lottie player in this page; the same documents as on a render node, drawn by the same code of Skia. */
export const scenePlayer = (engine: Engine, canvas: HTMLCanvasElement): ScenePlayer => {
  const { canvasKit } = engine;
  const target = webglTarget(engine, canvas) ?? softwareTarget(engine, canvas);
  let current: OpenScene | null = null;
  let surface: Surface | null = null;

  const read = (json: string, assets: SceneAssets): ManagedSkottieAnimation => {
    const animation = canvasKit.MakeManagedAnimation(json, assets);
    if (animation === null) throw new Error('the scene could not be opened by the drawing engine');
    return animation;
  };

  const release = (): void => {
    current?.animation.delete();
    current?.groundAnimation?.delete();
    current = null;
  };

  const place = ({ widthPx, heightPx }: PreparedScene): Surface => {
    if (surface !== null && canvas.width === widthPx && canvas.height === heightPx) return surface;
    surface?.delete();
    canvas.width = widthPx;
    canvas.height = heightPx;
    surface = target.surfaceOf(widthPx, heightPx);
    return surface;
  };

  return {
    drawsWith: target.drawsWith,
    open: (scene, assets) => {
      const animation = read(scene.lottieJson, assets);
      const groundAnimation = scene.groundJson === null ? null : read(scene.groundJson, {});
      release();
      current = { scene, animation, groundAnimation };
    },
    draw: (frame) => {
      if (current === null) return;
      const { scene, animation, groundAnimation } = current;
      const ground = place(scene);
      const picture = ground.getCanvas();
      const box = canvasKit.XYWHRect(0, 0, scene.widthPx, scene.heightPx);
      picture.clear(canvasKit.BLACK);
      groundAnimation?.seekFrame(groundFrameOf(frame, scene.fps, scene.frameCount));
      groundAnimation?.render(picture, box);
      animation.seekFrame(frame);
      animation.render(picture, box);
      ground.flush();
    },
    pixels: () => {
      const pixels = surface?.getCanvas().readPixels(0, 0, {
        width: canvas.width,
        height: canvas.height,
        colorType: canvasKit.ColorType.RGBA_8888,
        alphaType: canvasKit.AlphaType.Unpremul,
        colorSpace: canvasKit.ColorSpace.SRGB,
      });
      if (pixels == null) throw new Error('no frame was drawn');
      return pixels as Uint8Array;
    },
    close: () => {
      release();
      surface?.delete();
      surface = null;
      target.close();
    },
  };
};
