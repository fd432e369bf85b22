import type { LayerValue, LayerValues, StoredPicture } from '../contracts/layer-value.ts';
import { partSlot } from '../templates/motion-kit/captured-page.ts';
import type { CaptureBinding, LottieValue, TextBlock } from '../templates/template.ts';
import { type CaptureLayout, layoutCapture, type PartLayout } from './capture-layout.ts';
import { type Filled, type SceneTools, setBlock } from './fill-texts.ts';
import type { Palette } from './palette.ts';
import { SceneFailure } from './scene-failure.ts';
import { drawLine, imageSlot } from './set-type.ts';

type CaptureValue = Extract<LayerValue, { type: 'capture' }>;
type Slot = readonly [string, LottieValue];

/** The longest side of a page's picture: beyond it Skia draws in tiles, slowly. */
const maxSidePx = 16_000;
/** A shadow's room around its component, how soft it is and how far it falls, in composition pixels. */
const shadow = { margin: 64, sigma: 18, fall: 22, radius: 14, opacity: 0.42 } as const;
/** A blur of this softness needs no more pixels. */
const shadowScale = 0.25;

/** As much of the page as is seen, as sharp as the camera comes near, never sharper than it was captured. */
const cutPage = async (
  { cut }: SceneTools,
  page: StoredPicture,
  binding: CaptureBinding,
  layout: CaptureLayout,
  pixelScale: number,
) => {
  const pictureScale = page.widthPx / binding.width;
  const heightPx = Math.min(page.heightPx, Math.ceil(layout.pageHeight * pictureScale));
  const sharpness = Math.min(pixelScale * layout.maxZoom, pictureScale, maxSidePx / layout.pageHeight);
  const address = await cut({
    kind: 'page',
    storageKey: page.storageKey,
    cropWidthPx: page.widthPx,
    cropHeightPx: heightPx,
    widthPx: Math.round(binding.width * sharpness),
  });
  return { address, height: heightPx / pictureScale };
};

const cutShadow = async ({ cut }: SceneTools, part: PartLayout, hex: string): Promise<string> => {
  const { margin, sigma, radius, opacity } = shadow;
  return await cut({
    kind: 'shadow',
    widthPx: Math.ceil((part.width + 2 * margin) * shadowScale),
    heightPx: Math.ceil((part.height + 2 * margin) * shadowScale),
    insetPx: margin * shadowScale,
    radiusPx: radius * shadowScale,
    sigmaPx: sigma * shadowScale,
    hex,
    opacity,
  });
};

const fillPart = async (
  tools: SceneTools,
  slot: string,
  { storageKey }: StoredPicture,
  part: PartLayout,
  palette: Palette,
  pixelScale: number,
): Promise<Slot[]> => {
  const { margin, fall } = shadow;
  const widthPx = Math.round(part.width * part.maxScale * pixelScale);
  const address = await tools.cut({ kind: 'part', storageKey, widthPx });
  const corner: readonly [number, number] = [-part.width / 2, -part.height / 2];
  return [
    [slot, imageSlot(slot, address, part.width, part.height)],
    [`${slot}.inset`, { a: 0, k: corner }],
    [`${slot}.move`, part.move],
    [`${slot}.zoom`, part.zoom],
    [
      `${slot}.shadow`,
      imageSlot(
        `${slot}.shadow`,
        await cutShadow(tools, part, palette.shadow),
        part.width + 2 * margin,
        part.height + 2 * margin,
      ),
    ],
    [`${slot}.shadow.inset`, { a: 0, k: [corner[0] - margin, corner[1] - margin + fall] }],
  ];
};

const fillAddress = async (
  tools: SceneTools,
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
  const { face, set } = await setBlock(tools, block, {});
  const line = set.fitted.lines[0];
  if (line === undefined) return [];
  const picture = await drawLine(tools, line, face, size, palette.muted, pixelScale);
  const place = [Math.round(centre[0] - picture.width / 2), Math.round(centre[1] - size * 0.72)];
  return [
    [block.name, imageSlot(block.name, picture.address, picture.width, picture.height)],
    [`${block.name}.place`, { a: 0, k: place }],
  ];
};

const fillCapture = async (
  tools: SceneTools,
  binding: CaptureBinding,
  value: CaptureValue,
  palette: Palette,
  pixelScale: number,
): Promise<Filled> => {
  const atHand = (picture: StoredPicture): StoredPicture => {
    if (tools.hasPicture(picture.storageKey)) return picture;
    throw new SceneFailure('IMAGE_MISSING', `Layer "${binding.layer}" could not be resolved.`, binding.layer);
  };
  const components = binding.lift === null ? [] : value.components.slice(0, binding.partCount);
  const page = components.length > 0 && value.plate !== null ? value.plate : value.page;
  const layout = layoutCapture(binding, {
    width: value.page.widthPx / value.scale,
    height: value.page.heightPx / value.scale,
    boxes: components.map(({ box }) => box),
  });
  const picture = await cutPage(tools, atHand(page), binding, layout, pixelScale);
  const parts = await Promise.all(
    components.map(async (component, index) => {
      const part = layout.parts[index];
      const slot = partSlot(binding.name, index + 1);
      return part === undefined
        ? []
        : await fillPart(tools, slot, atHand(component.picture), part, palette, pixelScale);
    }),
  );
  const address = await fillAddress(tools, binding, value.address, palette, pixelScale);
  const { name } = binding;
  return {
    slots: new Map<string, LottieValue>([
      [`${name}.page`, imageSlot(`${name}.page`, picture.address, binding.width, picture.height)],
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
  tools: SceneTools,
  bindings: readonly CaptureBinding[],
  values: LayerValues,
  palette: Palette,
  pixelScale: number,
): Promise<readonly Filled[]> =>
  await Promise.all(
    bindings.map(async (binding) => {
      const value = values[binding.layer];
      if (value?.type !== 'capture') {
        const message = `Layer "${binding.layer}" needs a captured page and has none.`;
        throw new SceneFailure('CAPTURE_MISSING', message, binding.layer);
      }
      try {
        return await fillCapture(tools, binding, value, palette, pixelScale);
      } catch (error) {
        if (error instanceof SceneFailure) throw error;
        const message = `The captured page of layer "${binding.layer}" cannot be read.`;
        throw new SceneFailure('IMAGE_UNREADABLE', message, binding.layer, error);
      }
    }),
  );
