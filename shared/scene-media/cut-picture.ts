import sharp from 'sharp';
import type { PictureOrder } from '../scene/picture-order.ts';
import { type CutPicture, placeImage } from './place-image.ts';

type OrderOf<Kind extends PictureOrder['kind']> = Extract<PictureOrder, { kind: Kind }>;

const cutPage = async (bytes: Uint8Array, order: OrderOf<'page'>): Promise<CutPicture> => ({
  bytes: await sharp(bytes)
    .extract({ left: 0, top: 0, width: order.cropWidthPx, height: order.cropHeightPx })
    .resize({ width: order.widthPx })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer(),
  mimeType: 'image/jpeg',
});

const cutPart = async (bytes: Uint8Array, { widthPx }: OrderOf<'part'>): Promise<CutPicture> => ({
  bytes: await sharp(bytes)
    .resize({ width: widthPx, withoutEnlargement: true })
    .png({ compressionLevel: 3 })
    .toBuffer(),
  mimeType: 'image/png',
});

const drawShadow = async (order: OrderOf<'shadow'>): Promise<CutPicture> => {
  const { widthPx, heightPx, insetPx, radiusPx, hex, opacity } = order;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"><rect x="${insetPx}" y="${insetPx}" width="${widthPx - 2 * insetPx}" height="${heightPx - 2 * insetPx}" rx="${radiusPx}" fill="${hex}" fill-opacity="${opacity}"/></svg>`;
  const bytes = await sharp(Buffer.from(svg)).blur(Math.max(0.3, order.sigmaPx)).png().toBuffer();
  return { bytes, mimeType: 'image/png' };
};

/**
 * A picture as its order says. `bytesOf` reads a stored one. Nodes cut for their scenes, the control plane for previews: one
 * libvips, so both have the same pixels.
 */
export const cutPicture = async (
  order: PictureOrder,
  bytesOf: (storageKey: string) => Promise<Uint8Array>,
): Promise<CutPicture> => {
  if (order.kind === 'shadow') return await drawShadow(order);
  const bytes = await bytesOf(order.storageKey);
  if (order.kind === 'page') return await cutPage(bytes, order);
  if (order.kind === 'part') return await cutPart(bytes, order);
  const variant = order.variantKey === null ? null : await bytesOf(order.variantKey);
  return await placeImage(bytes, variant, order);
};
