import sharp, { type OverlayOptions } from 'sharp';
import { maxCapturedPixels } from '../image-limits.ts';

/** A picture that is laid over another one, its top left corner at (`leftPx`, `topPx`); it may stick out. */
export interface Patch {
  readonly bytes: Uint8Array;
  readonly leftPx: number;
  readonly topPx: number;
}

export interface ComposedImage {
  readonly body: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
}

const openOptions = { failOn: 'error', limitInputPixels: maxCapturedPixels } as const;

/** The part of a patch that lies on a picture of `width` × `height`; null where none does. */
const clipped = async (
  { bytes, leftPx, topPx }: Patch,
  { width, height }: { width: number; height: number },
): Promise<OverlayOptions | null> => {
  const patch = sharp(bytes, openOptions);
  const size = await patch.metadata();
  const left = Math.max(0, leftPx);
  const top = Math.max(0, topPx);
  const right = Math.min(width, leftPx + size.width);
  const bottom = Math.min(height, topPx + size.height);
  if (right <= left || bottom <= top) return null;
  const part = { left: left - leftPx, top: top - topPx, width: right - left, height: bottom - top };
  return { input: await patch.extract(part).png({ compressionLevel: 0 }).toBuffer(), left, top };
};

/** Lays pictures of ours over one of ours, in order; answers a PNG of the same size. */
export const composeImage = async (base: Uint8Array, patches: readonly Patch[]): Promise<ComposedImage> => {
  const page = sharp(base, openOptions);
  const size = await page.metadata();
  const overlays = await Promise.all(patches.map((patch) => clipped(patch, size)));
  const { data, info } = await page
    .composite(overlays.filter((overlay) => overlay !== null))
    .png()
    .toBuffer({ resolveWithObject: true });
  return { body: data, widthPx: info.width, heightPx: info.height };
};
