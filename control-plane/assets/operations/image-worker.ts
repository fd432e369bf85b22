import type { DecodeAnswer, DecodeRequest } from './image-decoder.ts';
import { reencodeImage, shrinkImage } from './reencode-image.ts';

/**
 * The process that hostile files are decoded in (image-decoder.ts starts it). It holds no secret and no connection; one
 * that a file crashes, or keeps busy for too long, is replaced.
 */
const answer = async (request: DecodeRequest): Promise<DecodeAnswer> =>
  request.kind === 'reencode'
    ? { kind: 'reencoded', reencoding: await reencodeImage(Buffer.from(request.bytes)) }
    : { kind: 'shrunk', pixels: await shrinkImage(Buffer.from(request.bytes), request.sidePx) };

process.on('message', (request: DecodeRequest) => {
  void answer(request).then((message) => process.send?.(message));
});
// Follows its parent at once, even with a decoder thread that would never end.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
