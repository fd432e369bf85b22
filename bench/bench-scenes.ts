import { prepareScene } from '@reelyard/render-node/engine/scene/prepare-scene.ts';
import { sampleValues } from '@reelyard/render-node/engine/test/sample-values.ts';
import { compositionSize } from '@reelyard/shared/contracts/render-format.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import { getTemplate } from '@reelyard/shared/templates/catalog.ts';

/**
 * Real templates: the heavy one draws moving radial fields, a window with a shadow and text lines that rise out of masks;
 * the light one is a ground with a logo's place and a line of text.
 */
const slugs = { heavy: 'product-window', light: 'logo-outro' } as const;
export type SceneName = keyof typeof slugs;
export const sceneNames = Object.keys(slugs) as SceneName[];

/** The scene at 1080p and 30 fps, cut to `frameCount` where it is longer. */
export const benchScene = async (name: SceneName, frameCount: number): Promise<PreparedScene> => {
  const template = getTemplate(slugs[name], 1);
  const { manifest } = template;
  const size = compositionSize(manifest.aspectRatio);
  const values = sampleValues(manifest);
  const scene = await prepareScene({ template, values, images: {}, ...size, fps: 30, watermark: false });
  const cut = Math.min(frameCount, scene.frameCount);
  return { ...scene, frameCount: cut, posterFrame: Math.min(scene.posterFrame, cut - 1) };
};
