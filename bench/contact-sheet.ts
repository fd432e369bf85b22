import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCanvas, LottieAnimation } from '@napi-rs/canvas';
import { prepareScene } from '@reelyard/render-node/engine/scene/prepare-scene.ts';
import type { PreparedScene } from '@reelyard/render-node/engine/scene/prepared-scene.ts';
import type { LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import { compositionSize } from '@reelyard/shared/contracts/render-format.ts';
import { templates } from '@reelyard/shared/templates/catalog.ts';
import type { Template } from '@reelyard/shared/templates/template.ts';
import { contactCases, sampleImages, valuesFor } from './contact-cases.ts';

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

const oneFrame = (scene: PreparedScene, frame: number): Buffer => {
  const canvas = createCanvas(scene.widthPx, scene.heightPx);
  const animation = LottieAnimation.loadFromData(scene.lottieJson);
  animation.seekFrame(frame);
  animation.render(canvas.getContext('2d'), { x: 0, y: 0, width: scene.widthPx, height: scene.heightPx });
  return canvas.toBuffer('image/png');
};

const sheet = (scene: PreparedScene): Buffer => {
  const cellHeight = Math.round((cellWidth * scene.heightPx) / scene.widthPx);
  const rows = Math.ceil(frameShares.length / columns);
  const canvas = createCanvas(columns * cellWidth, rows * cellHeight);
  const context = canvas.getContext('2d');
  const animation = LottieAnimation.loadFromData(scene.lottieJson);
  const cell = createCanvas(cellWidth, cellHeight);
  for (const [index, share] of frameShares.entries()) {
    animation.seekFrame(Math.round(share * (scene.frameCount - 1)));
    animation.render(cell.getContext('2d'), { x: 0, y: 0, width: cellWidth, height: cellHeight });
    context.drawImage(cell, (index % columns) * cellWidth, Math.floor(index / columns) * cellHeight);
  }
  return canvas.toBuffer('image/png');
};

const images = await sampleImages(join(out, 'samples'));
for (const template of templates) {
  const { slug } = template.manifest;
  if (options.template !== undefined && options.template !== slug) continue;
  for (const one of contactCases) {
    if (options.case !== undefined && options.case !== one.name) continue;
    const scene = await prepare(template, valuesFor(template.manifest, one, images), images.files);
    const picture = options.frame === undefined ? sheet(scene) : oneFrame(scene, Number(options.frame));
    const name = `${slug}.${one.name}${options.frame === undefined ? '' : `.${options.frame}`}.png`;
    await writeFile(join(out, name), picture);
    process.stdout.write(`${name}\n`);
  }
}
