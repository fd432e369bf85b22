import { cutPicture } from '@reelyard/shared/scene-media/cut-picture.ts';
import type { CutPicture } from '@reelyard/shared/scene-media/place-image.ts';
import { composeImage } from './compose-image.ts';
import type { DecodeAnswer, DecodeRequest } from './image-decoder.ts';
import { reencodeImage, shrinkImage } from './reencode-image.ts';

/** Null where the order does not fit the picture (a page that is smaller than what is cut of it). */
const cut = async ({ order, pictures }: Extract<DecodeRequest, { kind: 'cut' }>): Promise<CutPicture | null> => {
  try {
    return await cutPicture(order, async (storageKey) => {
      const bytes = pictures[storageKey];
      if (bytes === undefined) throw new Error('a picture of the order was not sent along');
      return bytes;
    });
  } catch {
    return null;
  }
};

/**
 * The process that hostile files are decoded in (image-decoder.ts starts it). It holds no secret and no connection; one
 * that a file crashes, or keeps busy for too long, is replaced.
 */
const answer = async (request: DecodeRequest): Promise<DecodeAnswer> => {
  if (request.kind === 'cut') return { kind: 'cut', picture: await cut(request) };
  const bytes = Buffer.from(request.bytes);
  if (request.kind === 'reencode') return { kind: 'reencoded', reencoding: await reencodeImage(bytes) };
  if (request.kind === 'shrink') return { kind: 'shrunk', pixels: await shrinkImage(bytes, request.sidePx) };
  return { kind: 'composed', image: await composeImage(bytes, request.patches) };
};

process.on('message', (request: DecodeRequest) => {
  void answer(request).then((message) => process.send?.(message));
});
// Follows its parent at once, even with a decoder thread that would never end.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
