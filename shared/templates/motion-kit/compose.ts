import { type AspectRatio, compositionSize } from '../../contracts/render-format.ts';
import type { Bindings, LottieAsset, LottieScene, LottieValue } from '../template.ts';
import { type LayerDraft, numberLayers } from './layer.ts';

/** A piece of a scene: what it draws, and what of it a layer's value may fill. */
export interface Part {
  /** First on top. */
  readonly layers: readonly LayerDraft[];
  readonly assets?: readonly AssetDraft[];
  readonly stacks?: Bindings['stacks'];
  readonly flows?: Bindings['flows'];
  readonly images?: Bindings['images'];
  readonly captures?: Bindings['captures'];
  readonly counters?: Bindings['counters'];
  readonly toggles?: Bindings['toggles'];
  readonly gradients?: Bindings['gradients'];
}

/** A picture slot, or a composition of layers. */
export type AssetDraft =
  | { readonly id: string; readonly image: true }
  | { readonly id: string; readonly layers: readonly LayerDraft[] };

export interface Timing {
  readonly aspectRatio: AspectRatio;
  readonly durationSeconds: number;
  readonly fps: number;
}

export interface ComposedScene {
  readonly scene: LottieScene;
  readonly bindings: Bindings;
}

const transparentPixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const emptyPicture = { id: '', w: 1, h: 1, u: '', p: transparentPixel, e: 1 } as const;

const lottieAsset = (asset: AssetDraft, frameCount: number): LottieAsset =>
  'image' in asset
    ? { ...emptyPicture, id: asset.id, sid: asset.id }
    : { id: asset.id, layers: numberLayers(asset.layers, frameCount) };

/** Every slot of the graph with the value that its property has now. */
const collectSlots = (value: LottieValue, found: Record<string, { readonly p: LottieValue }>): void => {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const member of value as readonly LottieValue[]) collectSlots(member, found);
    return;
  }
  const { sid, ...rest } = value as Readonly<Record<string, LottieValue>>;
  if (typeof sid === 'string') found[sid] = { p: rest };
  for (const member of Object.values(rest)) collectSlots(member, found);
};

/** Puts parts together, the first on top; deterministic. Throws where two layers share a name or a parent is missing. */
export const compose = (
  name: string,
  timing: Timing,
  theme: Bindings['theme'],
  parts: readonly Part[],
): ComposedScene => {
  const frameCount = Math.round(timing.durationSeconds * timing.fps);
  const { widthPx, heightPx } = compositionSize(timing.aspectRatio);
  const layers = numberLayers(
    parts.flatMap((part) => part.layers),
    frameCount,
  );
  const assets = parts.flatMap((part) => part.assets ?? []).map((asset) => lottieAsset(asset, frameCount));
  const slots: Record<string, { readonly p: LottieValue }> = {};
  collectSlots(assets, slots);
  collectSlots(layers, slots);
  return {
    scene: {
      v: '5.9.0',
      nm: name,
      fr: timing.fps,
      ip: 0,
      op: frameCount,
      w: widthPx,
      h: heightPx,
      ddd: 0,
      fonts: { list: [] },
      assets,
      layers,
      slots,
    },
    bindings: {
      theme,
      stacks: parts.flatMap((part) => part.stacks ?? []),
      flows: parts.flatMap((part) => part.flows ?? []),
      images: parts.flatMap((part) => part.images ?? []),
      captures: parts.flatMap((part) => part.captures ?? []),
      counters: parts.flatMap((part) => part.counters ?? []),
      toggles: parts.flatMap((part) => part.toggles ?? []),
      gradients: Object.assign({}, ...parts.map((part) => part.gradients ?? {})) as Bindings['gradients'],
    },
  };
};
