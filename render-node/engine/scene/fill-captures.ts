import { readFile } from 'node:fs/promises';
import type { LayerValue, LayerValues, StoredPicture } from '@reelyard/shared/contracts/layer-value.ts';
import { partSlot } from '@reelyard/shared/templates/motion-kit/captured-page.ts';
import type { CaptureBinding, LottieValue, TextBlock } from '@reelyard/shared/templates/template.ts';
import sharp from 'sharp';
import { type CaptureLayout, layoutCapture, type PartLayout } from './capture-layout.ts';
import { drawLine, imageSlot } from './draw-text.ts';
import { type Filled, setBlock } from './fill-texts.ts';
import type { Palette } from './palette.ts';
import { prepareFailure } from './prepare-failure.ts';

type CaptureValue = Extract<LayerValue, { type: 'capture' }>;
type Slot = readonly [string, LottieValue];

/** The longest side of a page's picture: beyond it Skia draws in tiles, slowly. */
const maxSidePx = 16_000;
/** A shadow's room around its component, how soft it is and how far it falls, in composition pixels. */
const shadow = { margin: 64, sigma: 18, fall: 22, radius: 14, opacity: 0.42 } as const;
/** A blur of this softness needs no more pixels. */
const shadowScale = 0.25;

const dataUri = (bytes: Buffer, mimeType: 'image/png' | 'image/jpeg'): string =>
  `data:${mimeType};base64,${bytes.toString('base64')}`;

/** As much of the page as is seen, as sharp as the camera comes near, never sharper than it was captured. */
const pageUri = async (
  filePath: string,
  page: StoredPicture,
  binding: CaptureBinding,
  layout: CaptureLayout,
  pixelScale: number,
) => {
  const pictureScale = page.widthPx / binding.width;
  const heightPx = Math.min(page.heightPx, Math.ceil(layout.pageHeight * pictureScale));
  const sharpness = Math.min(pixelScale * layout.maxZoom, pictureScale, maxSidePx / layout.pageHeight);
  const bytes = await sharp(await readFile(filePath))
    .extract({ left: 0, top: 0, width: page.widthPx, height: heightPx })
    .resize({ width: Math.round(binding.width * sharpness) })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return { uri: dataUri(bytes, 'image/jpeg'), height: heightPx / pictureScale };
};

const partUri = async (filePath: string, part: PartLayout, pixelScale: number): Promise<string> => {
  const width = Math.round(part.width * part.maxScale * pixelScale);
  const bytes = await sharp(await readFile(filePath))
    .resize({ width, withoutEnlargement: true })
    .png({ compressionLevel: 3 })
    .toBuffer();
  return dataUri(bytes, 'image/png');
};

