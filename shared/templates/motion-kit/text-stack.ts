import { type Box, lineSlotCount, type Stack, type StackItem, type TextBlock } from '../template.ts';
import type { AssetDraft, Part } from './compose.ts';
import { clipLayer, imageLayer, type LayerDraft, nullLayer } from './layer.ts';
import { moving, still } from './property.ts';
import { stageName } from './stage.ts';

/** How a block comes and goes: lines rising out of their own mask, or a short move with a fade. */
export interface TextMotion {
  readonly kind: 'rise' | 'fade';
  readonly enterFrame: number;
  readonly enterFrames: number;
  readonly stagger: number;
  readonly exitFrame: number;
  /** From this frame on the text steps back to this opacity (a struck item). */
  readonly dim?: { readonly frame: number; readonly opacity: number };
}

export const exitFrames = 9;

/** Room of a line above and below its letters, as factors of its size; Arabic reaches deepest. */
export const lineBox = { height: 1.62, baseline: 1.08 } as const;
/** Horizontal room of a clip for glyphs that lean out of their advance, in pixels. */
export const clipPadding = 24;

export const lineSlot = (block: string, line: number): string => `${block}.${line}`;
export const placeSlot = (name: string): string => `${name}.place`;
export const insetSlot = (name: string): string => `${name}.inset`;

export const clipSize = (block: Pick<TextBlock, 'width' | 'size'>): { width: number; height: number } => ({
  width: Math.ceil(block.width + 2 * clipPadding),
  height: Math.ceil(block.size * lineBox.height),
});

const risingLine = (
  block: TextBlock,
  line: number,
  motion: TextMotion,
  parent: string,
): Pick<Part, 'layers'> & { asset: AssetDraft } => {
  const slot = lineSlot(block.name, line);
  const { width, height } = clipSize(block);
  const enter = motion.enterFrame + (line - 1) * motion.stagger;
  // The line leaves upwards, a third of the way it came: an exit is never the enter reversed.
  const rise = nullLayer({
    name: `${slot}.rise`,
    position: moving(
      { frame: enter, value: [0, height], easing: 'enter' },
      { frame: enter + motion.enterFrames, value: [0, 0] },
      { frame: motion.exitFrame + (line - 1) * 2, value: [0, 0], easing: 'exit' },
      { frame: motion.exitFrame + (line - 1) * 2 + exitFrames, value: [0, -height] },
    ),
  });
  const picture = imageLayer(
    { name: slot, parent: `${slot}.rise`, needs: slot, position: still([0, 0], insetSlot(slot)) },
    slot,
  );
  return {
    layers: [
      clipLayer(
        { name: slot, parent, needs: slot, position: still([0, 0], placeSlot(slot)) },
        `${slot}.clip`,
        width,
        height,
      ),
    ],
    asset: { id: `${slot}.clip`, layers: [picture, rise] },
  };
};

const fadingLine = (block: TextBlock, line: number, motion: TextMotion, parent: string): readonly LayerDraft[] => {
  const slot = lineSlot(block.name, line);
  const enter = motion.enterFrame + (line - 1) * motion.stagger;
  return [
    imageLayer(
      {
        name: slot,
        parent: `${slot}.place`,
        needs: slot,
        position: still([0, 0], insetSlot(slot)),
        opacity: moving(
          { frame: enter, value: 0, easing: 'enter' },
          { frame: enter + motion.enterFrames, value: 100 },
          ...(motion.dim === undefined
            ? []
            : [
                { frame: motion.dim.frame, value: 100, easing: 'settle' as const },
                { frame: motion.dim.frame + 12, value: motion.dim.opacity },
              ]),
          { frame: motion.exitFrame, value: motion.dim?.opacity ?? 100, easing: 'exit' },
          { frame: motion.exitFrame + exitFrames, value: 0 },
        ),
      },
      slot,
    ),
    nullLayer({ name: `${slot}.place`, parent: `${slot}.move`, position: still([0, 0], placeSlot(slot)) }),
    nullLayer({
      name: `${slot}.move`,
      parent,
      position: moving(
        { frame: enter, value: [0, 40], easing: 'enter' },
        { frame: enter + motion.enterFrames, value: [0, 0] },
        { frame: motion.exitFrame, value: [0, 0], easing: 'exit' },
        { frame: motion.exitFrame + exitFrames, value: [0, -20] },
      ),
    }),
  ];
};

/** The layers of one text block, carried by `parent`. */
export const textLayers = (block: TextBlock, motion: TextMotion, parent: string): Pick<Part, 'layers' | 'assets'> => {
  const lines = Array.from({ length: lineSlotCount(block) }, (_, index) => index + 1);
  const pictures: AssetDraft[] = lines.map((line) => ({ id: lineSlot(block.name, line), image: true }));
  if (motion.kind === 'fade') {
    return { layers: lines.flatMap((line) => fadingLine(block, line, motion, parent)), assets: pictures };
  }
  const rising = lines.map((line) => risingLine(block, line, motion, parent));
  return { layers: rising.flatMap((line) => line.layers), assets: [...pictures, ...rising.map((line) => line.asset)] };
};

export interface StackText {
  readonly block: TextBlock;
  readonly motion: TextMotion;
  readonly gapBefore: number;
  /** What carries this text instead of the stack's parent; it must have the same origin. */
  readonly parent?: string;
}
type StackPart = Extract<StackItem, { kind: 'part' }>;

/** Text blocks (and drawn parts) below one another in a box; `parent` carries them and its origin is the box's. */
export const textStack = (
  box: Box,
  vertical: Stack['vertical'],
  align: Stack['align'],
  items: readonly (StackText | StackPart)[],
  options: { readonly plates?: Stack['plates']; readonly parent?: string } = {},
): Part => {
  const texts = items.filter((item): item is StackText => 'block' in item);
  const drawn = texts.map((item) => textLayers(item.block, item.motion, item.parent ?? options.parent ?? stageName));
  return {
    layers: drawn.flatMap((part) => part.layers),
    assets: drawn.flatMap((part) => part.assets ?? []),
    stacks: [
      {
        box,
        vertical,
        align,
        items: items.map(
          (item): StackItem =>
            'block' in item ? { kind: 'text', block: item.block, gapBefore: item.gapBefore } : item,
        ),
        plates: options.plates ?? [],
      },
    ],
  };
};
