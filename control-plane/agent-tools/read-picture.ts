import type { StoredAddresses } from '../object-storage/stored-addresses.ts';
import type { Picture } from './tool.ts';

/** A picture that is larger than this says too little for what it costs to look at. */
const maxPictureBytes = 300_000;

/** Reads a small JPEG at an address of the farm's own storage, taken from an answer of the API. Other addresses are not asked. */
export const readPicture =
  (stored: Pick<StoredAddresses, 'readAt'>) =>
  async (url: string): Promise<Picture | null> => {
    const file = await stored.readAt(url, maxPictureBytes);
    return file?.contentType === 'image/jpeg' ? { mimeType: 'image/jpeg', base64: file.body.toString('base64') } : null;
  };
