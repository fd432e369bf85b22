import type { LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import type { LottieValue, Template } from '@reelyard/shared/templates/template.ts';
import { fillCounter } from './fill-counter.ts';
import { fillImages } from './fill-images.ts';
import { fillScene, retimeScene } from './fill-scene.ts';
import { fillStack } from './fill-texts.ts';
import { themeOf, themeSlots } from './fill-theme.ts';
import type { PreparedScene } from './prepared-scene.ts';
import { withWatermark } from './watermark.ts';

export interface SceneRequest {
  readonly template: Template;
  readonly values: LayerValues;
  /** Storage key -> local file, for every picture among the values. */
  readonly images: Readonly<Record<string, string>>;
  /** Size of the video; its height over the composition's 1080 is the scale at which pictures are made. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fps: number;
  readonly watermark: boolean;
}

const togglesOf = (template: Template, values: LayerValues): Set<string> =>
  new Set(
    template.bindings.toggles.flatMap(({ name, layer }) => {
      const value = values[layer];
      return value?.type === 'boolean' && value.boolean ? [name] : [];
    }),
  );

/**
 * Values -> a self-contained Lottie document: palette, set and drawn texts, placed pictures, counting figures,
 * watermark. The same request gives the same document. Frame i of the document is frame i of the video.
 * Throws a JobFailureError (stage prepare, blame input, with the layer) for what cannot be drawn.
 */
export const prepareScene = async (request: SceneRequest): Promise<PreparedScene> => {
  const { template, values } = request;
  const { manifest, bindings } = template;
  const scene = template.scene();
  const pixelScale = request.heightPx / scene.h;
  const palette = themeOf(bindings.theme, values);
  const images = await fillImages(bindings.images, values, request.images, palette, pixelScale);
  const counters = bindings.counters.map((binding) => fillCounter(binding, values, palette, pixelScale));
  const parts = new Set([
    ...togglesOf(template, values),
    ...images.shown,
    ...counters.flatMap((counter) => [...counter.shown]),
  ]);
  const stacks = bindings.stacks.map((stack) => fillStack(stack, values, palette, pixelScale, parts));
  const slots = new Map<string, LottieValue>([
    ...themeSlots(bindings, palette),
    ...images.slots,
    ...counters.flatMap((counter) => [...counter.slots]),
    ...stacks.flatMap((stack) => [...stack.slots]),
  ]);
  const filled = fillScene(scene, { slots, shown: new Set([...parts, ...stacks.flatMap((stack) => [...stack.shown])]) });
  const marked = request.watermark ? withWatermark(filled, pixelScale) : filled;
  const frameCount = Math.round(manifest.durationSeconds * request.fps);
  return {
    lottieJson: JSON.stringify(retimeScene(marked, request.fps)),
    widthPx: request.widthPx,
    heightPx: request.heightPx,
    fps: request.fps,
    frameCount,
    posterFrame: Math.min(frameCount - 1, Math.round(manifest.posterAtSeconds * request.fps)),
  };
};
