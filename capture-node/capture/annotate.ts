import type { Box, CapturedFile } from '@reelyard/shared/contracts/capture.ts';
import sharp from 'sharp';

/** What stands on the annotated picture for one candidate; box in CSS pixels on the frame. */
export interface Annotation {
  readonly number: number;
  readonly box: Box;
  readonly isSelected: boolean;
}

const widestPx = 1_280;
const highestPx = 1_600;
const selectedColor = '#e5484d';
const otherColor = '#2563eb';

/** Digits as strokes in a cell of 10 × 14: a server without fonts draws no text. */
const strokes: Readonly<Record<string, string>> = {
  '0': 'M5 1C2 1 1 4 1 7s1 6 4 6 4-3 4-6-1-6-4-6Z',
  '1': 'M2 4 5.5 1V13',
  '2': 'M1 4c0-2 2-3 4-3s4 1 4 3.2C9 7 3 9 1 13h8',
  '3': 'M1.2 2.6C2 1.5 3.4 1 5 1c2 0 3.7 1 3.7 3S7 6.7 4.5 6.7C7.2 6.7 9 8 9 10s-1.8 3-4 3c-1.8 0-3.2-.6-4-1.8',
  '4': 'M7 13V1L1 9.5h8.5',
  '5': 'M8.5 1H2.2L1.6 6.4C2.5 5.6 3.7 5.2 5 5.2c2.3 0 4 1.5 4 3.8S7.3 13 5 13c-1.6 0-3-.6-3.9-1.7',
  '6': 'M8.3 2.2C7.5 1.4 6.4 1 5.2 1 2.6 1 1 3.6 1 7.5 1 11 2.5 13 5 13c2.3 0 4-1.6 4-3.8S7.4 5.5 5.2 5.5C3 5.5 1.3 7 1 9',
  '7': 'M1 1h8L4 13',
  '8': 'M5 1C3 1 1.6 2.2 1.6 3.8S3 6.6 5 6.6s3.4-1.2 3.4-2.8S7 1 5 1ZM5 6.6C2.7 6.6 1 8 1 9.9S2.7 13 5 13s4-1.2 4-3.1S7.3 6.6 5 6.6Z',
  '9': 'M1.7 11.8C2.5 12.6 3.6 13 4.8 13 7.4 13 9 10.4 9 6.5 9 3 7.5 1 5 1 2.7 1 1 2.6 1 4.8s1.6 3.7 3.8 3.7C7 8.5 8.7 7 9 5',
};

/** A filled label with its number, at the box's corner inside the picture. */
const labelSvg = (number: number, x: number, y: number, color: string): string => {
  const digits = Array.from(String(number));
  const width = 14 + digits.length * 11;
  const glyphs = digits
    .map((digit, index) => `<path transform="translate(${7 + index * 11.5} 6)" d="${strokes[digit] ?? ''}"/>`)
    .join('');
  return (
    `<g transform="translate(${x} ${y})"><rect width="${width}" height="26" rx="6" fill="${color}" stroke="#fff" stroke-width="1.5"/>` +
    `<g fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">${glyphs}</g></g>`
  );
};

const boxSvg = (
  { number, box, isSelected }: Annotation,
  scale: number,
  size: { width: number; height: number },
): string => {
  const color = isSelected ? selectedColor : otherColor;
  const x = Math.max(1.5, box.x * scale);
  const y = Math.max(1.5, box.y * scale);
  const width = Math.min(size.width - 1.5 - x, box.width * scale);
  const height = Math.min(size.height - 1.5 - y, box.height * scale);
  const dash = isSelected ? '' : ' stroke-dasharray="7 4"';
  const labelX = Math.min(Math.max(0, x - 1.5), size.width - 40);
  // Beside a small part, so that the label does not cover what it names.
  const labelY = height < 40 && y >= 27 ? y - 27 : Math.min(Math.max(0, y - 1.5), size.height - 27);
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="none" stroke="#fff" stroke-width="4.5" stroke-opacity=".85"/>` +
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="3" fill="none" stroke="${color}" stroke-width="2.5"${dash}/>` +
    labelSvg(number, labelX, labelY, color)
  );
};

/**
 * S70: the captured picture, small, with every candidate's box and number: red and whole where it is selected, blue and
 * dashed where it is not. Writes a JPEG to `path`.
 *
 * @param widthCss width of the picture in CSS pixels, which the boxes are in
 */
export const annotate = async (
  picture: Buffer,
  widthCss: number,
  annotations: readonly Annotation[],
  path: string,
): Promise<CapturedFile> => {
  const { data, info } = await sharp(picture)
    .resize({ width: widestPx, height: highestPx, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const scale = width / widthCss;
  // Small boxes last: they would vanish under the frames of large ones.
  const ordered = annotations.toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ordered.map((annotation) => boxSvg(annotation, scale, { width, height })).join('')}</svg>`;
  await sharp(data, { raw: { width, height, channels } })
    .composite([{ input: Buffer.from(svg), left: 0, top: 0 }])
    .jpeg({ quality: 82, chromaSubsampling: '4:4:4' })
    .toFile(path);
  return { file: 'annotated', mimeType: 'image/jpeg', widthPx: width, heightPx: height };
};
