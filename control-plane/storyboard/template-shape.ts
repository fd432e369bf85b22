import { isImageLayer, isTextLayer, type TemplateManifest } from '@reelyard/shared/contracts/template.ts';

/**
 * What kind of content a template shows, read off its layers, so that a template that is added later is used without
 * being named here.
 *
 * claim: a statement; strikes: pains that are crossed out; cards and steps: three points; figure: a number with words;
 * quote; page: a captured page; button: what to do next; endCard: the logo.
 */
export const shapes = ['claim', 'strikes', 'cards', 'steps', 'figure', 'quote', 'page', 'button', 'endCard'] as const;
export type Shape = (typeof shapes)[number];

/** The first layer that has to show a text. */
export const mainTextKey = ({ layers }: TemplateManifest): string | null =>
  Object.entries(layers)
    .filter(([, { type, required, locked }]) => isTextLayer(type) && required && !locked)
    .sort(([, a], [, b]) => a.order - b.order)[0]?.[0] ?? null;

/** Text layers that a caller may set, in their order. */
export const textKeys = ({ layers }: TemplateManifest): string[] =>
  Object.entries(layers)
    .filter(([, { type, locked }]) => isTextLayer(type) && !locked)
    .sort(([, a], [, b]) => a.order - b.order)
    .map(([key]) => key);

const isFilledByBrand = (type: string): boolean => type === 'logo' || type === 'appLogo' || type === 'avatar';

/** Null where words alone do not fill the template: it needs a picture, or has no text that has to be there. */
export const shapeOf = (manifest: TemplateManifest): Shape | null => {
  const { layers, captureSlots } = manifest;
  const has = (key: string): boolean => layers[key] !== undefined && !layers[key].locked;
  if (mainTextKey(manifest) === null) return null;
  if (captureSlots.length > 0) return 'page';
  const types = Object.values(layers);
  if (types.some(({ type }) => type === 'logo')) return 'endCard';
  if (types.some(({ type }) => isImageLayer(type) && !isFilledByBrand(type))) return null;
  if (has('quote')) return 'quote';
  if (has('value') && layers['value']?.type === 'number') return 'figure';
  if (has('item1')) return 'strikes';
  if (has('title1')) return 'cards';
  if (has('step1')) return 'steps';
  return has('button') ? 'button' : 'claim';
};

/** True where a brand without a logo cannot use the template (S38). */
export const needsLogo = ({ layers }: TemplateManifest): boolean =>
  Object.values(layers).some(({ type }) => type === 'logo');
