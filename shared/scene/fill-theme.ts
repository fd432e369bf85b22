import { rgb } from 'culori';
import type { LayerValues } from '../contracts/layer-value.ts';
import {
  type Bindings,
  colorRoles,
  type FontFamily,
  fontFamilies,
  type GradientStop,
  type LottieValue,
  type Style,
  styles,
} from '../templates/template.ts';
import { type Palette, paletteOf } from './palette.ts';

/** What stands in where a project has neither a brand nor a colour of its own. */
const houseBlue = '#4f5dff';

const colorOf = (values: LayerValues, layer: string): string | null => {
  const value = values[layer];
  return value?.type === 'color' ? value.hex : null;
};

const styleOf = (values: LayerValues, layer: string): Style => {
  const value = values[layer];
  const chosen = value?.type === 'option' ? value.value : null;
  return styles.find((style) => style === chosen) ?? 'dark';
};

/** The palette that the values of a scene ask for. */
export const themeOf = (theme: Bindings['theme'], values: LayerValues): Palette =>
  paletteOf(
    styleOf(values, theme.style),
    colorOf(values, theme.primary) ?? houseBlue,
    colorOf(values, theme.secondary),
  );

/** `#rrggbb` as Lottie has colours: three shares of one. */
const channels = (hex: string): number[] => {
  const color = rgb(hex);
  return color ? [color.r, color.g, color.b].map((channel) => Number(channel.toFixed(4))) : [0, 0, 0];
};

/** The typeface that a brand or a caller chose, where it is a bundled one. */
export const familyOf = (theme: Bindings['theme'], values: LayerValues): FontFamily | null => {
  const value = values[theme.font];
  return value?.type === 'font' ? (fontFamilies.find((family) => family === value.family) ?? null) : null;
};

const gradientValue = (stops: readonly GradientStop[], palette: Palette): LottieValue => ({
  a: 0,
  k: [
    ...stops.flatMap((stop) => [stop.at, ...channels(palette[stop.role])]),
    ...stops.flatMap((stop) => [stop.at, stop.alpha]),
  ],
});

/** Values of the colour and gradient slots. */
export const themeSlots = (bindings: Bindings, palette: Palette): ReadonlyMap<string, LottieValue> =>
  new Map<string, LottieValue>([
    ...colorRoles.map((role): [string, LottieValue] => [`color.${role}`, { a: 0, k: channels(palette[role]) }]),
    ...Object.entries(bindings.gradients).map(([name, stops]): [string, LottieValue] => [
      `gradient.${name}`,
      gradientValue(stops, palette),
    ]),
  ]);
