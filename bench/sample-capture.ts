import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LayerValue, StoredPicture } from '@reelyard/shared/contracts/layer-value.ts';
import type { CaptureSlot } from '@reelyard/shared/contracts/template.ts';
import sharp from 'sharp';

/**
 * A page of our own as a capture would bring it: a dashboard whose cards leave it for the components. Drawn, so that
 * contact sheets need no browser.
 */
interface Card {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly svg: string;
}

const scale = 2;
const text = (x: number, y: number, size: number, fill: string, words: string, weight = 500): string =>
  `<text x="${x}" y="${y}" font-family="Inter, DejaVu Sans, sans-serif" font-size="${size}" font-weight="${weight}" fill="${fill}">${words}</text>`;
const box = (x: number, y: number, width: number, height: number, radius: number, paint: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ${paint}/>`;
const white = 'fill="#ffffff" stroke="#e4e6ef" stroke-width="1.5"';

const figure = (x: number, y: number, width: number, name: string, value: string, change: string): Card => ({
  x,
  y,
  width,
  height: 132,
  svg: `${box(x + 1, y + 1, width - 2, 130, 16, white)}${text(x + 24, y + 40, 16, '#6b7085', name)}${text(x + 24, y + 84, 34, '#14162b', value, 700)}${text(x + 24, y + 112, 15, '#0f9d6b', change)}`,
});

const chart = (x: number, y: number, width: number, height: number): Card => {
  const points = [0.62, 0.5, 0.56, 0.4, 0.44, 0.3, 0.34, 0.2, 0.12].map(
    (share, index, all) =>
      `${Math.round(x + 30 + (index * (width - 60)) / (all.length - 1))},${Math.round(y + 70 + share * (height - 100))}`,
  );
  return {
    x,
    y,
    width,
    height,
    svg: `${box(x + 1, y + 1, width - 2, height - 2, 16, white)}${text(x + 24, y + 40, 18, '#14162b', 'Films published', 600)}<polygon points="${x + 30},${y + height - 24} ${points.join(' ')} ${x + width - 30},${y + height - 24}" fill="#5b5bff" fill-opacity="0.12"/><polyline points="${points.join(' ')}" fill="none" stroke="#5b5bff" stroke-width="4" stroke-linejoin="round"/>`,
  };
};

const rows = (x: number, y: number, width: number, count: number): string =>
  Array.from({ length: count }, (_, index) => {
    const top = y + index * 66;
    return `${box(x, top, width, 54, 12, white)}${box(x + 18, top + 16, 22, 22, 11, `fill="${['#5b5bff', '#ff5fa2', '#0f9d6b', '#ff9f1c'][index % 4]}"`)}${box(x + 60, top + 20, width * 0.3, 14, 7, 'fill="#c9cde0"')}${box(x + width - 150, top + 20, 110, 14, 7, 'fill="#e4e6ef"')}`;
  }).join('');

interface SamplePage {
  readonly height: number;
  readonly ground: string;
  readonly cards: readonly Card[];
}

const desktop = (width: number): SamplePage => {
  const left = 232;
  const inner = width - left - 40;
  const third = (inner - 2 * 20) / 3;
  const cards = [
    chart(left, 306, inner * 0.62, 300),
    figure(left + third + 20, 148, third, 'Render minutes', '1,284', '+18 % this week'),
    figure(left + 2 * (third + 20), 148, third, 'Cache hits', '73.2 %', '+4.1 points'),
    figure(left, 148, third, 'Films', '4,912', '+312 this week'),
  ];
  const nav = ['Overview', 'Projects', 'Templates', 'Brands', 'Usage'];
  const side = left + inner * 0.62 + 20;
  return {
    height: 2_300,
    cards,
    ground: `<rect width="${width}" height="2300" fill="#f6f7fb"/><rect width="192" height="2300" fill="#14162b"/>${text(28, 52, 22, '#ffffff', 'tideline', 700)}${nav.map((word, index) => `${index === 0 ? box(14, 94, 164, 40, 10, 'fill="#2a2d4a"') : ''}${text(30, 120 + index * 48, 16, index === 0 ? '#ffffff' : '#9aa0c0', word)}`).join('')}${text(left, 76, 34, '#14162b', 'Good morning, Mara', 700)}${text(left, 112, 17, '#6b7085', 'Everything that your farm did since Monday.')}${box(side, 306, inner * 0.38 - 20, 300, 16, white)}${rows(side + 20, 330, inner * 0.38 - 60, 4)}${text(left, 672, 22, '#14162b', 'Recent films', 600)}${rows(left, 700, inner, 22)}`,
  };
};

const phone = (width: number): SamplePage => {
  const inner = width - 40;
  return {
    height: 1_900,
    cards: [
      figure(20, 168, inner, 'Films', '4,912', '+312 this week'),
      figure(20, 316, inner, 'Render minutes', '1,284', '+18 % this week'),
      chart(20, 464, inner, 240),
    ],
    ground: `<rect width="${width}" height="1900" fill="#f6f7fb"/>${text(20, 44, 20, '#5b5bff', 'tideline', 700)}${text(20, 104, 28, '#14162b', 'Good morning, Mara', 700)}${text(20, 136, 15, '#6b7085', 'Everything since Monday.')}${text(20, 756, 20, '#14162b', 'Recent films', 600)}${rows(20, 780, inner, 16)}`,
  };
};

const svgOf = (width: number, height: number, inside: string, viewBox = `0 0 ${width} ${height}`): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="${viewBox}">${inside}</svg>`,
  );

export interface SampleCapture {
  readonly value: LayerValue;
  /** Storage key -> file. */
  readonly files: Readonly<Record<string, string>>;
}

/** Writes a capture for `slot` into `folder`, as wide as the slot's window. */
export const sampleCapture = async (slot: CaptureSlot, folder: string): Promise<SampleCapture> => {
  const page = slot.widthPx < 600 ? phone(slot.widthPx) : desktop(slot.widthPx);
  const height = slot.scrolls ? page.height : slot.heightPx;
  const files: Record<string, string> = {};
  const store = async (name: string, svg: Buffer): Promise<StoredPicture> => {
    const { data, info } = await sharp(svg).png().toBuffer({ resolveWithObject: true });
    const storageKey = `samples/capture-${slot.widthPx}x${height}-${name}.png`;
    const filePath = join(folder, `capture-${slot.widthPx}x${height}-${name}.png`);
    await writeFile(filePath, data);
    files[storageKey] = filePath;
    const sha256 = createHash('sha256').update(data).digest('hex');
    return { storageKey, sha256, mimeType: 'image/png', widthPx: info.width, heightPx: info.height };
  };
  const all = page.cards.map(({ svg }) => svg).join('');
  const picked = page.cards.slice(0, Math.min(slot.maxComponents, slot.minComponents === 0 ? 1 : 3));
  const left = page.cards.filter((card) => !picked.includes(card)).map(({ svg }) => svg);
  const components = await Promise.all(
    picked.map(async ({ x, y, width, height: tall, svg }, index) => ({
      picture: await store(`part-${index}`, svgOf(width, tall, svg, `${x} ${y} ${width} ${tall}`)),
      box: { x, y, width, height: tall },
      label: `Card ${index + 1}`,
    })),
  );
  const value: LayerValue = {
    type: 'capture',
    page: await store('page', svgOf(slot.widthPx, height, page.ground + all)),
    scale,
    plate: picked.length === 0 ? null : await store('plate', svgOf(slot.widthPx, height, page.ground + left.join(''))),
    components,
    address: 'tideline.app/overview',
    title: 'Overview',
  };
  return { value, files };
};
