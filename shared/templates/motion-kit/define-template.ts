import { type AspectRatio, compositionSize, type PixelSize } from '../../contracts/render-format.ts';
import type { LayerMeta, TemplateManifest } from '../../contracts/template.ts';
import type { Template } from '../template.ts';
import { compose, type Part } from './compose.ts';
import { ground } from './ground.ts';
import { bundledFonts, inOrder, themeBinding, themeLayers } from './manifest-layers.ts';
import { stage } from './stage.ts';

/** Every built-in template runs at this rate. */
const fps = 30;
/** The stage clears in this many last frames: the exit of motion.md and a few frames of bare ground for the cut. */
const clearingFrames = 13;

/** What the parts of a scene are composed for. */
export interface Frame extends PixelSize {
  readonly aspectRatio: AspectRatio;
  readonly frameCount: number;
  /** When the stage begins to clear. */
  readonly exitFrame: number;
}

type Description = Omit<TemplateManifest, 'fps' | 'layers' | 'fonts' | 'captureSlots' | 'locales'> & {
  /** Most templates show no captured page. */
  readonly captureSlots?: TemplateManifest['captureSlots'];
  /** The template's own layers; style, colours and typeface are added to every template. */
  readonly layers: Readonly<Record<string, Omit<LayerMeta, 'order'>>>;
};

/** A built-in template: what the API shows, and its parts (first on top) over the common stage and ground. */
export const defineTemplate = (description: Description, parts: (frame: Frame) => readonly Part[]): Template => {
  const { slug, aspectRatio, durationSeconds } = description;
  const frameCount = Math.round(durationSeconds * fps);
  const size = compositionSize(aspectRatio);
  const frame: Frame = { ...size, aspectRatio, frameCount, exitFrame: frameCount - clearingFrames };
  const { scene, bindings } = compose(slug, { aspectRatio, durationSeconds, fps }, themeBinding, [
    ...parts(frame),
    stage(size, frameCount),
    ground(size, frameCount),
  ]);
  return {
    manifest: {
      locales: ['en'],
      captureSlots: [],
      ...description,
      fps,
      layers: inOrder({ ...description.layers, ...themeLayers }),
      fonts: bundledFonts,
    },
    scene: () => scene,
    bindings,
  };
};
