import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JobFailureError } from '@reelyard/shared/contracts/job-failure.ts';
import type { LayerValue, LayerValues } from '@reelyard/shared/contracts/layer-value.ts';
import { compositionSize } from '@reelyard/shared/contracts/render-format.ts';
import { frameCountOf, isImageLayer, isTextLayer } from '@reelyard/shared/contracts/template.ts';
import { setBlock } from '@reelyard/shared/scene/fill-texts.ts';
import { fontChooser } from '@reelyard/shared/scene/font-chooser.ts';
import { layoutStack } from '@reelyard/shared/scene/layout-stack.ts';
import type { PreparedScene } from '@reelyard/shared/scene/prepared-scene.ts';
import { getTemplate, templates } from '@reelyard/shared/templates/catalog.ts';
import { type Style, styles, type Template } from '@reelyard/shared/templates/template.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFonts, nodePlatform } from './node-platform.ts';
import { prepareScene } from './prepare-scene.ts';
import { skottieBackend } from './skottie-backend.ts';

let folder = '';
const storageKey = 'accounts/acc_1/images/picture.png';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prepare-scene-'));
  const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();
  await writeFile(join(folder, 'picture.png'), picture);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const image: Extract<LayerValue, { type: 'image' }> = {
  type: 'image',
  storageKey,
  sha256: createHash('sha256').update('picture').digest('hex'),
  mimeType: 'image/png',
  widthPx: 640,
  heightPx: 400,
};

const { type: _type, ...picture } = image;
const capture: Extract<LayerValue, { type: 'capture' }> = {
  type: 'capture',
  page: picture,
  scale: 1,
  plate: picture,
  components: [
    { picture, box: { x: 20, y: 30, width: 200, height: 120 }, label: 'Card' },
    { picture, box: { x: 300, y: 200, width: 320, height: 160 }, label: 'Table' },
  ],
  address: 'example.com/overview',
  title: 'Overview',
};

const brandColours: LayerValues = {
  primaryColor: { type: 'color', hex: '#1463ff' },
  secondaryColor: { type: 'color', hex: '#ff5fa2' },
};

/** Every layer of a template with a value; texts from `textOf`, by their longest allowed length. */
const valuesOf = (template: Template, style: Style, textOf: (maxLength: number) => string): LayerValues => ({
  ...brandColours,
  ...Object.fromEntries(
    Object.entries(template.manifest.layers).flatMap(([key, layer]): [string, LayerValue][] => {
      if (isTextLayer(layer.type)) return [[key, { type: 'text', text: textOf(layer.validation.maxLength ?? 100) }]];
      if (isImageLayer(layer.type)) return [[key, image]];
      if (layer.type === 'uiCapture') return [[key, capture]];
      if (layer.type === 'number') return [[key, { type: 'number', number: 3 }]];
      if (layer.type === 'boolean') return [[key, { type: 'boolean', boolean: true }]];
      if (key === 'style') return [[key, { type: 'option', value: style }]];
      if (layer.type === 'color')
        return [[key, { type: 'color', hex: key === 'primaryColor' ? '#1463ff' : '#ff5fa2' }]];
      return [];
    }),
  ),
});

const prepare = (
  template: Template,
  values: LayerValues,
  changed: Partial<Parameters<typeof prepareScene>[0]> = {},
) => {
  const { widthPx, heightPx } = compositionSize(template.manifest.aspectRatio);
  const images = { [storageKey]: join(folder, 'picture.png') };
  // Half size: the layout is the same and the pictures cost a quarter.
  return prepareScene({
    template,
    values,
    images,
    widthPx: widthPx / 2,
    heightPx: heightPx / 2,
    fps: 30,
    watermark: false,
    ...changed,
  });
};

const chooseFonts = fontChooser(nodeFonts);

const previewWidth = 384;

const backend = skottieBackend();

