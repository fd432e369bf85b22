import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { runFfmpeg } from '@reelyard/render-node/engine/encode/ffmpeg.ts';
import { skottieBackend } from '@reelyard/render-node/engine/scene/skottie-backend.ts';
import { previewPath } from '@reelyard/shared/templates/preview.ts';
import { eachTemplateLook } from './template-looks.ts';

/**
 * Films each template with sample values (N5, `previewVideoUrl`): `node bench/template-previews.ts`. Run after a change of
 * a template's look; the result is committed, because the control plane, which serves it, draws nothing.
 */
const widthPx = 640;

const backend = skottieBackend();
try {
  await eachTemplateLook(
    async ({ manifest }, scene) => {
      const path = previewPath(manifest.slug);
      if (path === null) throw new Error(`${manifest.slug} has no place`);
      await mkdir(dirname(path), { recursive: true });
      backend.open(scene);
      const frames = function* () {
        for (let frame = 0; frame < scene.frameCount; frame++) yield Buffer.from(backend.still(frame).rgba());
      };
      const input = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${scene.widthPx}x${scene.heightPx}`];
      const output = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '26', '-pix_fmt', 'yuv420p', '-an'];
      await runFfmpeg([...input, '-r', String(scene.fps), '-i', 'pipe:0', ...output, '-movflags', '+faststart', path], {
        signal: AbortSignal.timeout(120_000),
        stdin: Readable.from(frames()),
      });
    },
    ({ widthPx: width, heightPx }) => ({ widthPx, heightPx: Math.round((heightPx * widthPx) / width) }),
  );
} finally {
  backend.close();
}
