import { composeImage } from './compose-image.ts';
import type { DecodeAnswer, DecodeRequest } from './image-decoder.ts';
import { reencodeImage, shrinkImage } from './reencode-image.ts';

/**
 * The process that hostile files are decoded in (image-decoder.ts starts it). It holds no secret and no connection; one
 * that a file crashes, or keeps busy for too long, is replaced.
 */
const answer = async (request: DecodeRequest): Promise<DecodeAnswer> => {
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
