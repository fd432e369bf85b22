import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LayerValue, LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import {
  isImageLayer,
  isTextLayer,
  type LayerMeta,
  type TemplateManifest,
} from '@reelyard/shared/contracts/template.ts';
import type { Style } from '@reelyard/shared/templates/template.ts';
import sharp from 'sharp';
import { sampleCapture } from './sample-capture.ts';

/** What a sheet shows: a style, colours, and a way to fill every text. */
export interface ContactCase {
  readonly name: string;
  readonly style: Style;
  readonly primary: string;
  readonly secondary: string | null;
  readonly text: 'sample' | 'short' | 'longest' | 'japanese' | 'arabic' | 'emoji' | 'required-only';
}

export const contactCases: readonly ContactCase[] = [
  { name: 'dark', style: 'dark', primary: '#5b5bff', secondary: '#ff5fa2', text: 'sample' },
  { name: 'light', style: 'light', primary: '#0a7d5a', secondary: null, text: 'sample' },
  { name: 'brand', style: 'brand', primary: '#e4572e', secondary: '#17bebb', text: 'sample' },
  { name: 'gradient', style: 'gradient', primary: '#7c3aed', secondary: '#ec4899', text: 'sample' },
  { name: 'short', style: 'brand', primary: '#1463ff', secondary: null, text: 'short' },
  { name: 'required', style: 'dark', primary: '#19c37d', secondary: null, text: 'required-only' },
  { name: 'longest', style: 'light', primary: '#5b5bff', secondary: '#ff9f1c', text: 'longest' },
  { name: 'japanese', style: 'dark', primary: '#e11d48', secondary: null, text: 'japanese' },
  { name: 'arabic', style: 'gradient', primary: '#0f766e', secondary: '#1d4ed8', text: 'arabic' },
  { name: 'emoji', style: 'light', primary: '#f59e0b', secondary: null, text: 'emoji' },
  { name: 'hostile-neon', style: 'brand', primary: '#ccff00', secondary: '#ff00ff', text: 'sample' },
  { name: 'hostile-black', style: 'brand', primary: '#000000', secondary: null, text: 'sample' },
  { name: 'hostile-white', style: 'dark', primary: '#ffffff', secondary: '#ffffff', text: 'sample' },
  { name: 'hostile-yellow', style: 'light', primary: '#ffee00', secondary: null, text: 'sample' },
  { name: 'hostile-grey', style: 'gradient', primary: '#808080', secondary: null, text: 'sample' },
];

/** What a product team would write, by layer key; keys without an entry fall back to the manifest's default. */
const samples: Readonly<Record<string, string>> = {
  headline: 'Ship your launch film before lunch',
  eyebrow: 'Introducing Tideline',
  subline: 'Templates, brand and narration in one call. The farm does the rest.',
  item1: 'Weeks of editing',
  item2: 'Off-brand drafts',
  item3: 'Agency invoices',
  item4: 'Endless feedback',
  step1: 'Pick templates',
  detail1: 'One for each beat of your story.',
  step2: 'Add your brand',
  detail2: 'A link is enough: logo and colours fill in.',
  step3: 'Publish',
  detail3: 'The farm renders, mixes and hands back one file.',
  suffix: '%',
  label: 'less time from brief to film',
  detail: 'Median of 240 launches in the first quarter',
  quote: '“We planned for an agency and six weeks. We shipped on a Tuesday afternoon.”',
  person: 'Mara Lindqvist',
  role: 'Head of Product, Nordlys',
  button: 'Start for free',
  address: 'tideline.app/start',
  tagline: 'Films at the speed of software',
  title1: 'Always on brand',
  body1: 'Colours, type and logo come from your website.',
  title2: 'Private by design',
  body2: 'It runs on your own machines, with your own keys.',
  title3: 'Fast at any scale',
  body3: 'Scenes render in parallel and are reused.',
};

const shortWord = 'Go.';
const longText =
  'Everything your team needs to plan, write, review and publish one beautiful product video every single week, without opening an editor, waiting for an agency or explaining the brand again to another freelancer who leaves';
const japanese = '製品の発表動画を、ランチの前に完成させましょう。テンプレートとブランドとナレーションを一度に。';
const arabic = 'أطلق فيلم منتجك قبل الغداء، مع القوالب والهوية والتعليق الصوتي في طلب واحد.';
const emoji = 'Launch day 🚀 made easy ❤️ for every team 👩🏽‍💻';

const clip = (text: string, meta: LayerMeta): string => {
  const limit = meta.validation.maxLength ?? 200;
  return Array.from(text).slice(0, limit).join('').trim();
};

const textFor = (key: string, meta: LayerMeta, kind: ContactCase['text']): string | null => {
  const sample = samples[key] ?? (typeof meta.defaultValue === 'string' ? meta.defaultValue : null);
  if (kind === 'sample') return sample === null ? null : clip(sample, meta);
  if (kind === 'required-only') return meta.required ? clip(sample ?? longText, meta) : null;
  if (kind === 'short') return shortWord;
  return clip({ longest: longText, japanese, arabic, emoji }[kind], meta);
};

export interface SampleImages {
  /** Storage key -> file. */
  readonly files: Readonly<Record<string, string>>;
  readonly valueOf: (type: LayerMeta['type']) => LayerValue;
}

const pictures: Readonly<
  Record<'logo' | 'avatar' | 'image', { readonly width: number; readonly height: number; readonly svg: string }>
