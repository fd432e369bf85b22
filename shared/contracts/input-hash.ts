import { createHash } from 'node:crypto';
import type { LayerValue, LayerValues } from './layer-value.ts';
import type { VideoCodec } from './render-format.ts';

/** Part of every input hash: raise it when the engine draws the same inputs differently. */
export const engineVersion = 1;

/** JSON with sorted keys and no undefined members, so that equal values have equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : member,
  );

const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

export interface SceneInputs {
  readonly templateSlug: string;
  readonly templateVersion: number;
  readonly values: LayerValues;
  /** N (traps): the watermark is part of the inputs, so a plan upgrade renders again. */
  readonly watermark: boolean;
}

/** A layer's value as it is seen: a picture is what it shows, not where it is stored. */
export const layerContent = (value: LayerValue): unknown => {
  if (value.type === 'image') return { type: 'image', sha256: value.sha256, variant: value.variant?.sha256 };
  if (value.type !== 'capture') return value;
  const { page, plate, components, ...rest } = value;
  return {
    ...rest,
    page: page.sha256,
    plate: plate?.sha256 ?? null,
    components: components.map(({ picture, box, label }) => ({ picture: picture.sha256, box, label })),
  };
};

/**
 * What the picture of a scene depends on. Images count by content, not by where they are stored: the same logo
 * uploaded twice is the same input.
 */
export const sceneInputHash = (inputs: SceneInputs): string => {
  const values = Object.fromEntries(Object.entries(inputs.values).map(([key, value]) => [key, layerContent(value)]));
  return sha256Hex(canonicalJson({ ...inputs, values, engineVersion }));
};

export interface RenditionShape {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly fps: number;
  readonly codec: VideoCodec;
}

/** One scene's inputs drawn at one size, rate and codec: the key under which a mezzanine is reused. */
export const renditionHash = (inputHash: string, shape: RenditionShape): string =>
  sha256Hex(canonicalJson({ inputHash, ...shape }));
