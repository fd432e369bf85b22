import type { LayerValues } from '../contracts/layer-value.ts';
import { insetSlot, lineSlot, placeSlot } from '../templates/motion-kit/text-stack.ts';
import type { LottieValue, Stack, TextBlock } from '../templates/template.ts';
import type { ChooseFonts } from './font-chooser.ts';
import { layoutStack, type SetBlock, type StackLayout } from './layout-stack.ts';
import type { Palette } from './palette.ts';
import { SceneFailure } from './scene-failure.ts';
import type { ScenePlatform } from './scene-platform.ts';
import { drawLine, imageSlot, isRightToLeft, measureWith, type TextFace } from './set-type.ts';
import { cleanText, fitText } from './text-fit.ts';

/** What a scene is filled with: the machine, and the fonts that were found on it. */
export interface SceneTools extends ScenePlatform {
  readonly chooseFonts: ChooseFonts;
}

/** Part of a filling: slot values, and the names of what is shown. */
export interface Filled {
  readonly slots: ReadonlyMap<string, LottieValue>;
  readonly shown: ReadonlySet<string>;
}

/** The text of a layer, cleaned; empty where it has none. */
export const textOf = (values: LayerValues, layer: string): string => {
  const value = values[layer];
  return value?.type === 'text' ? cleanText(value.text) : '';
};

/** The face for a text; throws a failure that names the layer where no bundled font has a character. */
export const faceFor = async (
  { chooseFonts }: Pick<SceneTools, 'chooseFonts'>,
  text: string,
  look: Pick<TextBlock, 'family' | 'weight' | 'tracking' | 'layer'>,
): Promise<TextFace> => {
  const { families, missing } = await chooseFonts(text, look.family, look.weight);
  if (missing.length > 0) {
    const named = missing
      .slice(0, 5)
      .map(
        (character) =>
          `${character} (U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')})`,
      );
    throw new SceneFailure(
      'GLYPHS_MISSING',
      `The text of layer "${look.layer}" has characters that no bundled font can draw: ${named.join(', ')}.`,
      look.layer,
    );
  }
  return { families, tracking: look.tracking };
};

interface BlockWithFace {
  readonly face: TextFace;
  readonly set: SetBlock;
}

/** A block's text, set: cleaned, measured in its face, wrapped and sized. */
export const setBlock = async (
  tools: Pick<SceneTools, 'chooseFonts' | 'measure'>,
  block: TextBlock,
  values: LayerValues,
): Promise<BlockWithFace> => {
  const raw = block.literal ?? textOf(values, block.layer);
  const text = block.uppercase ? raw.toLocaleUpperCase('en') : raw;
  const face = await faceFor(tools, text, block);
  const measure = measureWith(tools, face);
  const fitted = fitText(text, block, measure);
  return {
    face,
    set: {
      fitted,
      lineWidths: fitted.lines.map((line) => measure(line, fitted.size)),
      rightToLeft: isRightToLeft(text),
    },
  };
};

/** Sets, places and draws the texts of one stack. `shownParts` are the drawn parts of the scene that are there. */
export const fillStack = async (
  tools: SceneTools,
  stack: Stack,
  values: LayerValues,
  palette: Palette,
  pixelScale: number,
  shownParts: ReadonlySet<string>,
): Promise<Filled> => {
  const set = stack.items.flatMap((item) =>
    item.kind === 'text'
      ? [setBlock(tools, item.block, values).then((block) => [item.block.name, block] as const)]
      : [],
  );
  const blocks = new Map<string, BlockWithFace>(await Promise.all(set));
  const layout = layoutStack(stack, new Map([...blocks].map(([name, block]) => [name, block.set])), shownParts);
  const drawn = await Promise.all(
    layout.lines.map(async (line) => {
      const face = blocks.get(line.block.name)?.face;
      if (face === undefined) throw new Error(`block ${line.block.name} was placed but never set`);
      return {
        line,
        picture: await drawLine(tools, line.text, face, line.size, palette[line.block.color], pixelScale),
      };
    }),
  );
  const slots = layoutSlots(layout);
  const shown = new Set<string>();
  for (const { line, picture } of drawn) {
    const name = lineSlot(line.block.name, line.line);
    slots.set(name, imageSlot(name, picture.address, picture.width, picture.height));
    slots.set(placeSlot(name), { a: 0, k: line.place });
    slots.set(insetSlot(name), { a: 0, k: [line.inset[0] - picture.overhang, line.inset[1]] });
    shown.add(name);
    shown.add(line.block.name);
  }
  return { slots, shown };
};

const layoutSlots = ({ parts, plates }: StackLayout): Map<string, LottieValue> => {
  const slots = new Map<string, LottieValue>();
  for (const [name, place] of parts) slots.set(placeSlot(name), { a: 0, k: place });
  for (const [name, { centre, size }] of plates) {
    slots.set(placeSlot(name), { a: 0, k: centre });
    slots.set(`${name}.size`, { a: 0, k: size });
    slots.set(`${name}.left`, { a: 0, k: [centre[0] - size[0] / 2, centre[1]] });
    slots.set(`${name}.half`, { a: 0, k: [size[0] / 2, 0] });
  }
  return slots;
};
