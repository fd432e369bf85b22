import type { StoredImage } from '../assets/stored-image.ts';

/** A stored picture as rules see one; `digit` tells pictures apart. */
export const storedImage = (digit: string): StoredImage => ({
  storageKey: `accounts/acc_1/images/${digit.repeat(64)}.png`,
  sha256: digit.repeat(64),
  mimeType: 'image/png',
  widthPx: 64,
  heightPx: 64,
});
