import type { LayerValues } from '../contracts/layer-value.ts';
import type { ImageBinding, LottieValue } from '../templates/template.ts';
import type { Filled } from './fill-texts.ts';
import type { Palette } from './palette.ts';
import { SceneFailure } from './scene-failure.ts';
import type { ScenePlatform } from './scene-platform.ts';
import { imageSlot } from './set-type.ts';

const fillImage = async (
  platform: Pick<ScenePlatform, 'hasPicture' | 'cut'>,
  binding: ImageBinding,
  values: LayerValues,
  palette: Palette,
  pixelScale: number,
): Promise<readonly [string, LottieValue] | null> => {
  const value = values[binding.layer];
  if (value?.type !== 'image') return null;
  const shown = value.variant === undefined ? [value] : [value, value.variant];
  if (!shown.every(({ storageKey }) => platform.hasPicture(storageKey))) {
    throw new SceneFailure('IMAGE_MISSING', `Layer "${binding.layer}" could not be resolved.`, binding.layer);
  }
  try {
    const address = await platform.cut({
      kind: 'image',
      storageKey: value.storageKey,
      variantKey: value.variant?.storageKey ?? null,
      widthPx: Math.round(binding.width * pixelScale),
      heightPx: Math.round(binding.height * pixelScale),
      radiusPx: Math.round(binding.radius * pixelScale),
      fit: binding.fit,
      gravity: binding.gravity,
      groundHex: binding.ground && palette[binding.ground],
    });
    return [binding.name, imageSlot(binding.name, address, binding.width, binding.height)];
  } catch (error) {
    throw new SceneFailure(
      'IMAGE_UNREADABLE',
      `The picture of layer "${binding.layer}" cannot be read.`,
      binding.layer,
      error,
    );
  }
};

/** The pictures of a scene in their boxes; a layer without a picture is not shown. */
export const fillImages = async (
  platform: Pick<ScenePlatform, 'hasPicture' | 'cut'>,
  bindings: readonly ImageBinding[],
  values: LayerValues,
  palette: Palette,
  pixelScale: number,
): Promise<Filled> => {
  const filled = await Promise.all(
    bindings.map((binding) => fillImage(platform, binding, values, palette, pixelScale)),
  );
  const slots = new Map(filled.filter((entry) => entry !== null));
  // What stands in for a picture that is not there needs `!<name>`.
  return { slots, shown: new Set(bindings.map(({ name }) => (slots.has(name) ? name : `!${name}`))) };
};
