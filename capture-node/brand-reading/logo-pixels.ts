import sharp from 'sharp';

/** A drawn picture without the empty rows around it, and what its visible pixels are like. */
export interface LogoPixels {
  readonly png: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Mean brightness of what is drawn, 0…1. */
  readonly brightness: number;
  /** It brings a ground of its own. */
  readonly isOpaque: boolean;
  /** `#rrggbb` with its share of the pixels, most first. */
  readonly colors: readonly { readonly hex: string; readonly share: number }[];
}

const leastAlpha = 24;
const binBits = 4;
const maxColors = 4;

interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const extentOf = (data: Buffer, width: number, height: number): Extent | null => {
  const extent = { left: width, top: height, right: -1, bottom: -1 };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < leastAlpha) continue;
      extent.left = Math.min(extent.left, x);
      extent.right = Math.max(extent.right, x);
      extent.top = Math.min(extent.top, y);
      extent.bottom = Math.max(extent.bottom, y);
    }
  return extent.right < 0 ? null : extent;
};

const hexOf = (red: number, green: number, blue: number): string =>
  `#${[red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

interface Bin {
  count: number;
  red: number;
  green: number;
  blue: number;
}

const lookAt = (
  data: Buffer,
  width: number,
  { left, top, right, bottom }: Extent,
): Omit<LogoPixels, 'png' | 'widthPx' | 'heightPx'> => {
  const bins = new Map<number, Bin>();
  let visible = 0;
  let brightness = 0;
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) {
      const at = (y * width + x) * 4;
      if ((data[at + 3] ?? 0) < 128) continue;
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      visible += 1;
      brightness += (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
      const shift = 8 - binBits;
      const key = ((red >> shift) << (2 * binBits)) | ((green >> shift) << binBits) | (blue >> shift);
      const bin = bins.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
      bin.count += 1;
      bin.red += red;
      bin.green += green;
      bin.blue += blue;
      bins.set(key, bin);
    }
  const colors = [...bins.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxColors)
    .map(({ count, red, green, blue }) => ({
      hex: hexOf(red / count, green / count, blue / count),
      share: count / Math.max(1, visible),
    }))
    .filter(({ share }) => share >= 0.04);
  const area = (right - left + 1) * (bottom - top + 1);
  return { brightness: brightness / Math.max(1, visible), isOpaque: visible / area > 0.97, colors };
};

/** Trims a drawn picture and looks at it; null where nothing worth using was drawn. */
export const logoPixels = async (png: Buffer): Promise<LogoPixels | null> => {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const extent = extentOf(data, info.width, info.height);
  if (extent === null) return null;
  const size = { width: extent.right - extent.left + 1, height: extent.bottom - extent.top + 1 };
  const isTooSmall = Math.max(size.width, size.height) < 32 || Math.min(size.width, size.height) < 8;
  const aspect = size.width / size.height;
  if (isTooSmall || aspect > 16 || aspect < 1 / 6) return null;
  const trimmed = await sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .extract({ left: extent.left, top: extent.top, ...size })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { png: trimmed, widthPx: size.width, heightPx: size.height, ...lookAt(data, info.width, extent) };
};