const framePixels = (scene: PreparedScene, frame: number): Uint8Array => {
  const heightPx = Math.round((previewWidth * scene.heightPx) / scene.widthPx);
  backend.open({ ...scene, widthPx: previewWidth, heightPx });
  return backend.still(frame).rgba();
};

/** Brightest channel anywhere, and how many different colours there are. */
const look = (pixels: Uint8Array): { brightest: number; colours: number; opaque: boolean } => {
  let brightest = 0;
  let opaque = true;
  const colours = new Set<number>();
  for (let at = 0; at < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0, a = 0] = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]];
    brightest = Math.max(brightest, r, g, b);
    colours.add((r << 16) | (g << 8) | b);
    if (a !== 255) opaque = false;
  }
  return { brightest, colours: colours.size, opaque };
};

const words = 'Ship every film that your team wants to make before lunch without an editor or an agency ';
const sample = (maxLength: number): string => words.slice(0, Math.min(maxLength, 40)).trim();
const longest: Record<string, (maxLength: number) => string> = {
  words: (maxLength) => words.repeat(3).slice(0, maxLength).trim(),
  'wide letters': (maxLength) => 'WWWWWWW '.repeat(40).slice(0, maxLength).trim(),
  'one word': (maxLength) => 'm'.repeat(maxLength),
  Japanese: (maxLength) => '製品の発表動画をランチの前に完成させましょう、'.repeat(9).slice(0, maxLength),
  Arabic: (maxLength) => 'أطلق فيلم منتجك قبل الغداء مع القوالب '.repeat(9).slice(0, maxLength).trim(),
};

const named = templates.map((template) => [template.manifest.slug, template] as const);

describe.each(named)('prepareScene of %s', (_slug, template) => {
  it.each(styles)('draws no empty and no black frame in %s, from the first to the last', async (style) => {
    const scene = await prepare(template, valuesOf(template, style, sample));
    expect(scene.frameCount).toBe(frameCountOf(template.manifest));
    for (const frame of [0, scene.posterFrame, scene.frameCount - 1]) {
      const { brightest, colours, opaque } = look(framePixels(scene, frame));
      expect(opaque, `frame ${frame}`).toBe(true);
      expect(brightest, `frame ${frame}`).toBeGreaterThan(28);
      expect(colours, `frame ${frame}`).toBeGreaterThan(12);
    }
  });

  it('shows its first element on frame 0 already, and clears the stage for the next scene or holds as an end card', async () => {
    const scene = await prepare(template, valuesOf(template, 'dark', sample));
    const bare = { ...scene, lottieJson: JSON.stringify({ ...JSON.parse(scene.lottieJson), layers: [] }) };
    const share = (frame: number): number => {
      const [full, empty] = [framePixels(scene, frame), framePixels(bare, frame)];
      return (
        full.reduce((sum, value, index) => sum + (Math.abs(value - (empty[index] ?? 0)) > 8 ? 1 : 0), 0) / full.length
      );
    };
    expect(share(0)).toBeGreaterThan(0.002);
    const isEndCard = template.manifest.slug.startsWith('logo-outro');
    if (isEndCard) expect(share(scene.frameCount - 1)).toBeGreaterThan(0.01);
    else expect(share(scene.frameCount - 1)).toBeLessThan(0.002);
  });

  it('has its ground apart: it covers everything and is home again at the cut', async () => {
    const scene = await prepare(template, valuesOf(template, 'gradient', sample));
    const { groundJson } = scene;
    if (groundJson === null) throw new Error('the scene has no ground');
    backend.open({ ...scene, lottieJson: groundJson, groundJson: null });
    expect(backend.frame(0).filter((value, at) => at % 4 === 3 && value !== 255)).toHaveLength(0);
    const [first, last] = [0, scene.frameCount - 1].map((frame) => Uint8Array.from(backend.frame(frame)));
    const apart = first?.reduce((most, value, at) => Math.max(most, Math.abs(value - (last?.[at] ?? 999))), 0);
    expect(apart).toBeLessThanOrEqual(2);
  });

  it.each(Object.entries(longest))('keeps the longest allowed %s inside their boxes', async (_kind, textOf) => {
    const values = valuesOf(template, 'dark', textOf);
    const tools = { ...nodePlatform({}), chooseFonts };
    for (const stack of template.bindings.stacks) {
      const set = stack.items.flatMap((item) =>
        item.kind === 'text'
          ? [setBlock(tools, item.block, values).then((block) => [item.block.name, block.set] as const)]
          : [],
      );
      const sets = new Map(await Promise.all(set));
      for (const item of stack.items) {
        if (item.kind !== 'text') continue;
        for (const width of sets.get(item.block.name)?.lineWidths ?? []) {
          expect(width, item.block.name).toBeLessThanOrEqual(item.block.width * 1.005);
        }
      }
      const parts = new Set(stack.items.flatMap((item) => (item.kind === 'part' ? [item.name] : [])));
      const names = stack.items.map((item) => (item.kind === 'part' ? item.name : item.block.name)).join(', ');
      expect(layoutStack(stack, sets, parts).height, names).toBeLessThanOrEqual(stack.box.height);
    }
  });

  it('draws with nothing but its required texts', async () => {
    const required = Object.entries(template.manifest.layers).filter(([, layer]) => layer.required);
    const scene = await prepare(
      template,
      Object.fromEntries(
        required.map(([key, { type }]) => [key, type === 'uiCapture' ? capture : { type: 'text', text: 'Hello' }]),
      ),
    );
    expect(look(framePixels(scene, scene.posterFrame)).colours).toBeGreaterThan(12);
  });
});

