import type { LayerValue, LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import type { LayerMeta, TemplateManifest } from '@reelyard/shared/contracts/template.ts';

const valueOf = (layer: LayerMeta): LayerValue | null => {
  const value = layer.defaultValue;
  if (typeof value === 'number') return { type: 'number', number: value };
  if (typeof value === 'boolean') return { type: 'boolean', boolean: value };
  const text = value ?? layer.label;
  if (layer.type === 'text' || layer.type === 'longText') return { type: 'text', text };
  if (value === null) return null;
  if (layer.type === 'color') return { type: 'color', hex: value };
  if (layer.type === 'dropdown') return { type: 'option', value };
  if (layer.type === 'font') return { type: 'font', family: value };
  return null;
};

/** Every layer at its default; a text without one says its label. Pictures stay unset. */
export const sampleValues = (manifest: TemplateManifest): LayerValues =>
  Object.fromEntries(
    Object.entries(manifest.layers).flatMap(([key, layer]) => {
      const value = valueOf(layer);
      return value === null ? [] : [[key, value]];
    }),
  );
