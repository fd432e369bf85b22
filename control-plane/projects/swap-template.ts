import {
  isImageLayer,
  isTextLayer,
  type LayerMeta,
  type Parameters,
  type TemplateManifest,
} from '@reelyard/shared/contracts/template.ts';
import { checkParameters, findLayer } from './layer-values.ts';

export interface CarriedParameters {
  readonly parameters: Parameters;
  readonly carriedOver: readonly string[];
  readonly droppedKeys: readonly string[];
}

/** Layers of one family take each other's values: a long text fits a text, a logo's picture fits an avatar. */
const familyOf = (layer: LayerMeta): string => {
  if (isTextLayer(layer.type)) return 'text';
  return isImageLayer(layer.type) ? 'image' : layer.type;
};

/**
 * S45: what of a scene's parameters lives on under another template. A key is carried over where the new template has
 * an editable layer of that key and family which takes the value; all others are dropped, and said so.
 */
export const carryParameters = (
  parameters: Parameters,
  from: TemplateManifest,
  to: TemplateManifest,
  fontFamilies: readonly string[],
): CarriedParameters => {
  const carried = Object.entries(parameters).filter(([key, value]) => {
    const before = findLayer(from, key);
    const after = findLayer(to, key);
    if (before === null || after === null || familyOf(before) !== familyOf(after)) return false;
    return checkParameters({ [key]: value }, to, { path: '', fontFamilies }).problems.length === 0;
  });
  const carriedOver = carried.map(([key]) => key);
  return {
    parameters: Object.fromEntries(carried),
    carriedOver,
    droppedKeys: Object.keys(parameters).filter((key) => !carriedOver.includes(key)),
  };
};
