import { wcagContrast } from 'culori';
import sharp, { type Sharp } from 'sharp';
import type { PictureOrder } from '../scene/picture-order.ts';

/** A decoded picture may be at most this large; intake stores smaller ones, so this only guards the node's memory. */
const maxPixels = 100_000_000;
/** A logo of which more than this share of its ink is closer than `vanishing` to its ground gets a plate. */
const vanishingShare = 0.3;
const vanishing = 1.9;
const platePadding = 0.16;
const lightPlate = '#ffffff';
const darkPlate = '#15161a';

const plateOf = (width: number, height: number, radius: number, color: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}" ry="${radius}" fill="${color}"/></svg>`,
  );

interface Ink {
  /** Share of the visible pixels that would vanish on the ground. */
  readonly vanishingShare: number;
  readonly isLight: boolean;
  readonly hasAlpha: boolean;
}

/** What a logo's visible pixels look like before `ground`; read from a 64-pixel thumbnail. */
const inkOf = async (picture: Sharp, ground: string): Promise<Ink> => {
  const { data } = await picture
    .clone()
    .resize(64, 64, { fit: 'inside' })
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  let visible = 0;
  let lost = 0;
  let light = 0;
  let clear = 0;
  for (let at = 0; at + 3 < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 128) {
      clear += 1;
      continue;
    }
    visible += 1;
    const color = {
      mode: 'rgb' as const,
      r: (data[at] ?? 0) / 255,
      g: (data[at + 1] ?? 0) / 255,
      b: (data[at + 2] ?? 0) / 255,
    };
    if (wcagContrast(color, ground) < vanishing) lost += 1;
    if (wcagContrast(color, '#ffffff') < 2.2) light += 1;
  }
  return {
    vanishingShare: visible === 0 ? 0 : lost / visible,
    isLight: light > visible / 2,
    hasAlpha: clear > 0,
  };
};

/** A cut picture, encoded. */
export interface CutPicture {
  readonly bytes: Buffer;
  readonly mimeType: 'image/png' | 'image/jpeg';
}

const encoded = async (picture: Sharp, opaque: boolean): Promise<CutPicture> =>
  opaque
    ? { bytes: await picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer(), mimeType: 'image/jpeg' }
    : { bytes: await picture.png({ compressionLevel: 6 }).toBuffer(), mimeType: 'image/png' };

/** A picture with clear corners is a logo, not a photo: cropping it to a portrait would cut it. */
const isMark = async (picture: Sharp): Promise<boolean> => (await inkOf(picture, '#ffffff')).hasAlpha;

/** A logo where a portrait is expected: whole, on a light or dark plate of the portrait's shape. */
const markOnPlate = async (picture: Sharp, width: number, height: number, radius: number): Promise<CutPicture> => {
  const { isLight } = await inkOf(picture, '#ffffff');
  const mark = await picture
    .clone()
    .resize(Math.round(width * 0.64), Math.round(height * 0.64), { fit: 'inside' })
    .png()
    .toBuffer();
  const plate = sharp(plateOf(width, height, radius, isLight ? darkPlate : lightPlate));
  return encoded(plate.composite([{ input: mark, gravity: 'centre' }]), false);
};

const open = (bytes: Uint8Array): Sharp => sharp(bytes, { limitInputPixels: maxPixels }).rotate();

interface Seen {
  readonly picture: Sharp;
  /** The plate that the picture needs to be seen; null where it is seen without. */
  readonly plate: string | null;
}

const seenBefore = async (picture: Sharp, groundHex: string | null): Promise<Seen> => {
  if (groundHex === null) return { picture, plate: null };
  const ink = await inkOf(picture, groundHex);
  const vanishes = ink.hasAlpha && ink.vanishingShare > vanishingShare;
  return { picture, plate: vanishes ? (ink.isLight ? darkPlate : lightPlate) : null };
};

/** The picture, or the variant where only that is seen without a plate. */
const bestSeen = async (picture: Sharp, variant: Uint8Array | null, groundHex: string | null): Promise<Seen> => {
  const seen = await seenBefore(picture, groundHex);
  if (seen.plate === null || variant === null) return seen;
  const other = await seenBefore(open(variant), groundHex);
  return other.plate === null ? other : seen;
};

export type ImageBox = Pick<
  Extract<PictureOrder, { kind: 'image' }>,
  'widthPx' | 'heightPx' | 'radiusPx' | 'fit' | 'gravity' | 'groundHex'
>;

/**
 * A picture in its box, of exactly the box's size. Never stretched or recoloured: cover crops, contain leaves room; a logo
 * that would vanish before `groundHex` gives way to its variant or stands on a plate. Throws what sharp throws where the
 * bytes are no picture.
 */
export const placeImage = async (
  bytes: Uint8Array,
  variant: Uint8Array | null,
  { widthPx: width, heightPx: height, radiusPx: radius, fit, gravity, groundHex }: ImageBox,
): Promise<CutPicture> => {
  const source = open(bytes);
  if (fit === 'cover') {
    const covered = source.resize(width, height, {
      fit: 'cover',
      position: gravity === 'top' ? 'left top' : 'attention',
    });
    if (radius > 0 && (await isMark(source))) return markOnPlate(source, width, height, radius);
    if (radius === 0) return encoded(covered.flatten({ background: '#ffffff' }), true);
    return encoded(
      covered.ensureAlpha().composite([{ input: plateOf(width, height, radius, lightPlate), blend: 'dest-in' }]),
      false,
    );
  }
  const seen = await bestSeen(source, variant, groundHex);
  const padding = seen.plate === null ? 0 : Math.round(height * platePadding);
  const logo = await seen.picture
    .resize(width - 2 * padding, height - 2 * padding, { fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true });
  const plateWidth = logo.info.width + 2 * padding;
  const plateHeight = logo.info.height + 2 * padding;
  const left = gravity === 'left' ? 0 : Math.floor((width - plateWidth) / 2);
  const top = Math.floor((height - plateHeight) / 2);
  const plate =
    seen.plate === null
      ? []
      : [
          {
            input: plateOf(plateWidth, plateHeight, Math.round(plateHeight * 0.2), seen.plate),
            left,
            top,
          },
        ];
  const canvas = sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
  return encoded(canvas.composite([...plate, { input: logo.data, left: left + padding, top: top + padding }]), false);
};
