import {
  isImageLayer,
  isTextLayer,
  type LayerMeta,
  type Parameters,
  type TemplateManifest,
} from '@reelyard/shared/contracts/template.ts';
import type { Problem } from '../http/refusal.ts';
import { joinPath } from '../http/text-check.ts';
import { colorNotations, parseColor } from './color-value.ts';
import { didYouMean } from './did-you-mean.ts';

/** S39/N22: a key that a caller may not set. */
export interface InvalidKey {
  readonly key: string;
  readonly reason: 'unknown' | 'locked';
  readonly didYouMean?: string;
}

/** What a caller sent as `parameters`, shape unchecked: every problem of every value is ours to name. */
export type RawParameters = Readonly<Record<string, unknown>>;

export interface CheckedParameters {
  /** The values that are set: null members are left out. Only meaningful where there are no problems. */
  readonly parameters: Parameters;
  readonly invalidKeys: readonly InvalidKey[];
  readonly problems: readonly Problem[];
}

/** A text layer without a limit of its own takes this many characters. */
export const defaultMaxTextLength = 2_000;
const maxUrlLength = 2_048;

/** S39: the keys of a template that a caller may set, in the template's own order. */
export const editableKeys = (manifest: TemplateManifest): string[] =>
  Object.entries(manifest.layers)
    .filter(([, layer]) => !layer.locked)
    .sort(([, a], [, b]) => a.order - b.order)
    .map(([key]) => key);

export const findLayer = (manifest: TemplateManifest, key: string): LayerMeta | null =>
  Object.hasOwn(manifest.layers, key) ? (manifest.layers[key] ?? null) : null;

export const textLength = (text: string): number => Array.from(text).length;

type Finding = Omit<Problem, 'path'>;

const wrongType = (expected: string): Finding => ({ code: 'INVALID_TYPE', message: `This layer takes ${expected}.` });

const checkText = (value: unknown, { validation }: LayerMeta): Finding | null => {
  if (typeof value !== 'string') return wrongType('a text');
  const length = textLength(value);
  const limit = validation.maxLength ?? defaultMaxTextLength;
  if (length > limit) {
    return { code: 'TEXT_TOO_LONG', message: `The text has ${length} characters; this layer takes ${limit} at most.` };
  }
  if (validation.minLength !== undefined && length < validation.minLength) {
    return { code: 'TEXT_TOO_SHORT', message: `The text needs ${validation.minLength} characters at least.` };
  }
  const lineCount = value.split(/\r\n|\r|\n/).length;
  if (validation.maxLines !== undefined && lineCount > validation.maxLines) {
    return {
      code: 'TOO_MANY_LINES',
      message: `The text has ${lineCount} lines; this layer takes ${validation.maxLines}.`,
    };
  }
  if (validation.pattern !== undefined && !new RegExp(`^(?:${validation.pattern})$`, 'u').test(value)) {
    return { code: 'PATTERN_MISMATCH', message: `The text does not match the pattern ${validation.pattern}.` };
  }
  return null;
};

const checkNumber = (value: unknown, { validation }: LayerMeta): Finding | null => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType('a number');
  const { min, max, step } = validation;
  if (min !== undefined && value < min)
    return { code: 'NUMBER_TOO_SMALL', message: `The number must be ${min} or more.` };
  if (max !== undefined && value > max)
    return { code: 'NUMBER_TOO_BIG', message: `The number must be ${max} or less.` };
  const steps = step === undefined ? 0 : (value - (min ?? 0)) / step;
  if (Math.abs(steps - Math.round(steps)) > 1e-6) {
    return { code: 'NUMBER_OFF_STEP', message: `The number must be ${min ?? 0} plus a multiple of ${step}.` };
  }
  return null;
};

const checkColor = (value: unknown): Finding | null => {
  if (typeof value !== 'string') return wrongType('a colour');
  if (parseColor(value) !== null) return null;
  return {
    code: 'INVALID_COLOR',
    message: `"${value.slice(0, 40)}" is not a colour in one of the notations ${colorNotations.join(', ')}.`,
    allowed: [...colorNotations],
  };
};

const checkChoice = (value: unknown, allowed: readonly string[], what: string): Finding | null => {
  if (typeof value === 'string' && allowed.includes(value)) return null;
  return { code: 'NOT_ALLOWED', message: `This layer takes one of its ${what}.`, allowed };
};

/** Only the look of the address is judged here; whether it may be fetched and holds a picture shows when it is fetched. */
const checkImage = (value: unknown): Finding | null => {
  if (typeof value !== 'string') return wrongType('the https address of a picture or a data: URI');
  if (/^data:image\/[a-z0-9.+-]+;base64,/i.test(value)) return null;
  const url = value.length <= maxUrlLength ? URL.parse(value) : null;
  if (url && (url.protocol === 'https:' || url.protocol === 'http:')) return null;
  return {
    code: 'INVALID_IMAGE_URL',
    message: `Give the https address of a picture (${maxUrlLength} characters at most) or a base64 data: URI.`,
  };
};

const checkValue = (value: unknown, layer: LayerMeta, fontFamilies: readonly string[]): Finding | null => {
  if (isTextLayer(layer.type)) return checkText(value, layer);
  if (isImageLayer(layer.type)) return checkImage(value);
  if (layer.type === 'number') return checkNumber(value, layer);
  if (layer.type === 'boolean') return typeof value === 'boolean' ? null : wrongType('true or false');
  if (layer.type === 'color') return checkColor(value);
  const options = layer.options?.map((option) => option.value);
  return layer.type === 'font'
    ? checkChoice(value, options ?? fontFamilies, 'fonts')
    : checkChoice(value, options ?? [], 'options');
};

const invalidKeyOf = (key: string, layer: LayerMeta | null, editable: readonly string[]): InvalidKey | null => {
  if (layer?.locked === true) return { key, reason: 'locked' };
  if (layer !== null) return null;
  const near = didYouMean(key, editable);
  return { key, reason: 'unknown', ...(near === null ? {} : { didYouMean: near }) };
};

const problemOfKey = ({ key, reason, didYouMean: near }: InvalidKey, path: string, allowed: string[]): Problem => {
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
  return reason === 'locked'
    ? { path, code: 'LOCKED_LAYER_KEY', message: `The layer "${key}" is locked and cannot be set.`, allowed }
    : { path, code: 'UNKNOWN_LAYER_KEY', message: `The template has no layer "${key}".${hint}`, allowed };
};

/**
 * Checks `parameters` against a template (S39, N6, N22): every unknown or locked key and every value that its layer
 * cannot take. `path` is where the parameters stand in the request; null members mean "not set".
 */
export const checkParameters = (
  raw: RawParameters,
  manifest: TemplateManifest,
  { path, fontFamilies }: { path: string; fontFamilies: readonly string[] },
): CheckedParameters => {
  const editable = editableKeys(manifest);
  const invalidKeys: InvalidKey[] = [];
  const problems: Problem[] = [];
  const parameters: Parameters = {};
  for (const [key, value] of Object.entries(raw)) {
    const layer = findLayer(manifest, key);
    const place = joinPath(path, key);
    const invalid = invalidKeyOf(key, layer, editable);
    if (invalid || layer === null) {
      if (!invalid) continue;
      invalidKeys.push(invalid);
      problems.push(problemOfKey(invalid, place, editable));
    } else if (value !== null && value !== undefined) {
      const finding = checkValue(value, layer, fontFamilies);
      if (finding) problems.push({ path: place, ...finding });
      else parameters[key] = value as string | number | boolean;
    }
  }
  return { parameters, invalidKeys, problems };
};
