import type { LayerValues } from '../contracts/layer-value.ts';
import { counterSlot } from '../templates/motion-kit/counter.ts';
import { easedShare } from '../templates/motion-kit/easing.ts';
import { insetSlot, lineBox } from '../templates/motion-kit/text-stack.ts';
import type { CounterBinding } from '../templates/template.ts';
import { type Filled, faceFor, type SceneTools } from './fill-texts.ts';
import type { Palette } from './palette.ts';
import { drawLine, imageSlot, measureWith } from './set-type.ts';
import { cleanText } from './text-fit.ts';

const affix = (values: LayerValues, layer: string | null): string => {
  const value = layer === null ? undefined : values[layer];
  return value?.type === 'text' ? cleanText(value.text).replaceAll('\n', ' ') : '';
};

/** Decimals that are shown: those asked for, else those that the number has (four at most). */
const decimalsOf = (number: number, asked: number | null): number => {
  if (asked !== null) return Math.min(6, Math.max(0, Math.round(asked)));
  return [0, 1, 2, 3].find((decimals) => Math.abs(Number(number.toFixed(decimals)) - number) < 1e-9) ?? 4;
};

export interface CounterText {
  /** What stands on each frame from the binding's first to its last; the last is the exact number. */
  readonly frames: readonly string[];
}

/** The figure on every frame: eased, grouped by thousands, with prefix and suffix. Empty where no number is given. */
export const counterText = (binding: CounterBinding, values: LayerValues): CounterText => {
  const value = values[binding.layer];
  if (value?.type !== 'number' || !Number.isFinite(value.number)) return { frames: [] };
  const asked = binding.decimalsLayer === null ? undefined : values[binding.decimalsLayer];
  const decimals = decimalsOf(value.number, asked?.type === 'number' ? asked.number : null);
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const prefix = affix(values, binding.prefixLayer);
  const suffix = affix(values, binding.suffixLayer);
  const count = binding.endFrame - binding.startFrame;
  return {
    frames: Array.from({ length: count + 1 }, (_, index) => {
      const share = index === count ? 1 : easedShare('settle', index / count);
      const shown = index === count ? value.number : value.number * share;
      // A figure on its way must not read as negative zero.
      return `${prefix}${format.format(shown === 0 || Math.abs(shown) < 0.5 / 10 ** decimals ? 0 : shown)}${suffix}`;
    }),
  };
};

/** Draws the figure of every frame, left end fixed where the final figure begins, so that nothing trembles. */
export const fillCounter = async (
  tools: SceneTools,
  binding: CounterBinding,
  values: LayerValues,
  palette: Palette,
  pixelScale: number,
): Promise<Filled> => {
  const { frames } = counterText(binding, values);
  const final = frames.at(-1);
  if (final === undefined) return { slots: new Map(), shown: new Set() };
  const face = await faceFor(tools, frames.join(''), binding);
  const measure = measureWith(tools, face);
  const widest = Math.max(...frames.map((text) => measure(text, 1)));
  const size = Math.max(binding.minSize, Math.min(binding.size, Math.floor(binding.width / widest)));
  const left = binding.align === 'left' ? 0 : (binding.width - measure(final, size)) / 2;
  // A figure that stands for several frames is drawn once: Skottie keeps one picture per id.
  const drawn = await Promise.all(
    [...new Set(frames)].map(async (text, index) => {
      const picture = await drawLine(tools, text, face, size, palette[binding.color], pixelScale);
      const id = `${binding.name}.figure.${index}`;
      return { text, overhang: picture.overhang, slot: imageSlot(id, picture.address, picture.width, picture.height) };
    }),
  );
  const slotOf = new Map(drawn.map(({ text, slot }) => [text, slot]));
  const slots = new Map(frames.map((text, index) => [counterSlot(binding.name, index), slotOf.get(text) ?? null]));
  // Capitals in the optical middle of a line box as high as the full size.
  const top = binding.size / 2 + size * (0.36 - lineBox.baseline);
  slots.set(insetSlot(binding.name), { a: 0, k: [Math.round(left) - (drawn[0]?.overhang ?? 0), top] });
  return { slots, shown: new Set([binding.name]) };
};
