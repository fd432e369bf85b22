/** A colour in cylinder form: hue 0–360, saturation and lightness 0–1. */
export interface Hsl {
  readonly hue: number;
  readonly saturation: number;
  readonly lightness: number;
}

export interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** Channels 0–255. Hue 0 for greys. */
export const hslOf = ({ red, green, blue }: Rgb): Hsl => {
  const highest = Math.max(red, green, blue);
  const lowest = Math.min(red, green, blue);
  const spread = highest - lowest;
  const lightness = (highest + lowest) / 510;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const sixth =
    highest === red
      ? (green - blue) / spread
      : highest === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return { hue: (sixth * 60 + 360) % 360, saturation: spread / 255 / (1 - Math.abs(2 * lightness - 1)), lightness };
};

/** `#rrggbb` */
export const rgbOf = (hex: string): Rgb => ({
  red: Number.parseInt(hex.slice(1, 3), 16),
  green: Number.parseInt(hex.slice(3, 5), 16),
  blue: Number.parseInt(hex.slice(5, 7), 16),
});

export const hexOf = ({ red, green, blue }: Rgb): string =>
  `#${[red, green, blue].map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

/** WCAG 2.2: 0 for black, 1 for white. */
const relativeLuminance = (hex: string): number => {
  const { red, green, blue } = rgbOf(hex);
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** WCAG 2.2: from 1 (the same) to 21 (black and white), whichever is the lighter one. */
export const contrastRatio = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [relativeLuminance(a), relativeLuminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};
