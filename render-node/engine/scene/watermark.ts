import { createCanvas } from '@napi-rs/canvas';
import type { LottieAsset, LottieScene, LottieValue } from '@reelyard/shared/templates/template.ts';
import { imageSlot, pngDataUri } from './draw-text.ts';
import { fontsFor } from './fonts.ts';

const words = 'Made with Reelyard';
const height = 52;
const margin = 40;
const fontSize = 23;
const markRoom = 46;
const padding = 22;

const still = (value: LottieValue): LottieValue => ({ a: 0, k: value });

const draw = async (pixelScale: number): Promise<{ picture: LottieValue; width: number }> => {
  const { families } = fontsFor(words, 'Inter Tight', 600);
  const probe = createCanvas(8, 8).getContext('2d');
  probe.font = `${fontSize}px ${families}`;
  const width = Math.ceil(probe.measureText(words).width) + markRoom + padding;
  const canvas = createCanvas(Math.ceil(width * pixelScale), Math.ceil(height * pixelScale));
  const context = canvas.getContext('2d');
  context.scale(pixelScale, pixelScale);
  // Dark glass with a light edge: legible on a white ground by its fill, on a black one by its edge and type.
  context.beginPath();
  context.roundRect(0.5, 0.5, width - 1, height - 1, height / 2);
  context.fillStyle = 'rgba(12, 13, 18, 0.62)';
  context.fill();
  context.strokeStyle = 'rgba(255, 255, 255, 0.22)';
  context.lineWidth = 1;
  context.stroke();
  context.beginPath();
  context.roundRect(16, 16, 20, 20, 6);
  context.fillStyle = '#ffffff';
  context.fill();
  context.beginPath();
  context.moveTo(23.2, 21);
  context.lineTo(31, 26);
  context.lineTo(23.2, 31);
  context.closePath();
  context.fillStyle = '#0c0d12';
  context.fill();
  context.font = `${fontSize}px ${families}`;
  context.fillStyle = 'rgba(255, 255, 255, 0.94)';
  context.fillText(words, markRoom, height / 2 + fontSize * 0.36);
  return {
    picture: imageSlot('watermark', await pngDataUri(canvas), canvas.width / pixelScale, canvas.height / pixelScale),
    width,
  };
};

/** The scene with the mark of a sandbox or free render in its lower right corner, above everything (S108). */
export const withWatermark = async (scene: LottieScene, pixelScale: number): Promise<LottieScene> => {
  const { picture, width } = await draw(pixelScale);
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
