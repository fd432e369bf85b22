import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareScene } from '@reelyard/render-node/engine/scene/prepare-scene.ts';
import { skottieBackend } from '@reelyard/render-node/engine/scene/skottie-backend.ts';
import { compositionSize } from '@reelyard/shared/contracts/render-format.ts';
import { templates } from '@reelyard/shared/templates/catalog.ts';
import { thumbnailPath } from '@reelyard/shared/templates/thumbnail.ts';
import sharp from 'sharp';
import { contactCases, filledFor, sampleImages } from './contact-cases.ts';

/**
 * Draws the picture that stands for each template in a list (N5): `node bench/template-thumbnails.ts`. Run after a
 * change of a template's look; the result is committed, because the control plane, which serves it, draws nothing.
 */
const widthPx = 480;
const styles = ['dark', 'light', 'gradient', 'brand'];

const folder = await mkdtemp(join(tmpdir(), 'template-thumbnails-'));
const backend = skottieBackend();
try {
  const images = await sampleImages(folder);
  for (const [index, template] of templates.entries()) {
    const { manifest } = template;
    const look = contactCases.find(({ name }) => name === styles[index % styles.length]);
    const path = thumbnailPath(manifest.slug);
    if (look === undefined || path === null) throw new Error(`${manifest.slug} has no look or no place`);
    const size = compositionSize(manifest.aspectRatio);
    const filled = await filledFor(manifest, look, images, folder);
    const scene = await prepareScene({
      template,
      ...filled,
      ...size,
      fps: manifest.fps,
      watermark: false,
    });
    backend.open(scene);
    const raw = { width: size.widthPx, height: size.heightPx, channels: 4 } as const;
    await sharp(backend.still(scene.posterFrame).rgba(), { raw })
      .resize({ width: widthPx })
      .jpeg({ quality: 82, mozjpeg: true })
      .toFile(path);
    process.stdout.write(`${manifest.slug}\n`);
  }
} finally {
  backend.close();
  await rm(folder, { recursive: true, force: true });
}