describe('prepareScene', () => {
  const claim = getTemplate('big-claim', 1);
  const headline = (text: string): LayerValues => ({ headline: { type: 'text', text } });

  it('makes the same document of the same request', async () => {
    const values = valuesOf(claim, 'gradient', longest['Japanese'] ?? sample);
    const [first, second] = [await prepare(claim, values), await prepare(claim, values)];
    expect(second).toEqual(first);
  });

  it('differs where a value differs', async () => {
    expect((await prepare(claim, headline('One'))).lottieJson).not.toBe(
      (await prepare(claim, headline('Two'))).lottieJson,
    );
  });

  it('makes frame i of the document frame i of the video at any rate', async () => {
    const scene = await prepare(claim, headline('Sixty'), { fps: 60 });
    expect(scene.frameCount).toBe(claim.manifest.durationSeconds * 60);
    expect(JSON.parse(scene.lottieJson)).toMatchObject({ fr: 60, op: scene.frameCount });
    expect(scene.posterFrame).toBe(Math.round(claim.manifest.posterAtSeconds * 60));
  });

  it('draws pictures at the size of the video, not larger', async () => {
    const small = await prepare(claim, headline('Size'), { widthPx: 1280, heightPx: 720 });
    const large = await prepare(claim, headline('Size'), { widthPx: 3840, heightPx: 2160 });
    expect(large.lottieJson.length).toBeGreaterThan(small.lottieJson.length * 1.5);
  });

  it('S108: a watermark changes the lower right corner and nothing else', async () => {
    const [plain, marked] = [
      await prepare(claim, headline('Mark')),
      await prepare(claim, headline('Mark'), { watermark: true }),
    ];
    const [before, after] = [framePixels(plain, 60), framePixels(marked, 60)];
    const height = before.length / 4 / previewWidth;
    let inside = 0;
    let outside = 0;
    for (let at = 0; at < before.length; at += 4) {
      if (before[at] === after[at] && before[at + 1] === after[at + 1] && before[at + 2] === after[at + 2]) continue;
      const x = (at / 4) % previewWidth;
      const y = Math.floor(at / 4 / previewWidth);
      if (x > previewWidth * 0.8 && y > height * 0.88) inside += 1;
      else outside += 1;
    }
    expect(inside).toBeGreaterThan(100);
    expect(outside).toBe(0);
  });

  it.each([
    ['markup and quotes', '<b>"Ship" & \\ </b>'],
    ['mixed directions', 'Ship أطلق 2.0 now'],
    ['control characters', 'A\u0000\u001f\ud800B'],
    ['a word of 10,000 characters', 'w'.repeat(10_000)],
  ])('draws %s', async (_what, text) => {
    const scene = await prepare(claim, headline(text));
    expect(look(framePixels(scene, 60)).brightest).toBeGreaterThan(200);
  });

  const failureOf = async (attempt: Promise<unknown>) => {
    const error: unknown = await attempt.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof JobFailureError)) throw new Error('expected a job failure');
    return error.failure;
  };

  it('S59: names the layer whose text no bundled font can draw', async () => {
    expect(await failureOf(prepare(claim, headline('வணக்கம்')))).toMatchObject({
      blame: 'input',
      retryable: false,
      stage: 'prepare',
      code: 'GLYPHS_MISSING',
      layer: 'headline',
    });
  });

  it('S59: names the layer whose picture is missing or cannot be read', async () => {
    const outro = getTemplate('logo-outro', 1);
    const values: LayerValues = { logo: image, tagline: { type: 'text', text: 'End' } };
    expect(await failureOf(prepare(outro, values, { images: {} }))).toMatchObject({
      code: 'IMAGE_MISSING',
      layer: 'logo',
    });
    const broken = join(folder, 'broken.png');
    await writeFile(broken, 'no picture');
    expect(await failureOf(prepare(outro, values, { images: { [storageKey]: broken } }))).toMatchObject({
      code: 'IMAGE_UNREADABLE',
      layer: 'logo',
    });
  });

  it('S60: says which layer lacks its captured page, or has one that cannot be read', async () => {
    const tour = getTemplate('browser-tour', 1);
    expect(await failureOf(prepare(tour, headline('Tour')))).toMatchObject({
      code: 'CAPTURE_MISSING',
      blame: 'input',
      layer: 'page',
    });
    const values = { ...headline('Tour'), page: capture };
    expect(await failureOf(prepare(tour, values, { images: {} }))).toMatchObject({
      code: 'IMAGE_MISSING',
      layer: 'page',
    });
    const broken = join(folder, 'broken.png');
    await writeFile(broken, 'no picture');
    expect(await failureOf(prepare(tour, values, { images: { [storageKey]: broken } }))).toMatchObject({
      code: 'IMAGE_UNREADABLE',
      layer: 'page',
    });
  });

  it('lifts components only where some were picked, off the page and not off the plate', async () => {
    const tour = getTemplate('browser-tour', 1);
    const partsOf = async (components: (typeof capture)['components']) => {
      const value: LayerValue = { ...capture, components };
      const { lottieJson } = await prepare(tour, { ...headline('Tour'), page: value });
      return new Set(lottieJson.match(/page\.part\.\d/gu));
    };
    const [first] = capture.components;
    if (first === undefined) throw new Error('the capture has no component');
    expect(await partsOf([])).toEqual(new Set());
    expect(await partsOf([first])).toEqual(new Set(['page.part.1']));
    expect(await partsOf([first, first, first, first])).toEqual(new Set(['page.part.1', 'page.part.2', 'page.part.3']));
  });

  it('sets every text in the typeface that a brand asks for, where it is a bundled one', async () => {
    const inFont = (family: string) => prepare(claim, { ...headline('Type'), headingFont: { type: 'font', family } });
    const own = await prepare(claim, headline('Type'));
    expect((await inFont('Fraunces')).lottieJson).not.toBe(own.lottieJson);
    expect((await inFont('Comic Sans MS')).lottieJson).toBe(own.lottieJson);
  });
});
