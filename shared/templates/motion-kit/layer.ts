import type { LottieLayer, LottieValue } from '../template.ts';
import { type Property, still } from './property.ts';

/** A layer before its composition numbers it: parents are named. */
export interface LayerDraft {
  readonly name: string;
  readonly parent?: string;
  /** Left out of the scene unless this part is shown (a text line, a picture, a toggle). */
  readonly needs?: string;
  readonly type: 0 | 2 | 3 | 4;
  /** Frames in which it is there at all; absent = the whole scene. */
  readonly window?: readonly [number, number];
  readonly transform: Transform;
  readonly content: Readonly<Record<string, LottieValue>>;
}

export interface Transform {
  readonly position?: Property;
  readonly anchor?: Property;
  readonly scale?: Property;
  readonly rotation?: Property;
  /** 0…100 */
  readonly opacity?: Property;
}

export const transformOf = (transform: Transform): Readonly<Record<string, LottieValue>> => ({
  p: transform.position ?? still([0, 0]),
  a: transform.anchor ?? still([0, 0]),
  s: transform.scale ?? still([100, 100]),
  r: transform.rotation ?? still(0),
  o: transform.opacity ?? still(100),
});

interface LayerOptions extends Transform {
  readonly name: string;
  readonly parent?: string;
  readonly needs?: string;
  readonly window?: readonly [number, number];
}

const draft = (
  type: LayerDraft['type'],
  options: LayerOptions,
  content: Readonly<Record<string, LottieValue>>,
): LayerDraft => {
  const { name, parent, needs, window, ...transform } = options;
  return {
    name,
    ...(parent === undefined ? {} : { parent }),
    ...(needs === undefined ? {} : { needs }),
    ...(window === undefined ? {} : { window }),
    type,
    transform,
    content,
  };
};

/** A layer that draws nothing and moves its children. */
export const nullLayer = (options: LayerOptions): LayerDraft => draft(3, options, {});

export const shapeLayer = (options: LayerOptions, shapes: readonly LottieValue[]): LayerDraft =>
  draft(4, options, { shapes });

/** A picture from the asset `assetId`. */
export const imageLayer = (options: LayerOptions, assetId: string): LayerDraft => draft(2, options, { refId: assetId });

export interface RoundedSize {
  readonly width: number;
  readonly height: number;
  readonly radius: number;
  /** Only the lower corners are round: the upper edge meets a bar. */
  readonly flatTop: boolean;
}

const roundedMask = ({ width, height, radius, flatTop }: RoundedSize): LottieValue => {
  const top = flatTop ? -radius : 0;
  // A quarter of a circle as one cubic: the length of the tangents for which it bulges least.
  const bow = radius * 0.5523;
  const points = [
    { at: [radius, top], in: [-bow, 0], out: [0, 0] },
    { at: [width - radius, top], in: [0, 0], out: [bow, 0] },
    { at: [width, top + radius], in: [0, -bow], out: [0, 0] },
    { at: [width, height - radius], in: [0, 0], out: [0, bow] },
    { at: [width - radius, height], in: [bow, 0], out: [0, 0] },
    { at: [radius, height], in: [0, 0], out: [-bow, 0] },
    { at: [0, height - radius], in: [0, bow], out: [0, 0] },
    { at: [0, top + radius], in: [0, 0], out: [0, -bow] },
  ];
  const path = {
    c: true,
    v: points.map(({ at }) => at),
    i: points.map((point) => point.in),
    o: points.map(({ out }) => out),
  };
  return { inv: false, mode: 'a', pt: { a: 0, k: path }, o: { a: 0, k: 100 }, x: { a: 0, k: 0 }, nm: 'corners' };
};

/** A clip with round corners: a page in a window or on a screen. */
export const roundedClipLayer = (options: LayerOptions, assetId: string, size: RoundedSize): LayerDraft =>
  draft(0, options, {
    refId: assetId,
    w: size.width,
    h: size.height,
    hasMask: true,
    masksProperties: [roundedMask(size)],
  });

/** A composition in a composition, clipped to its size: the mask out of which a line rises. */
export const clipLayer = (options: LayerOptions, assetId: string, width: number, height: number): LayerDraft =>
  draft(0, options, { refId: assetId, w: width, h: height });

/** Drafts as Lottie layers, first on top; throws where a parent is missing or a name is used twice. */
export const numberLayers = (drafts: readonly LayerDraft[], frameCount: number): LottieLayer[] => {
  const indexOf = new Map(drafts.map((layer, index) => [layer.name, index + 1]));
  if (indexOf.size !== drafts.length) throw new Error('two layers of a composition share a name');
  return drafts.map((layer, index) => {
    const parent = layer.parent === undefined ? undefined : indexOf.get(layer.parent);
    if (layer.parent !== undefined && parent === undefined)
      throw new Error(`layer ${layer.name} has no parent ${layer.parent}`);
    return {
      ty: layer.type,
      nm: layer.name,
      ind: index + 1,
      ...(parent === undefined ? {} : { parent }),
      ...(layer.needs === undefined ? {} : { needs: layer.needs }),
      ip: layer.window?.[0] ?? 0,
      op: layer.window?.[1] ?? frameCount,
      st: 0,
      ks: transformOf(layer.transform),
      ...layer.content,
    };
  });
};