> = {
  logo: {
    width: 640,
    height: 160,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="160"><path d="M20 80 A60 60 0 0 1 140 80 L112 80 A32 32 0 0 0 48 80 Z" fill="#5b5bff"/><path d="M20 96 H140 A60 60 0 0 1 20 96 Z" fill="#8f8fff"/><text x="170" y="112" font-family="DejaVu Sans, sans-serif" font-weight="700" font-size="92" fill="#5b5bff">tideline</text></svg>',
  },
  avatar: {
    width: 512,
    height: 512,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><rect width="512" height="512" fill="#f2c9a8"/><circle cx="256" cy="210" r="96" fill="#8a4b2d"/><path d="M60 512 C60 360 452 360 452 512 Z" fill="#28407a"/></svg>',
  },
  image: {
    width: 1600,
    height: 1000,
    svg: '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><rect width="1600" height="1000" fill="#f5f6fa"/><rect width="280" height="1000" fill="#1b1d2a"/><rect x="320" y="40" width="500" height="52" rx="10" fill="#d9dcea"/><g fill="#fff" stroke="#e3e5ef" stroke-width="2"><rect x="320" y="140" width="390" height="220" rx="20"/><rect x="740" y="140" width="390" height="220" rx="20"/><rect x="1160" y="140" width="390" height="220" rx="20"/><rect x="320" y="400" width="1230" height="540" rx="20"/></g><path d="M360 860 C560 760 640 560 820 640 S1120 780 1260 600 S1440 520 1510 480" fill="none" stroke="#5b5bff" stroke-width="10"/><g fill="#5b5bff"><rect x="360" y="190" width="120" height="26" rx="8"/><rect x="780" y="190" width="160" height="26" rx="8"/><rect x="1200" y="190" width="140" height="26" rx="8"/></g><g fill="#3a3d52"><rect x="40" y="60" width="170" height="30" rx="8"/><rect x="40" y="150" width="200" height="24" rx="8"/><rect x="40" y="200" width="180" height="24" rx="8"/><rect x="40" y="250" width="190" height="24" rx="8"/></g></svg>',
  },
};

const pictureOf = (type: LayerMeta['type']): keyof typeof pictures =>
  type === 'avatar' ? 'avatar' : type === 'logo' || type === 'appLogo' ? 'logo' : 'image';

/** Writes the sample pictures into `folder`. */
export const sampleImages = async (folder: string): Promise<SampleImages> => {
  await mkdir(folder, { recursive: true });
  const files: Record<string, string> = {};
  const hashes: Record<string, string> = {};
  for (const [name, picture] of Object.entries(pictures)) {
    const bytes = await sharp(Buffer.from(picture.svg)).png().toBuffer();
    const path = join(folder, `${name}.png`);
    await writeFile(path, bytes);
    files[`samples/${name}.png`] = path;
    hashes[name] = createHash('sha256').update(bytes).digest('hex');
  }
  return {
    files,
    valueOf: (type) => {
      const name = pictureOf(type);
      const { width, height } = pictures[name];
      return {
        type: 'image',
        storageKey: `samples/${name}.png`,
        sha256: hashes[name] ?? '',
        mimeType: 'image/png',
        widthPx: width,
        heightPx: height,
      };
    },
  };
};

const valueFor = (key: string, meta: LayerMeta, one: ContactCase, images: SampleImages): LayerValue | null => {
  if (meta.brandRole === 'primaryColor') return { type: 'color', hex: one.primary };
  if (meta.brandRole === 'secondaryColor') return one.secondary === null ? null : { type: 'color', hex: one.secondary };
  if (key === 'style') return { type: 'option', value: one.style };
  if (isTextLayer(meta.type)) {
    const text = textFor(key, meta, one.text);
    return text === null ? null : { type: 'text', text };
  }
  if (isImageLayer(meta.type)) return one.text === 'required-only' && !meta.required ? null : images.valueOf(meta.type);
  if (key === 'value') return one.text === 'required-only' ? null : { type: 'number', number: 98 };
  if (meta.type === 'number' && typeof meta.defaultValue === 'number')
    return { type: 'number', number: meta.defaultValue };
  if (meta.type === 'boolean') return { type: 'boolean', boolean: meta.defaultValue === true };
  if (meta.type === 'dropdown' && typeof meta.defaultValue === 'string')
    return { type: 'option', value: meta.defaultValue };
  return null;
};

/** Every layer of a template filled as the case says, and the files of the pictures among the values. */
export const filledFor = async (
  manifest: TemplateManifest,
  one: ContactCase,
  images: SampleImages,
  folder: string,
): Promise<{ readonly values: LayerValues; readonly images: Readonly<Record<string, string>> }> => {
  const captures = await Promise.all(
    manifest.captureSlots.map(async (slot) => [slot.key, await sampleCapture(slot, folder)] as const),
  );
  return {
    values: {
      ...valuesFor(manifest, one, images),
      ...Object.fromEntries(captures.map(([key, { value }]) => [key, value])),
    },
    images: Object.assign({}, images.files, ...captures.map(([, { files }]) => files)) as Record<string, string>,
  };
};

/** Every layer but the captured pages, filled as the case says. */
export const valuesFor = (manifest: TemplateManifest, one: ContactCase, images: SampleImages): LayerValues =>
  Object.fromEntries(
    Object.entries(manifest.layers).flatMap(([key, meta]) => {
      const value = valueFor(key, meta, one, images);
      return value === null ? [] : [[key, value]];
    }),
  );
