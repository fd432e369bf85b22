import type { BrandRole, LayerMeta, LayerValidation } from '../../contracts/template.ts';
import { fontFamilies } from '../template.ts';

/** Layers that every template has or may have, described once; `order` is set by `inOrder`. */
type Described = Omit<LayerMeta, 'order'>;

interface TextOptions {
  readonly required?: boolean;
  readonly group?: string;
  readonly maxLines?: number;
}

const text =
  (type: 'text' | 'longText') =>
  (label: string, description: string, maxLength: number, options: TextOptions = {}): Described => ({
    type,
    label,
    description,
    // An optional text is blank unless it is set: a title that fills it would be said twice (S46).
    defaultValue: options.required === true ? null : '',
    required: options.required ?? false,
    locked: false,
    group: options.group ?? 'Text',
    validation: { maxLength, ...(options.maxLines === undefined ? {} : { maxLines: options.maxLines }) },
  });

export const textLayer = text('text');
export const longTextLayer = text('longText');

const colorLayer = (label: string, description: string, brandRole: BrandRole, fallback: string | null): Described => ({
  type: 'color',
  label,
  description,
  defaultValue: fallback,
  required: false,
  locked: false,
  group: 'Style',
  brandRole,
  validation: {},
});

/** Style and colours: every template is themed the same way (motion.md, Colour). */
export const themeLayers = {
  style: {
    type: 'dropdown',
    label: 'Style',
    description: 'Ground of the scene: dark, light, the brand colour itself, or a gradient of both brand colours.',
    defaultValue: 'dark',
    required: false,
    locked: false,
    group: 'Style',
    validation: {},
    options: [
      { value: 'dark', label: 'Dark' },
      { value: 'light', label: 'Light' },
      { value: 'brand', label: 'Brand colour' },
      { value: 'gradient', label: 'Gradient' },
    ],
  },
  primaryColor: colorLayer(
    'Primary colour',
    'Main brand colour as #rrggbb. Every other colour derives from it and stays readable.',
    'primaryColor',
    '#4f5dff',
  ),
  secondaryColor: colorLayer(
    'Secondary colour',
    'Second brand colour as #rrggbb, used for accents and the far light. Unset: a neighbour of the primary colour.',
    'secondaryColor',
    null,
  ),
  headingFont: {
    type: 'font',
    label: 'Typeface',
    description: 'Family of all texts. Other scripts than Latin are set in a matching family by themselves.',
    defaultValue: 'Inter Tight',
    required: false,
    locked: false,
    group: 'Style',
    brandRole: 'headingFont',
    validation: {},
    options: fontFamilies.map((family) => ({ value: family, label: family })),
  },
} as const satisfies Record<string, Described>;

/** Names of the theme's layers for `compose`. */
export const themeBinding = {
  style: 'style',
  primary: 'primaryColor',
  secondary: 'secondaryColor',
  font: 'headingFont',
} as const;

interface ImageOptions {
  readonly required?: boolean;
  readonly brandRole?: BrandRole;
  readonly validation?: LayerValidation;
}

export const imageLayerMeta = (
  type: 'image' | 'logo' | 'appLogo' | 'avatar' | 'background',
  label: string,
  description: string,
  options: ImageOptions = {},
): Described => ({
  type,
  label,
  description,
  defaultValue: null,
  required: options.required ?? false,
  locked: false,
  group: 'Pictures',
  ...(options.brandRole === undefined ? {} : { brandRole: options.brandRole }),
  validation: {
    mimeTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'],
    maxBytes: 15_000_000,
    ...options.validation,
  },
});

/** Filled by a capture alone (S70–S72): locked for parameters (S39). */
export const captureLayer = (label: string, description: string): Described => ({
  type: 'uiCapture',
  label,
  description,
  defaultValue: null,
  required: true,
  locked: true,
  group: 'Capture',
  validation: {},
});

export const numberLayer = (
  label: string,
  description: string,
  defaultValue: number | null,
  validation: LayerValidation,
  required = false,
): Described => ({
  type: 'number',
  label,
  description,
  defaultValue,
  required,
  locked: false,
  group: 'Figures',
  validation,
});

export const booleanLayer = (label: string, description: string, defaultValue: boolean): Described => ({
  type: 'boolean',
  label,
  description,
  defaultValue,
  required: false,
  locked: false,
  group: 'Style',
  validation: {},
});

export const dropdownLayer = (
  label: string,
  description: string,
  defaultValue: string,
  options: readonly { readonly value: string; readonly label: string }[],
): Described => ({
  type: 'dropdown',
  label,
  description,
  defaultValue,
  required: false,
  locked: false,
  group: 'Style',
  validation: {},
  options: [...options],
});

/** Numbers the layers in the order in which they are written. */
export const inOrder = (layers: Readonly<Record<string, Described>>): Record<string, LayerMeta> =>
  Object.fromEntries(Object.entries(layers).map(([key, layer], order) => [key, { ...layer, order }]));

/** What every built-in template may be set in, for the manifest. */
export const bundledFonts = fontFamilies.map((family) => ({ family, weights: [500, 600, 700], licence: 'OFL-1.1' }));
