import type { LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import type { SceneEdits } from './farm-files.ts';

/**
 * The values with the texts that are being typed, before the farm has answered for them. Only texts of layers that
 * show one already: what an empty text gives way to is the farm's to say.
 */
export const withTypedTexts = (values: LayerValues, { parameters = {} }: SceneEdits): LayerValues => {
  const typed = Object.entries(parameters).flatMap(([layer, text]) =>
    typeof text === 'string' && text.trim() !== '' && values[layer]?.type === 'text'
      ? [[layer, { type: 'text' as const, text }] as const]
      : [],
  );
  return typed.length === 0 ? values : { ...values, ...Object.fromEntries(typed) };
};
