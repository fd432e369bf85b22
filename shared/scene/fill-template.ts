import type { LayerValues } from '../contracts/layer-value.ts';
import type { Bindings, FontFamily, LottieScene, LottieValue, Template } from '../templates/template.ts';
import { fillCaptures } from './fill-captures.ts';
import { fillCounter } from './fill-counter.ts';
import { fillImages } from './fill-images.ts';
import { fillScene, retimeScene } from './fill-scene.ts';
import { fillStack, type SceneTools } from './fill-texts.ts';
import { familyOf, themeOf, themeSlots } from './fill-theme.ts';
import type { ChooseFonts } from './font-chooser.ts';
import { layoutFlow } from './layout-flow.ts';
import type { PreparedScene } from './prepared-scene.ts';
import type { ScenePlatform } from './scene-platform.ts';
import { withWatermark } from './watermark.ts';
import { withoutGround } from './without-ground.ts';

/** A template as it is filled; what of its manifest matters to that. */
export interface FillableTemplate extends Pick<Template, 'bindings'> {
  readonly manifest: Pick<Template['manifest'], 'layers' | 'durationSeconds' | 'posterAtSeconds'>;
  readonly scene: () => LottieScene;
}

export interface FillRequest {
  readonly template: FillableTemplate;
  readonly values: LayerValues;
  /** Size of the video; its height over the composition's 1080 is the scale at which pictures are made. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fps: number;
  readonly watermark: boolean;
}

const togglesOf = ({ bindings, manifest }: FillableTemplate, values: LayerValues): string[] =>
  bindings.toggles.flatMap(({ name, layer, equals }) => {
    const value = values[layer];
    const actual =
      value?.type === 'boolean'
        ? value.boolean
        : value?.type === 'option'
          ? value.value
          : manifest.layers[layer]?.defaultValue;
    return actual === equals ? [name] : [];
  });

/** The bindings with every text in `family`; null leaves the template's own. */
const inFamily = (bindings: Bindings, family: FontFamily | null): Bindings =>
  family === null
    ? bindings
    : {
        ...bindings,
        counters: bindings.counters.map((counter) => ({ ...counter, family })),
        stacks: bindings.stacks.map((stack) => ({
          ...stack,
          items: stack.items.map((item) =>
            item.kind === 'text' ? { ...item, block: { ...item.block, family } } : item,
          ),
        })),
      };

/**
 * Values -> self-contained Lottie documents, the ground apart: palette, set and drawn texts, placed pictures, counting figures,
 * watermark. The same request gives the same documents. Frame i of a document is frame i of the video.
 * The one piece of code that does it, on nodes and in browsers; `chooseFonts` keeps what it found from scene to scene.
 * Throws a SceneFailure, which names the layer, for what cannot be drawn.
 */
export const fillTemplate = async (
  platform: ScenePlatform,
  chooseFonts: ChooseFonts,
  request: FillRequest,
): Promise<PreparedScene> => {
  const { template, values } = request;
  const { manifest } = template;
  const tools: SceneTools = { ...platform, chooseFonts };
  const bindings = inFamily(template.bindings, familyOf(template.bindings.theme, values));
  const scene = template.scene();
  const pixelScale = request.heightPx / scene.h;
  const palette = themeOf(bindings.theme, values);
  const images = await fillImages(tools, bindings.images, values, palette, pixelScale);
  const captures = await fillCaptures(tools, bindings.captures, values, palette, pixelScale);
  const counters = await Promise.all(
    bindings.counters.map((binding) => fillCounter(tools, binding, values, palette, pixelScale)),
  );
  const flows = bindings.flows.map((flow) => layoutFlow(flow, values));
  const parts = new Set([
    ...togglesOf(template, values),
    ...flows.flatMap((flow) => [...flow.shown]),
    ...images.shown,
    ...captures.flatMap((capture) => [...capture.shown]),
    ...counters.flatMap((counter) => [...counter.shown]),
  ]);
  const stacks = await Promise.all(
    bindings.stacks.map((stack) => fillStack(tools, stack, values, palette, pixelScale, parts)),
  );
  const slots = new Map<string, LottieValue>([
    ...themeSlots(bindings, palette),
    ...images.slots,
    ...captures.flatMap((capture) => [...capture.slots]),
    ...flows.flatMap((flow) => [...flow.slots]),
    ...counters.flatMap((counter) => [...counter.slots]),
    ...stacks.flatMap((stack) => [...stack.slots]),
  ]);
  const filled = fillScene(scene, {
    slots,
    shown: new Set([...parts, ...stacks.flatMap((stack) => [...stack.shown])]),
  });
  const marked = request.watermark ? await withWatermark(tools, filled, pixelScale) : filled;
  const frameCount = Math.round(manifest.durationSeconds * request.fps);
  const { ground, rest } = withoutGround(retimeScene(marked, request.fps));
  return {
    lottieJson: JSON.stringify(rest),
    groundJson: ground === null ? null : JSON.stringify(ground),
    widthPx: request.widthPx,
    heightPx: request.heightPx,
    fps: request.fps,
    frameCount,
    posterFrame: Math.min(frameCount - 1, Math.round(manifest.posterAtSeconds * request.fps)),
  };
};
