import type { FastifyInstance } from 'fastify';
import type { Picture } from './tool.ts';

/** A picture that is larger than this says too little for what it costs to look at. */
const maxPictureBytes = 300_000;

/** Reads a small JPEG at a signed address of the farm's own storage. Other addresses are not asked. */
export const readPicture =
  (app: FastifyInstance, publicUrl: string) =>
  async (url: string): Promise<Picture | null> => {
    const { origin, pathname, search } = new URL(url);
    if (origin !== new URL(publicUrl).origin) return null;
    const answer = await app.inject({ url: pathname + search });
    const isSmallJpeg =
      answer.statusCode === 200 &&
      answer.headers['content-type'] === 'image/jpeg' &&
      answer.rawPayload.length <= maxPictureBytes;
    return isSmallJpeg ? { mimeType: 'image/jpeg', base64: answer.rawPayload.toString('base64') } : null;
  };
