import type { LayerValue, LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import {
  isImageLayer,
  isTextLayer,
  type LayerMeta,
  type Parameters,
  type ParameterValue,
  type TemplateManifest,
} from '@reelyard/shared/contracts/template.ts';
import type { StoredImage } from '../assets/stored-image.ts';
import { type BrandValues, brandFill, lacksLogo } from './brand-fill.ts';
import { parseColor } from './color-value.ts';
import type { SceneCaptures } from './scene-capture.ts';
import { type FillTexts, fillText } from './text-fill.ts';

export type StoredImages = Readonly<Record<string, StoredImage>>;

export interface LayerInputs {
  readonly manifest: TemplateManifest;
  /** Checked by checkParameters. */
  readonly parameters: Parameters;
  /** The stored copy of every picture that the parameters name. */
  readonly images: StoredImages;
  readonly captures: SceneCaptures;
  readonly brand: BrandValues | null;
  readonly texts: FillTexts;
  readonly fontFamilies: readonly string[];
}

export interface ResolvedLayers {
  readonly values: LayerValues;
  /** S35: keys that the brand filled. */
  readonly autoFilled: readonly string[];
  /** S46: required text layers with nothing to draw from. */
  readonly missingText: readonly string[];
  /** Required layers of other types that nothing gave a value. */
  readonly missingValues: readonly string[];
  /** S38: logo layers that the brand should have filled and has no logo for. */
  readonly missingLogo: readonly string[];
  /** S60: capture slots that show nothing yet. */
  readonly missingCaptures: readonly string[];
  /** Keys whose picture was named but is not stored. */
  readonly missingImages: readonly string[];
  /** Text layers whose fallback text was cut to fit. */
  readonly shortened: readonly string[];
}

const isSet = (layer: LayerMeta, value: ParameterValue | undefined): boolean =>
  value !== undefined && !(isTextLayer(layer.type) && layer.required && String(value).trim() === '');

const ofParameter = (layer: LayerMeta, value: ParameterValue, stored: StoredImage | undefined): LayerValue | null => {
  if (isImageLayer(layer.type)) return stored === undefined ? null : { type: 'image', ...stored };
  if (typeof value === 'number') return { type: 'number', number: value };
  if (typeof value === 'boolean') return { type: 'boolean', boolean: value };
  if (isTextLayer(layer.type)) return { type: 'text', text: value };
  if (layer.type === 'font') return { type: 'font', family: value };
  if (layer.type === 'dropdown') return { type: 'option', value };
  const hex = parseColor(value);
  return hex === null ? null : { type: 'color', hex };
};

/**
 * A required text has no default worth drawing (it is a sample for people who browse templates); every other layer
 * does, except pictures, whose placeholder is drawn by the template itself.
 */
const ofDefault = (layer: LayerMeta): LayerValue | null =>
  layer.defaultValue === null || isImageLayer(layer.type) || (isTextLayer(layer.type) && layer.required)
    ? null
    : ofParameter(layer, layer.defaultValue, undefined);

/** An optional text whose default is blank is meant to stay blank: the title must not appear in it a second time. */
const takesFallbackText = (layer: LayerMeta): boolean =>
  isTextLayer(layer.type) && (layer.required || layer.defaultValue !== '');

/**
 * What is drawn on every layer of a scene: the caller's parameter, else the brand (S37), else the fallback text (S46),
 * else the template's default. A layer that ends without a value is left out; the template draws its own placeholder.
 */
export const resolveLayers = (inputs: LayerInputs): ResolvedLayers => {
  const { manifest, parameters, images, captures, brand, texts, fontFamilies } = inputs;
  const values: LayerValues = {};
  const autoFilled: string[] = [];
  const missingText: string[] = [];
  const missingValues: string[] = [];
  const missingLogo: string[] = [];
  const missingCaptures: string[] = [];
  const missingImages: string[] = [];
  const shortened: string[] = [];

  const resolveCapture = (key: string): LayerValue | null => {
    const capture = captures[key];
    if (capture === undefined) missingCaptures.push(key);
    return capture?.value ?? null;
  };

  const resolve = (key: string, layer: LayerMeta): LayerValue | null => {
    if (layer.type === 'uiCapture') return resolveCapture(key);
    const given = layer.locked ? undefined : parameters[key];
    if (given !== undefined && isSet(layer, given)) {
      const value = ofParameter(layer, given, images[key]);
      if (value === null && isImageLayer(layer.type)) missingImages.push(key);
      return value;
    }
    const filled = brandFill(layer, brand, fontFamilies);
    if (filled !== null) {
      autoFilled.push(key);
      return filled;
    }
    if (lacksLogo(layer, brand)) missingLogo.push(key);
    const text = takesFallbackText(layer) ? fillText(layer, texts) : null;
    if (text?.shortened === true) shortened.push(key);
    if (text !== null) return { type: 'text', text: text.text };
    const fallback = ofDefault(layer);
    if (fallback === null && layer.required) (isTextLayer(layer.type) ? missingText : missingValues).push(key);
    return fallback;
  };

  const ordered = Object.entries(manifest.layers).sort(([, a], [, b]) => a.order - b.order);
  for (const [key, layer] of ordered) {
    const value = resolve(key, layer);
    if (value !== null) values[key] = value;
  }
  return { values, autoFilled, missingText, missingValues, missingLogo, missingCaptures, missingImages, shortened };
};
