import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareScene } from '@reelyard/render-node/engine/scene/prepare-scene.ts';
import { compositionSize, type PixelSize } from '@reelyard/shared/contracts/render-format.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import { templates } from '@reelyard/shared/templates/catalog.ts';
import type { Template } from '@reelyard/shared/templates/template.ts';
import { contactCases, filledFor, sampleImages } from './contact-cases.ts';

/** Styles take turns, so that a list of templates shows what the library can look like. */
const styles = ['dark', 'light', 'gradient', 'brand'];

/** Every template in the look in which a list shows it, with sample values; `use` gets them one after another. */
export const eachTemplateLook = async (
  use: (template: Template, scene: PreparedScene) => Promise<void>,
  sizeOf: (composition: PixelSize) => PixelSize = (composition) => composition,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'template-looks-'));
  try {
    const images = await sampleImages(folder);
    for (const [index, template] of templates.entries()) {
      const { manifest } = template;
      const look = contactCases.find(({ name }) => name === styles[index % styles.length]);
      if (look === undefined) throw new Error(`${manifest.slug} has no look`);
      const size = sizeOf(compositionSize(manifest.aspectRatio));
      const filled = await filledFor(manifest, look, images, folder);
      const scene = await prepareScene({ template, ...filled, ...size, fps: manifest.fps, watermark: false });
      await use(template, scene);
      process.stdout.write(`${manifest.slug}\n`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
