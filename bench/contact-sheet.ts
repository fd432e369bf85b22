import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareScene } from '@reelyard/render-node/engine/scene/prepare-scene.ts';
import { skottieBackend } from '@reelyard/render-node/engine/scene/skottie-backend.ts';
import type { LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import { compositionSize } from '@reelyard/shared/contracts/render-format.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import { templates } from '@reelyard/shared/templates/catalog.ts';
import type { Template } from '@reelyard/shared/templates/template.ts';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { contactCases, filledFor, sampleImages } from './contact-cases.ts';

/**
 * Draws every template in every style with short, long, Japanese, Arabic and emoji texts and hostile colours: ten
 * frames a sheet, for judging by eye (motion.md, How to judge).
 *   node bench/contact-sheet.ts --out <folder> [--template <slug>] [--case <name>] [--frame <n>]
 * With --frame one frame is written at full size instead.
 */
const { values: options } = parseArgs({
  options: {
    out: { type: 'string' },
    template: { type: 'string' },
    case: { type: 'string' },
    frame: { type: 'string' },
    watermark: { type: 'boolean', default: false },
  },
});
const out = options.out;
if (out === undefined) throw new Error('say where to: --out <folder>');
await mkdir(out, { recursive: true });

const columns = 2;
const cellWidth = 960;
const frameShares = [0, 0.03, 0.08, 0.15, 0.25, 0.4, 0.6, 0.88, 0.95, 1];

const prepare = (
  template: Template,
  values: LayerValues,
  images: Readonly<Record<string, string>>,
): Promise<PreparedScene> => {
  const { widthPx, heightPx } = compositionSize(template.manifest.aspectRatio);
  return prepareScene({
    template,
    values,
    images,
    widthPx,
    heightPx,
    fps: template.manifest.fps,
    watermark: options.watermark,
  });
};

const backend = skottieBackend();
/** Frames as the engine draws them, at the size that `scene` has. */
const pictureOf = (scene: PreparedScene, frame: number): Sharp => {
  const raw = { width: scene.widthPx, height: scene.heightPx, channels: 4 } as const;
  return sharp(backend.still(frame).rgba(), { raw });
};

const oneFrame = async (scene: PreparedScene, frame: number): Promise<Buffer> => {
  backend.open(scene);
  return await pictureOf(scene, frame).png().toBuffer();
};

const sheet = async (scene: PreparedScene): Promise<Buffer> => {
  const cell = { ...scene, widthPx: cellWidth, heightPx: Math.round((cellWidth * scene.heightPx) / scene.widthPx) };
  const rows = Math.ceil(frameShares.length / columns);
  backend.open(cell);
  const cells: OverlayOptions[] = [];
  for (const [index, share] of frameShares.entries())
    cells.push({
      input: await pictureOf(cell, Math.round(share * (scene.frameCount - 1)))
        .png({ compressionLevel: 1 })
        .toBuffer(),
      left: (index % columns) * cellWidth,
      top: Math.floor(index / columns) * cell.heightPx,
    });
  const size = { width: columns * cellWidth, height: rows * cell.heightPx, channels: 3 } as const;
  return await sharp({ create: { ...size, background: '#000' } })
    .composite(cells)
    .png()
    .toBuffer();
};

const images = await sampleImages(join(out, 'samples'));
for (const template of templates) {
  const { slug } = template.manifest;
  if (options.template !== undefined && options.template !== slug) continue;
  for (const one of contactCases) {
    if (options.case !== undefined && options.case !== one.name) continue;
    const filled = await filledFor(template.manifest, one, images, join(out, 'samples'));
    const scene = await prepare(template, filled.values, filled.images);
    const picture = await (options.frame === undefined ? sheet(scene) : oneFrame(scene, Number(options.frame)));
    const name = `${slug}.${one.name}${options.frame === undefined ? '' : `.${options.frame}`}.png`;
    await writeFile(join(out, name), picture);
    process.stdout.write(`${name}\n`);
  }
}
