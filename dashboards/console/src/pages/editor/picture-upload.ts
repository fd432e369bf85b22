/** A request takes 1 MiB, and base64 adds a third. */
const maxBytes = 700_000;
/** Steps of a picture that is too large: its long side, and how hard it is compressed. */
const tries = [
  { sidePx: 2_560, quality: 0.92 },
  { sidePx: 2_560, quality: 0.8 },
  { sidePx: 1_920, quality: 0.8 },
  { sidePx: 1_280, quality: 0.75 },
] as const;

const dataUri = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('the file cannot be read', { cause: reader.error })));
    reader.readAsDataURL(blob);
  });

const shrunk = async (file: File): Promise<Blob | null> => {
  const bitmap = await createImageBitmap(file);
  try {
    for (const { sidePx, quality } of tries) {
      const scale = Math.min(1, sidePx / Math.max(bitmap.width, bitmap.height));
      const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      // WebP keeps what is transparent, as a logo needs it.
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      if (blob.size <= maxBytes) return blob;
    }
    return null;
  } finally {
    bitmap.close();
  }
};

export type Upload = { readonly dataUri: string } | { readonly problem: string };

/** A picture of this computer as the data URI that the API takes; scaled down where it is too large for a request. */
export const pictureOf = async (file: File, mimeTypes: readonly string[]): Promise<Upload> => {
  if (!mimeTypes.includes(file.type)) {
    const names = mimeTypes.map((type) => type.replace(/^image\/|\+xml$/g, '').toUpperCase()).join(', ');
    return { problem: `This layer takes ${names}.` };
  }
  if (file.size <= maxBytes) return { dataUri: await dataUri(file) };
  if (file.type === 'image/svg+xml')
    return { problem: 'The drawing has more than 700 kB. Save it without embedded pictures.' };
  const small = await shrunk(file).catch(() => null);
  if (small === null) return { problem: 'The picture cannot be read here. Save it as PNG or JPEG and try again.' };
  return { dataUri: await dataUri(small) };
};
