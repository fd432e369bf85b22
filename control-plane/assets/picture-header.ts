import type { StoredImage } from './stored-image.ts';

/** What a picture says about itself in its first bytes. */
export type PictureHeader = Pick<StoredImage, 'mimeType' | 'widthPx' | 'heightPx'>;

const pngMagic = Buffer.from('89504e470d0a1a0a', 'hex');

/** The size stands in IHDR, which is always the first chunk. */
const ofPng = (bytes: Buffer): PictureHeader | null => {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngMagic)) return null;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { mimeType: 'image/png', widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20) };
};

/** Start-of-frame markers carry the size; C4, C8 and CC are none. */
const isStartOfFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const ofJpeg = (bytes: Buffer): PictureHeader | null => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (isStartOfFrame(marker)) {
      return { mimeType: 'image/jpeg', widthPx: bytes.readUInt16BE(at + 7), heightPx: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
};

/** This much of a file is enough: what a browser writes has its size in the first kilobyte. */
export const headerBytes = 64 * 1024;

/** The type and size of a PNG or JPEG by its first bytes, without decoding any of it; null for everything else. */
export const pictureHeader = (bytes: Buffer): PictureHeader | null => ofPng(bytes) ?? ofJpeg(bytes);
