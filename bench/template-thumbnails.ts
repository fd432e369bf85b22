import { skottieBackend } from '@reelyard/render-node/engine/scene/skottie-backend.ts';
import { thumbnailPath } from '@reelyard/shared/templates/thumbnail.ts';
import sharp from 'sharp';
import { eachTemplateLook } from './template-looks.ts';

/**
 * Draws the picture that stands for each template in a list (N5): `node bench/template-thumbnails.ts`. Run after a
 * change of a template's look; the result is committed, because the control plane, which serves it, draws nothing.
 */
const widthPx = 480;

const backend = skottieBackend();
try {
  await eachTemplateLook(async ({ manifest }, scene) => {
    const path = thumbnailPath(manifest.slug);
    if (path === null) throw new Error(`${manifest.slug} has no place`);
    backend.open(scene);
    const raw = { width: scene.widthPx, height: scene.heightPx, channels: 4 } as const;
    await sharp(backend.still(scene.posterFrame).rgba(), { raw })
      .resize({ width: widthPx })
      .jpeg({ quality: 82, mozjpeg: true })
      .toFile(path);
  });
} finally {
  backend.close();
}
