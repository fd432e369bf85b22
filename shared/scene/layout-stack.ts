import { clipPadding, lineBox } from '../templates/motion-kit/text-stack.ts';
import type { Stack, TextBlock } from '../templates/template.ts';
import type { FittedText } from './text-fit.ts';

/** A set text block: its lines with their advance widths. */
export interface SetBlock {
  readonly fitted: FittedText;
  readonly lineWidths: readonly number[];
  readonly rightToLeft: boolean;
}

export interface PlacedLine {
  readonly block: TextBlock;
  readonly line: number;
  readonly text: string;
  readonly size: number;
  /** Top left of the line's clip on the stage. */
  readonly place: readonly [number, number];
  /** Left end of the letters and top of the line's picture within the clip. */
  readonly inset: readonly [number, number];
}

export interface StackLayout {
  readonly lines: readonly PlacedLine[];
  /** Top left of every drawn part, centre and size of every plate, by name. */
  readonly parts: ReadonlyMap<string, readonly [number, number]>;
  readonly plates: ReadonlyMap<
    string,
    { readonly centre: readonly [number, number]; readonly size: readonly [number, number] }
  >;
  readonly height: number;
}

/** The baseline within a line of text: capitals sit in the optical middle of the line height. */
const baselineOf = (size: number, lineHeight: number): number => size * (lineHeight / 2 + 0.36);

const blockHeight = (block: TextBlock, set: SetBlock): number =>
  set.fitted.lines.length * set.fitted.size * block.lineHeight;

/** Left end of a line: where the block stands, and within it right to left texts keep their reading edge. */
const lineX = (stack: Stack, set: SetBlock, block: TextBlock, width: number): number => {
  if (block.align === 'center') return stack.box.x + (stack.box.width - width) / 2;
  const blockX = stack.align === 'center' ? stack.box.x + (stack.box.width - block.width) / 2 : stack.box.x;
  return set.rightToLeft ? blockX + Math.max(...set.lineWidths) - width : blockX;
};

const placeLines = (stack: Stack, block: TextBlock, set: SetBlock, top: number): PlacedLine[] =>
  set.fitted.lines.map((text, index) => {
    const { size } = set.fitted;
    const baseline = Math.round(top + index * size * block.lineHeight + baselineOf(size, block.lineHeight));
    const x = Math.round(lineX(stack, set, block, set.lineWidths[index] ?? 0));
    const clipX = stack.box.x - clipPadding + (stack.align === 'center' ? (stack.box.width - block.width) / 2 : 0);
    return {
      block,
      line: index + 1,
      text,
      size,
      place: [clipX, baseline - Math.round(block.size * lineBox.baseline)],
      inset: [x - clipX, Math.round(block.size * lineBox.baseline) - size * lineBox.baseline],
    };
  });

/**
 * Sets what is shown of a stack below one another; absent texts (no lines) and parts take neither room nor gap.
 * `sets` holds the blocks by name, `shownParts` the names of the parts that are there.
 */
export const layoutStack = (
  stack: Stack,
  sets: ReadonlyMap<string, SetBlock>,
  shownParts: ReadonlySet<string>,
): StackLayout => {
  const shown = stack.items.filter((item) =>
    item.kind === 'text'
      ? (sets.get(item.block.name)?.fitted.lines.length ?? 0) > 0
      : item.always === true || shownParts.has(item.name),
  );
  const heightOf = (item: Stack['items'][number]): number => {
    if (item.kind === 'part') return item.height;
    const set = sets.get(item.block.name);
    return set ? blockHeight(item.block, set) : 0;
  };
  const height = shown.reduce((sum, item, index) => sum + heightOf(item) + (index > 0 ? item.gapBefore : 0), 0);
  const room = stack.box.height - height;
  let y = stack.box.y + (stack.vertical === 'top' ? 0 : stack.vertical === 'bottom' ? room : room / 2);
  const lines: PlacedLine[] = [];
  const parts = new Map<string, readonly [number, number]>();
  const plates = new Map<string, { centre: readonly [number, number]; size: readonly [number, number] }>();
  for (const [index, item] of shown.entries()) {
    if (index > 0) y += item.gapBefore;
    if (item.kind === 'part') {
      const x = stack.align === 'center' ? stack.box.x + (stack.box.width - item.width) / 2 : stack.box.x;
      parts.set(item.name, [Math.round(x), Math.round(y)]);
    } else {
      const set = sets.get(item.block.name);
      if (set) {
        lines.push(...placeLines(stack, item.block, set, y));
        for (const plate of stack.plates.filter((one) => one.block === item.block.name)) {
          const textWidth = Math.max(...set.lineWidths);
          const width = Math.max(plate.minWidth, textWidth + 2 * plate.paddingX);
          const textX = lineX(stack, set, item.block, textWidth);
          plates.set(plate.name, {
            centre: [Math.round(textX + textWidth / 2), Math.round(y + heightOf(item) / 2)],
            size: [Math.round(width), plate.height],
          });
        }
      }
    }
    y += heightOf(item);
  }
  return { lines, parts, plates, height };
};
