import sharp from 'sharp';
import type { ImageFacts } from '../image-facts.ts';
import { type ImageFormat, imageFormatOf, mimeTypeOfFormat } from '../image-format.ts';
import { maxInputPixels, maxInputSidePx, maxStoredSidePx, svgLongSidePx } from '../image-limits.ts';
import * as problems from '../image-problem.ts';
import { safeSvg } from '../safe-svg.ts';
import type { StoredImage } from '../stored-image.ts';

export interface ReencodedImage extends Omit<StoredImage, 'storageKey' | 'sha256'> {
  readonly body: Buffer;
}

export type Reencoding =
  | { readonly image: ReencodedImage; readonly facts: ImageFacts }
  | { readonly problem: problems.ImageProblem };

/** libvips reads dozens of formats, some by libraries that were never meant for hostile files: these five, and SVG. */
const loaders = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`);

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
sharp.concurrency(1);
// A farm does not see the same picture twice in a row: the cache would only hold memory.
sharp.cache(false);

/** How libvips calls what a file is. */
const decoderOfFormat: Record<ImageFormat, string> = {
  png: 'png',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
  avif: 'heif',
  svg: 'svg',
};

const openOptions = {
  failOn: 'error',
  sequentialRead: true,
  animated: false,
  limitInputPixels: maxInputPixels,
} as const;

interface Header {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasAlpha: boolean;
}

/** Reads the header only: a bomb is refused by the size it announces (16,000 × 16,000: refused in 2 ms, 5.1 s to decode). */
const readHeader = async (bytes: Buffer, format: ImageFormat): Promise<Header | null> => {
  const metadata = await sharp(bytes, { ...openOptions, limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (metadata === null || metadata.format !== decoderOfFormat[format]) return null;
  if (format === 'avif' && metadata.compression !== 'av1') return null;
  const { width, height } = metadata.autoOrient;
  return { widthPx: width, heightPx: height, hasAlpha: metadata.hasAlpha };
};

const isTooBig = ({ widthPx, heightPx }: Header): boolean =>
  widthPx * heightPx > maxInputPixels || Math.max(widthPx, heightPx) > maxInputSidePx;

const baseDensity = 72;

/** Draws at the density that gives the long side its pixels, whatever size the drawing calls its own. */
const densityOf = ({ widthPx, heightPx }: Header): number =>
  Math.min(100_000, Math.max(1, (baseDensity * svgLongSidePx) / Math.max(widthPx, heightPx)));

const encode = async (bytes: Buffer, header: Header, density: number | null): Promise<ReencodedImage> => {
  const upright = sharp(bytes, { ...openOptions, ...(density === null ? {} : { density }) })
    .autoOrient()
    .resize({ width: maxStoredSidePx, height: maxStoredSidePx, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const encoded = header.hasAlpha ? upright.png() : upright.jpeg({ quality: 90, chromaSubsampling: '4:4:4' });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const mimeType = header.hasAlpha ? 'image/png' : 'image/jpeg';
  return { body: data, mimeType, widthPx: info.width, heightPx: info.height };
};

/**
 * Decodes a file that somebody gave and encodes it anew: first frame, upright, sRGB, without metadata, at most 3840 px
 * long; PNG where it has alpha, else JPEG. What comes out is a picture and nothing else.
 */
export const reencodeImage = async (source: Buffer): Promise<Reencoding> => {
  const format = imageFormatOf(source);
  if (format === null) return { problem: problems.notAnImage() };
  const drawing = format === 'svg' ? safeSvg(source.toString('utf8')) : null;
  if (drawing !== null && 'reason' in drawing) return { problem: problems.svgRefused(drawing.reason) };
  const bytes = drawing === null ? source : Buffer.from(drawing.svg, 'utf8');
  const header = await readHeader(bytes, format);
  if (header === null) return { problem: drawing === null ? problems.unreadable() : problems.svgWithoutSize() };
  if (drawing === null && isTooBig(header)) return { problem: problems.tooManyPixels(header.widthPx, header.heightPx) };
  try {
    const image = await encode(bytes, header, drawing === null ? null : densityOf(header));
    const { widthPx, heightPx } = header;
    return { image, facts: { mimeType: mimeTypeOfFormat[format], widthPx, heightPx, sizeBytes: source.length } };
  } catch {
    return { problem: problems.unreadable() };
  }
};

/** One of our own pictures as raw RGBA, at most `sidePx` long. Pixels are picked, not mixed: each is a colour of it. */
export const shrinkImage = (bytes: Buffer, sidePx: number): Promise<Buffer> =>
  sharp(bytes, openOptions)
    .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true, kernel: 'nearest' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
