import type { LottieAsset, LottieScene, LottieValue } from '../templates/template.ts';
import type { SceneTools } from './fill-texts.ts';
import type { TypeLook } from './painting.ts';
import { imageSlot } from './set-type.ts';

const words = 'Made with Reelyard';
const height = 52;
const margin = 40;
const fontSize = 23;
const markRoom = 46;
const padding = 22;

const still = (value: LottieValue): LottieValue => ({ a: 0, k: value });

const draw = async (
  { chooseFonts, measure, paint }: SceneTools,
  pixelScale: number,
): Promise<{ picture: LottieValue; width: number }> => {
  const { families } = await chooseFonts(words, 'Inter Tight', 600);
  const look: TypeLook = { families, sizePx: fontSize, letterSpacingPx: 0, direction: 'ltr' };
  const width = Math.ceil(measure(words, look)) + markRoom + padding;
  const widthPx = Math.ceil(width * pixelScale);
  const heightPx = Math.ceil(height * pixelScale);
  const address = await paint({
    widthPx,
    heightPx,
    scale: pixelScale,
    marks: [
      // Dark glass with a light edge: legible on a white ground by its fill, on a black one by its edge and type.
      {
        kind: 'roundRect',
        x: 0.5,
        y: 0.5,
        width: width - 1,
        height: height - 1,
        radius: height / 2,
        fill: 'rgba(12, 13, 18, 0.62)',
        stroke: 'rgba(255, 255, 255, 0.22)',
      },
      { kind: 'roundRect', x: 16, y: 16, width: 20, height: 20, radius: 6, fill: '#ffffff', stroke: null },
      {
        kind: 'polygon',
        points: [
          [23.2, 21],
          [31, 26],
          [23.2, 31],
        ],
        fill: '#0c0d12',
      },
      {
        kind: 'text',
        text: words,
        look,
        x: markRoom,
        baseline: height / 2 + fontSize * 0.36,
        fill: 'rgba(255, 255, 255, 0.94)',
      },
    ],
  });
  return { picture: imageSlot('watermark', address, widthPx / pixelScale, heightPx / pixelScale), width };
};

/** The scene with the mark of a sandbox or free render in its lower right corner, above everything (S108). */
export const withWatermark = async (
  tools: SceneTools,
  scene: LottieScene,
  pixelScale: number,
): Promise<LottieScene> => {
  const { picture, width } = await draw(tools, pixelScale);
  return {
    ...scene,
    assets: [...scene.assets, picture as LottieAsset],
    layers: [
      {
        ty: 2,
        nm: 'watermark',
        refId: 'watermark',
        ip: scene.ip,
        op: scene.op,
        st: 0,
        ks: {
          p: still([scene.w - margin - width, scene.h - margin - height]),
          a: still([0, 0]),
          s: still([100, 100]),
          r: still(0),
          o: still(100),
        },
      },
      ...scene.layers,
    ],
  };
};
