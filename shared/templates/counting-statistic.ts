import type { AspectRatio } from '../contracts/render-format.ts';
import { counter } from './motion-kit/counter.ts';
import { defineTemplate } from './motion-kit/define-template.ts';
import { nullLayer } from './motion-kit/layer.ts';
import { leadingCurve } from './motion-kit/line-path.ts';
import { booleanLayer, longTextLayer, numberLayer, textLayer } from './motion-kit/manifest-layers.ts';
import { comeAndGo } from './motion-kit/media.ts';
import { still } from './motion-kit/property.ts';
import { stageName } from './motion-kit/stage.ts';
import { textStack } from './motion-kit/text-stack.ts';
import { typeScale } from './motion-kit/type-scale.ts';
import type { CounterBinding, Template } from './template.ts';

const countFrom = 4;
const countTo = 46;

/** One figure that counts up to the exact number, over a curve that rises with it. */
const countingStatisticFor = (aspectRatio: AspectRatio, slug: string, name: string): Template =>
  defineTemplate(
    {
      slug,
      version: 1,
      createdAt: '2026-11-20',
      updatedAt: '2026-11-20',
      name,
      description:
        'One large figure that counts up to the exact number, with what it means below and a rising curve behind.',
      category: 'Proof',
      tags: ['number', 'metric', 'counter', 'chart'],
      aspectRatio,
      durationSeconds: 5,
      storyboard: { bestUsedAs: 'The figure that proves the claim', fitsBeats: ['proof', 'problem', 'hook'] },
      layers: {
        // No sample figure: a number that nobody gave would be a false claim.
        value: numberLayer(
          'Figure',
          'The number that the figure ends on. Without one only the words are shown.',
          null,
          {
            min: -999_999_999,
            max: 999_999_999,
          },
        ),
        prefix: textLayer('Before the figure', 'A sign such as $ or +.', 4, { group: 'Figures' }),
        suffix: textLayer('After the figure', 'A unit such as %, x or k.', 6, { group: 'Figures' }),
        decimals: numberLayer('Decimals', 'Digits after the point. Unset: as many as the number has.', null, {
          min: 0,
          max: 3,
          step: 1,
        }),
        label: textLayer('Label', 'What the figure counts.', 60, { required: true, maxLines: 2 }),
        detail: longTextLayer('Detail', 'Where the figure comes from, or what it is compared with.', 90, {
          maxLines: 2,
        }),
        showCurve: booleanLayer('Rising curve', 'Draws a rising curve behind the figure.', true),
      },
      soundCues: [
        { atSeconds: 0, effect: 'riser' },
        { atSeconds: countTo / 30, effect: 'pop' },
      ],
      posterAtSeconds: 2.8,
    },
    ({ widthPx, heightPx, frameCount, exitFrame }) => {
      const wide = aspectRatio === '16:9';
      const marginX = wide ? 150 : 110;
      const width = widthPx - 2 * marginX;
      const size = wide ? 360 : 300;
      const binding: CounterBinding = {
        name: 'figure',
        layer: 'value',
        prefixLayer: 'prefix',
        suffixLayer: 'suffix',
        decimalsLayer: 'decimals',
        family: 'Inter Tight',
        weight: 700,
        size,
        minSize: 96,
        tracking: -0.02,
        width,
        align: 'center',
        color: 'text',
        startFrame: countFrom,
        endFrame: countTo,
      };
      const { opacity, shift } = comeAndGo({ enterFrame: -6, enterFrames: 22, exitFrame, travel: 60 });
      const at = (x: number, y: number): [number, number] => [x * widthPx, y * heightPx];
      return [
        counter(binding, 'figure.shift', still([0, 0], 'figure.place'), frameCount, opacity),
        { layers: [nullLayer({ name: 'figure.shift', parent: stageName, position: shift })] },
        textStack({ x: marginX, y: 80, width, height: heightPx - 2 * 80 - 60 }, 'center', 'center', [
          { kind: 'part', name: 'figure', width, height: size, gapBefore: 0 },
          {
            block: {
              ...typeScale.title,
              name: 'label',
              layer: 'label',
              width: Math.min(width, 1300),
              align: 'center',
              color: 'text',
            },
            motion: { kind: 'rise', enterFrame: 12, enterFrames: 24, stagger: 3, exitFrame },
            gapBefore: 30,
          },
          {
            block: {
              ...typeScale.body,
              size: 38,
              minSize: 30,
              name: 'detail',
              layer: 'detail',
              width: Math.min(width, 1200),
              align: 'center',
              color: 'muted',
            },
            motion: { kind: 'fade', enterFrame: 24, enterFrames: 20, stagger: 3, exitFrame },
            gapBefore: 26,
          },
        ]),
        {
          layers: leadingCurve({
            name: 'curve',
            parent: stageName,
            needs: 'curve',
            points: [at(-0.02, 0.965), at(0.18, 0.945), at(0.38, 0.955), at(0.58, 0.9), at(0.76, 0.87), at(0.93, 0.62)],
            role: 'ink',
            width: 7,
            drawFrame: -6,
            drawFrames: 52,
            exitFrame,
          }),
          toggles: [{ name: 'curve', layer: 'showCurve', equals: true }],
        },
      ];
    },
  );

export const countingStatistic = countingStatisticFor('16:9', 'counting-statistic', 'Counting statistic');
export const countingStatisticTall = countingStatisticFor(
  '16:12',
  'counting-statistic-16x12',
  'Counting statistic 16:12',
);
