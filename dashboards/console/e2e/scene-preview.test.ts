import path from 'node:path';
import { prepareScene } from '@reelyard/render-node/engine/scene/prepare-scene.ts';
import { skottieBackend } from '@reelyard/render-node/engine/scene/skottie-backend.ts';
import { type LayerValue, type LayerValues, picturesOf } from '@reelyard/shared/contracts/layer-value.ts';
import type { ScenePreview } from '@reelyard/shared/sdk/operations.gen.ts';
import { getTemplate } from '@reelyard/shared/templates/catalog.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DrawnScene, GivenPreview } from '../src/preview/test/page-types.ts';
import { openPreviewFarm, type PreviewFarm } from './test/preview-farm.ts';

const heightPx = 540;

let opened: PreviewFarm;

beforeAll(async () => {
  opened = await openPreviewFarm('preview-page.ts', 'drawScene');
});
afterAll(async () => await opened?.[Symbol.asyncDispose]());

const pngUri = async (svg: string): Promise<string> =>
  `data:image/png;base64,${(await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64')}`;

const photo = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#e7b08c"/><stop offset="1" stop-color="#22406a"/></linearGradient></defs><rect width="1200" height="900" fill="url(#g)"/><circle cx="820" cy="340" r="180" fill="#c98a6b"/><rect x="120" y="600" width="300" height="180" fill="#f4d03f"/></svg>`;
const darkLogo = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><rect x="10" y="40" width="120" height="120" rx="30" fill="#111318"/><rect x="170" y="70" width="360" height="60" fill="#111318"/></svg>`;

interface Scene {
  readonly templateId: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Makes a project of one scene and asks what it would be drawn from. */
const previewOf = async (scene: Scene): Promise<ScenePreview> => {
  const made = await opened.maker.call('POST', '/projects', { title: 'Preview', scenes: [scene] });
  expect(made.body.data, JSON.stringify(made.body)).toBeDefined();
  const { id, scenes } = made.body.data;
  const asked = await opened.maker.call('GET', `/projects/${id}/scenes/${scenes[0].id}/preview`);
  expect(asked.status).toBe(200);
  return asked.body.data;
};

interface Sized {
  readonly widthPx: number;
  readonly heightPx: number;
}

const backend = skottieBackend();

/** The frames as a render node draws them. */
const nodeFrames = async (given: GivenPreview, slug: string, size: Sized, frames: readonly number[]) => {
  const values = given.values as LayerValues;
  const stored = Object.values(values).flatMap((value) => picturesOf(value).map(({ storageKey }) => storageKey));
  const images = Object.fromEntries(
    stored.map((key) => [key, path.join(opened.farm.config.FARM_DATA, 'objects', `${key}.object`, 'body')]),
  );
  const { fps, watermark } = given;
  backend.open(await prepareScene({ template: getTemplate(slug, 1), values, images, ...size, fps, watermark }));
  return new Map(frames.map((frame) => [frame, Uint8Array.from(backend.still(frame).rgba())]));
};

const inBrowser = async (given: GivenPreview, frames: readonly number[]): Promise<DrawnScene> =>
  await opened.page.evaluate(async ({ scene, height, at }) => await globalThis.drawScene(scene, height, at), {
    scene: { templateUrl: given.templateUrl, values: given.values, fps: given.fps, watermark: given.watermark },
    height: heightPx,
    at: frames,
  });

/** How far two pictures are apart: the mean over all channels, and the share of pixels that a person could tell apart. */
const apart = (one: Uint8Array, other: Uint8Array): { mean: number; seen: number; most: number } => {
  expect(one.length).toBe(other.length);
  let sum = 0;
  let seen = 0;
  let most = 0;
  for (let at = 0; at < one.length; at += 4) {
    let pixel = 0;
    for (let channel = 0; channel < 4; channel += 1) {
      const difference = Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0));
      sum += difference;
      pixel = Math.max(pixel, difference);
    }
    if (pixel > 16) seen += 1;
    most = Math.max(most, pixel);
  }
  return { mean: sum / one.length, seen: seen / (one.length / 4), most };
};

interface Compared {
  readonly frame: number;
  readonly browser: Uint8Array;
  readonly node: Uint8Array;
}

/** Frames from the first to the last moves of a scene, drawn by both. */
const drawnByBoth = async (given: GivenPreview, slug: string): Promise<Compared[]> => {
  const template = getTemplate(slug, 1);
  const { w, h } = template.scene();
  const last = Math.round(template.manifest.durationSeconds * given.fps) - 1;
  const frames = [0, 9, Math.round(last * 0.4), Math.round(last * 0.7), last - 5];
  const drawn = await inBrowser(given, frames);
  const byNode = await nodeFrames(given, slug, { widthPx: (w * heightPx) / h, heightPx }, frames);
  return frames.map((frame) => ({
    frame,
    browser: Buffer.from(drawn.frames[frame] ?? '', 'base64'),
    node: byNode.get(frame) ?? new Uint8Array(),
  }));
};

/**
 * What was measured (software GL against the node's rasteriser): 0.12 to 0.25 levels in the mean, which is the rounding
 * of gradients; no pixel of set type that could be told apart; and at the edges of turning or growing shapes and
 * pictures, which the graphics card smooths otherwise, up to 0.13 % of the pixels.
 */
const limits = { mean: 0.4, seenInType: 0.000_02, seenAtEdges: 0.002 };

/** A captured page with two components lifted off its plate, made of pictures that were taken in. */
const capturedPage = async (): Promise<Extract<LayerValue, { type: 'capture' }>> => {
  const stored = async (svg: string) => {
    const taken = await previewOf({
      templateId: 'quote-avatar',
      parameters: { quote: 'Q', avatar: await pngUri(svg) },
    });
    const value = (taken.values as LayerValues)['avatar'];
    if (value?.type !== 'image') throw new Error('the picture was not taken in');
    const { type: _type, ...picture } = value;
    return picture;
  };
  const card = (x: number, y: number, fill: string) =>
    `<rect x="${x}" y="${y}" width="500" height="300" rx="18" fill="${fill}"/>`;
  const sheet = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="2600"><rect width="1440" height="2600" fill="#fafafa"/><rect width="1440" height="90" fill="#22262e"/>${Array.from({ length: 40 }, (_, row) => `<rect x="60" y="${900 + row * 40}" width="${500 + ((row * 97) % 700)}" height="14" fill="#9aa3b2"/>`).join('')}${content}</svg>`;
  const alone = (fill: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="300">${card(0, 0, fill)}</svg>`;
  const [page, plate, blue, red] = [
    await stored(sheet(card(80, 160, '#3355dd') + card(720, 420, '#dd5533'))),
    await stored(sheet('')),
    await stored(alone('#3355dd')),
    await stored(alone('#dd5533')),
  ];
  return {
    type: 'capture',
    page,
    plate,
    scale: 1,
    components: [
      { picture: blue, box: { x: 80, y: 160, width: 500, height: 300 }, label: 'Blue' },
      { picture: red, box: { x: 720, y: 420, width: 500, height: 300 }, label: 'Red' },
    ],
    address: 'example.com/overview',
    title: 'Overview',
  };
};

const texts = {
  latin: {
    headline: 'AV To: ship every film before lunch',
    eyebrow: 'New → now',
    subline: 'Kerning, “quotes” and 1,234.56 €.',
  },
  japanese: { headline: '製品の発表動画をランチの前に', subline: '新しい製品、もっと速く。' },
  arabic: { headline: 'أطلق فيلم منتجك قبل الغداء', subline: 'جاهز خلال دقائق 2.0' },
  emoji: { headline: 'Ship 🚀 it 👩‍👩‍👧 now', subline: 'Flags 🇩🇪 and hearts ❤️' },
};
const colours = { primaryColor: '#1463ff', secondaryColor: '#ff5fa2' };

const claim = (parameters: Scene['parameters']): Scene => ({
  templateId: 'big-claim',
  parameters: { ...colours, ...parameters },
});

describe('the preview in a browser', () => {
  test.each<[string, Scene]>([
    ['Latin on dark', claim({ ...texts.latin, style: 'dark' })],
    ['Japanese on light', claim({ ...texts.japanese, style: 'light' })],
    ['Arabic on the colour of the brand', claim({ ...texts.arabic, style: 'brand' })],
    ['emoji on a gradient', { ...claim({ ...texts.emoji, style: 'gradient' }), templateId: 'big-claim-16x12' }],
    ['another typeface', claim({ headline: 'Set in a serif', headingFont: 'Fraunces' })],
  ])('sets %s as a render node does, to the last letter', async (_what, scene) => {
    const given = await previewOf(scene);
    expect(given.watermark).toBe(true);
    for (const { frame, browser, node } of await drawnByBoth(given, scene.templateId)) {
      const { mean, seen } = apart(browser, node);
      expect(mean, `frame ${frame}`).toBeLessThan(limits.mean);
      expect(seen, `frame ${frame}`).toBeLessThan(limits.seenInType);
    }
    expect(opened.complaints).toEqual([]);
  });

  test.each<[string, () => Promise<Scene>]>([
    [
      'a photo, cropped to what draws the eye',
      async () => ({
        templateId: 'quote-avatar',
        parameters: { quote: 'It saved us a week.', person: 'Ada', avatar: await pngUri(photo), ...colours },
      }),
    ],
    [
      'a logo that needs a plate',
      async () => ({
        templateId: 'logo-outro',
        parameters: { logo: await pngUri(darkLogo), tagline: 'Bye', ...colours },
      }),
    ],
    [
      'a counting figure',
      async () => ({
        templateId: 'counting-statistic',
        parameters: { value: 12_480.5, prefix: '$', suffix: '+', label: 'saved', ...colours },
      }),
    ],
  ])('shows %s as a render node does', async (_what, makeScene) => {
    const scene = await makeScene();
    for (const { frame, browser, node } of await drawnByBoth(await previewOf(scene), scene.templateId)) {
      const { mean, seen } = apart(browser, node);
      expect(mean, `frame ${frame}`).toBeLessThan(limits.mean);
      expect(seen, `frame ${frame}`).toBeLessThan(limits.seenAtEdges);
    }
  });

  test('shows a captured page whose parts leave it as a render node does', async () => {
    const taken = await capturedPage();
    const slug = 'component-pop-out';
    const { captureSlots } = getTemplate(slug, 1).manifest;
    const pending = await previewOf({ templateId: slug, parameters: { headline: 'Parts that matter', ...colours } });
    expect(pending.problems.map(({ code, layer }) => [code, layer])).toEqual(
      captureSlots.map(({ key }) => ['PENDING_CAPTURE', key]),
    );
    const values = { ...pending.values, ...Object.fromEntries(captureSlots.map(({ key }) => [key, taken])) };
    for (const { frame, browser, node } of await drawnByBoth({ ...pending, values }, slug)) {
      const { mean, seen } = apart(browser, node);
      expect(mean, `frame ${frame}`).toBeLessThan(limits.mean);
      expect(seen, `frame ${frame}`).toBeLessThan(limits.seenAtEdges);
    }
  });

  test.each<[string, Partial<GivenPreview>]>([
    ['one letter of the smallest text', { values: { eyebrow: { type: 'text', text: 'New → nov' } } }],
    ['a typeface', { values: { headingFont: { type: 'font', family: 'Inter' } } }],
    ['a colour of the brand by a shade', { values: { primaryColor: { type: 'color', hex: '#1463f0' } } }],
    ['the watermark', { watermark: false }],
  ])('would be caught with %s wrong', async (_what, changed) => {
    const given = await previewOf(claim({ ...texts.latin, style: 'brand' }));
    const values = { ...given.values, ...changed.values };
    const wrong = { ...given, ...changed, values };
    const [frame] = [60];
    const drawn = await inBrowser(wrong, [frame]);
    const node = (await nodeFrames(given, 'big-claim', { widthPx: 960, heightPx }, [frame])).get(frame);
    const { mean, seen } = apart(Buffer.from(drawn.frames[frame] ?? '', 'base64'), node ?? new Uint8Array());
    expect(mean > limits.mean || seen > limits.seenInType).toBe(true);
  });

  test('draws the same where the browser has no WebGL', async () => {
    await opened.page.addInitScript(
      "const getContext = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function (kind, options) { return kind.startsWith('webgl') ? null : getContext.call(this, kind, options); };",
    );
    await opened.page.reload();
    await opened.page.waitForFunction("'drawScene' in globalThis");
    const given = await previewOf(claim({ ...texts.latin, style: 'dark' }));
    const drawn = await inBrowser(given, [60]);
    expect(drawn.drawsWith).toBe('software');
    const node = (await nodeFrames(given, 'big-claim', { widthPx: 960, heightPx }, [60])).get(60);
    const { mean, seen } = apart(Buffer.from(drawn.frames[60] ?? '', 'base64'), node ?? new Uint8Array());
    expect(mean).toBeLessThan(limits.mean);
    expect(seen).toBeLessThan(limits.seenInType);
  });
});
