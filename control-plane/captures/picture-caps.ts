import type { CapturedFile } from '@reelyard/shared/contracts/capture.ts';
import { maxCapturedPixels, maxInputSidePx } from '../assets/image-limits.ts';
import type { PictureHeader } from '../assets/picture-header.ts';

/** A page of the largest size as a PNG that does not compress. */
export const maxPictureBytes = 64 * 1024 * 1024;

/** True where a picture of a capture node is of the type and size that was announced, and no larger than is drawn. */
export const isPictureTaken = (
  announced: Pick<CapturedFile, 'mimeType' | 'widthPx' | 'heightPx'>,
  sizeBytes: number,
  header: PictureHeader | null,
): boolean =>
  header !== null &&
  header.mimeType === announced.mimeType &&
  header.widthPx === announced.widthPx &&
  header.heightPx === announced.heightPx &&
  header.widthPx * header.heightPx <= maxCapturedPixels &&
  Math.max(header.widthPx, header.heightPx) <= maxInputSidePx &&
  sizeBytes <= maxPictureBytes;