const shadowUri = async (part: PartLayout, hex: string): Promise<string> => {
  const { margin, sigma, radius, opacity } = shadow;
  const width = Math.ceil((part.width + 2 * margin) * shadowScale);
  const height = Math.ceil((part.height + 2 * margin) * shadowScale);
  const at = margin * shadowScale;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="${at}" y="${at}" width="${width - 2 * at}" height="${height - 2 * at}" rx="${radius * shadowScale}" fill="${hex}" fill-opacity="${opacity}"/></svg>`;
  const bytes = await sharp(Buffer.from(svg))
    .blur(Math.max(0.3, sigma * shadowScale))
    .png()
    .toBuffer();
  return dataUri(bytes, 'image/png');
};

const fillPart = async (
  slot: string,
  filePath: string,
  part: PartLayout,
  palette: Palette,
  pixelScale: number,
): Promise<Slot[]> => {
  const { margin, fall } = shadow;
  const corner: readonly [number, number] = [-part.width / 2, -part.height / 2];
  return [
    [slot, imageSlot(slot, await partUri(filePath, part, pixelScale), part.width, part.height)],
    [`${slot}.inset`, { a: 0, k: corner }],
    [`${slot}.move`, part.move],
    [`${slot}.zoom`, part.zoom],
    [
      `${slot}.shadow`,
      imageSlot(
        `${slot}.shadow`,
        await shadowUri(part, palette.shadow),
        part.width + 2 * margin,
        part.height + 2 * margin,
      ),
    ],
    [`${slot}.shadow.inset`, { a: 0, k: [corner[0] - margin, corner[1] - margin + fall] }],
  ];
};

const fillAddress = async (
  binding: CaptureBinding,
  text: string,
  palette: Palette,
  pixelScale: number,
): Promise<Slot[]> => {
  if (binding.address === null || text === '') return [];
  const { centre, width, size } = binding.address;
  const block: TextBlock = {
    name: `${binding.name}.address`,
    layer: binding.layer,
    literal: text,
    family: 'Inter',
    weight: 500,
    size,
    minSize: size,
    lineHeight: 1.2,
    tracking: 0,
    maxLines: 1,
    balance: false,
    align: 'center',
    uppercase: false,
    width,
    color: 'muted',
  };
  const { face, set } = setBlock(block, {});
  const line = set.fitted.lines[0];
  if (line === undefined) return [];
  const picture = await drawLine(line, face, size, palette.muted, pixelScale);
  const place = [Math.round(centre[0] - picture.width / 2), Math.round(centre[1] - size * 0.72)];
  return [
    [block.name, imageSlot(block.name, picture.dataUri, picture.width, picture.height)],
    [`${block.name}.place`, { a: 0, k: place }],
  ];
};

const fillCapture = async (
  binding: CaptureBinding,
  value: CaptureValue,
  images: Readonly<Record<string, string>>,
  palette: Palette,
  pixelScale: number,
): Promise<Filled> => {
  const fileOf = ({ storageKey }: StoredPicture): string => {
    const filePath = images[storageKey];
    if (filePath !== undefined) return filePath;
    throw prepareFailure('IMAGE_MISSING', `Layer "${binding.layer}" could not be resolved.`, binding.layer);
  };
  const components = binding.lift === null ? [] : value.components.slice(0, binding.partCount);
  const page = components.length > 0 && value.plate !== null ? value.plate : value.page;
  const layout = layoutCapture(binding, {
    width: value.page.widthPx / value.scale,
    height: value.page.heightPx / value.scale,
    boxes: components.map(({ box }) => box),
  });
  const picture = await pageUri(fileOf(page), page, binding, layout, pixelScale);
  const parts = await Promise.all(
    components.map(async (component, index) => {
      const part = layout.parts[index];
      const slot = partSlot(binding.name, index + 1);
      return part === undefined ? [] : await fillPart(slot, fileOf(component.picture), part, palette, pixelScale);
    }),
  );
  const address = await fillAddress(binding, value.address, palette, pixelScale);
  const { name } = binding;
  return {
    slots: new Map<string, LottieValue>([
      [`${name}.page`, imageSlot(`${name}.page`, picture.uri, binding.width, picture.height)],
      [`${name}.camera`, layout.camera],
      [`${name}.zoom`, layout.zoom],
      ...address,
      ...parts.flat(),
    ]),
    shown: new Set([
      name,
      ...(address.length > 0 ? [`${name}.address`] : []),
      ...(components.length > 0 ? [`${name}.parts`] : []),
      ...components.map((_, index) => partSlot(name, index + 1)),
    ]),
  };
};

/** The captured pages of a scene. Throws a failure that names the layer where a capture is missing or cannot be read. */
export const fillCaptures = async (
  bindings: readonly CaptureBinding[],
  values: LayerValues,
  images: Readonly<Record<string, string>>,
  palette: Palette,
  pixelScale: number,
): Promise<readonly Filled[]> =>
  await Promise.all(
    bindings.map(async (binding) => {
      const value = values[binding.layer];
      if (value?.type !== 'capture') {
        const message = `Layer "${binding.layer}" needs a captured page and has none.`;
        throw prepareFailure('CAPTURE_MISSING', message, binding.layer);
      }
      try {
        return await fillCapture(binding, value, images, palette, pixelScale);
      } catch (error) {
        if (error instanceof Error && error.name === 'JobFailureError') throw error;
        const message = `The captured page of layer "${binding.layer}" cannot be read.`;
        throw prepareFailure('IMAGE_UNREADABLE', message, binding.layer, error);
      }
    }),
  );
