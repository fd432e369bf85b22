import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A small picture of one colour as a data: URI. */
export const pictureUri = async (color: string, widthPx = 64, heightPx = 64): Promise<string> => {
  const png = await sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: color } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
};

const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(body.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
};

/** A PNG of a few kilobytes that unfolds to `sidePx` × `sidePx` pixels. */
export const pictureBomb = (sidePx: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sidePx, 0);
  header.writeUInt32BE(sidePx, 4);
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(sidePx / 8) + 1) * sidePx);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
