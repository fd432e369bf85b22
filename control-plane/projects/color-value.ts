/** The notations of a colour that a caller may write, as they stand in the error message. */
export const colorNotations = ['#rgb', '#rrggbb', 'rgb(r, g, b)', 'hsl(h, s%, l%)'] as const;

const hexShort = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/;
const hexLong = /^#[0-9a-f]{6}$/;
const rgbCall = /^rgb\(\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*[,\s]\s*(\d{1,3})\s*\)$/;
const hslCall = /^hsl\(\s*(\d{1,3})(?:deg)?\s*[,\s]\s*(\d{1,3})%\s*[,\s]\s*(\d{1,3})%\s*\)$/;

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;

const rgbOfHsl = (hue: number, saturation: number, lightness: number): number[] => {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((offset) => {
    const turn = (offset + hue / 30) % 12;
    return (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))) * 255;
  });
};

/** A colour as `#rrggbb` in small letters; null where the text is not one of the notations. */
export const parseColor = (text: string): string | null => {
  const color = text.trim().toLowerCase();
  if (hexLong.test(color)) return color;
  const short = hexShort.exec(color);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  const rgb = rgbCall.exec(color)?.slice(1).map(Number);
  if (rgb) return rgb.every((channel) => channel <= 255) ? hexOf(rgb) : null;
  const [hue, saturation, lightness] = hslCall.exec(color)?.slice(1).map(Number) ?? [];
  if (hue === undefined || saturation === undefined || lightness === undefined) return null;
  if (hue > 360 || saturation > 100 || lightness > 100) return null;
  return hexOf(rgbOfHsl(hue % 360, saturation / 100, lightness / 100));
};
