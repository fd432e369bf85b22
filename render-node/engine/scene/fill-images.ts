import type { LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import type { ImageBinding, LottieValue } from '@reelyard/shared/templates/template.ts';
import { imageSlot } from './draw-text.ts';
import type { Filled } from './fill-texts.ts';
import type { Palette } from './palette.ts';
import { placeImage } from './place-image.ts';
import { prepareFailure } from './prepare-failure.ts';

const fillImage = async (
  binding: ImageBinding,
  values: LayerValues,
  images: Readonly<Record<string, string>>,
  palette: Palette,
  pixelScale: number,
): Promise<readonly [string, LottieValue] | null> => {
  const value = values[binding.layer];
  if (value?.type !== 'image') return null;
  const filePath = images[value.storageKey];
  const variantPath = value.variant === undefined ? null : images[value.variant.storageKey];
  if (filePath === undefined || variantPath === undefined) {
    throw prepareFailure('IMAGE_MISSING', `Layer "${binding.layer}" could not be resolved.`, binding.layer);
  }
  try {
    const ground = binding.ground && palette[binding.ground];
    const uri = await placeImage(filePath, binding, pixelScale, ground, variantPath);
    return [binding.name, imageSlot(binding.name, uri, binding.width, binding.height)];
  } catch (error) {
    throw prepareFailure(
      'IMAGE_UNREADABLE',
      `The picture of layer "${binding.layer}" cannot be read.`,
      binding.layer,
      error,
    );
  }
};

/** The pictures of a scene in their boxes; a layer without a picture is not shown. */
export const fillImages = async (
  bindings: readonly ImageBinding[],
  values: LayerValues,
  images: Readonly<Record<string, string>>,
  palette: Palette,
  pixelScale: number,
): Promise<Filled> => {
  const filled = await Promise.all(bindings.map((binding) => fillImage(binding, values, images, palette, pixelScale)));
  const slots = new Map(filled.filter((entry) => entry !== null));
  // What stands in for a picture that is not there needs `!<name>`.
  return { slots, shown: new Set(bindings.map(({ name }) => (slots.has(name) ? name : `!${name}`))) };
};
