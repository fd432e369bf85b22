import { defineTemplate } from './motion-kit/define-template.ts';
import { flowRoots } from './motion-kit/flow.ts';
import { nullLayer, shapeLayer } from './motion-kit/layer.ts';
import { drawnLine } from './motion-kit/line-path.ts';
import { longTextLayer, textLayer } from './motion-kit/manifest-layers.ts';
import { comeAndGo } from './motion-kit/media.ts';
import { moving, still } from './motion-kit/property.ts';
import { ellipse, fill, group } from './motion-kit/shape.ts';
import { textStack } from './motion-kit/text-stack.ts';
import { typeScale } from './motion-kit/type-scale.ts';

const steps = [1, 2, 3] as const;
const columnWidth = 520;
const columnGap = 40;
const columnHeight = 440;
const badge = 104;
const firstFrame = 16;
const stepFrames = 16;

const stepLayers = Object.fromEntries(
  steps.flatMap((step) => {
    const group = { group: `Step ${step}` };
    return [
      [`step${step}`, textLayer(`Step ${step}`, 'Two to four words. The step is left out where blank.', 28, group)],
      [`detail${step}`, longTextLayer(`Step ${step} detail`, 'One short sentence.', 80, { ...group, maxLines: 3 })],
    ];
  }),
);

/** Up to three numbered steps; a line runs from each to the next. */
export const threeSteps = defineTemplate(
  {
    slug: 'three-steps',
    version: 1,
    createdAt: '2026-11-20',
    updatedAt: '2026-11-20',
    name: 'Three steps',
    description: 'How it works in up to three numbered steps, joined by a line that draws itself from one to the next.',
    category: 'Solution',
    tags: ['steps', 'process', 'how it works', 'numbers'],
    aspectRatio: '16:9',
    durationSeconds: 6,
    storyboard: { bestUsedAs: 'How it works, step by step', fitsBeats: ['solution'] },
    layers: {
      headline: textLayer('Headline', 'What the steps lead to.', 48, { required: true, maxLines: 2 }),
      ...stepLayers,
    },
    soundCues: steps.map((_, index) => ({
      atSeconds: (firstFrame + index * stepFrames) / 30,
      effect: 'tick' as const,
    })),
    posterAtSeconds: 3.6,
  },
  ({ widthPx, heightPx, exitFrame }) => {
    const marginX = 140;
    const width = widthPx - 2 * marginX;
    const columns = steps.flatMap((step) => {
      const name = `step.${step}`;
      const enterFrame = firstFrame + (step - 1) * stepFrames;
      const { opacity } = comeAndGo({ enterFrame, enterFrames: 10, exitFrame, travel: 0 });
      const centre = badge / 2;
      return [
        textStack(
          { x: 0, y: 0, width: badge, height: badge },
          'center',
          'center',
          [
            {
              block: {
                ...typeScale.label,
                size: 46,
                minSize: 46,
                weight: 700,
                name: `${name}.number`,
                layer: `step${step}`,
                literal: String(step),
                width: badge,
                align: 'center',
                color: 'onPrimary',
              },
              motion: { kind: 'fade', enterFrame: enterFrame + 2, enterFrames: 10, stagger: 0, exitFrame },
              gapBefore: 0,
            },
          ],
          { parent: name },
        ),
        {
          layers: [
            shapeLayer(
              {
                name: `${name}.badge`,
                parent: name,
                position: still([centre, centre]),
                scale: moving(
                  { frame: enterFrame, value: [55, 55], easing: 'pop' },
                  { frame: enterFrame + 12, value: [100, 100] },
                ),
                opacity,
              },
              [group([ellipse(still([badge, badge])), fill('primary')])],
            ),
            // The line belongs to the step that it leads to, so that no line runs into nothing.
            ...(step === 1
              ? []
              : [
                  drawnLine({
                    name: `${name}.line`,
                    parent: `${name}.back`,
                    points: [
                      [badge + 28, centre],
                      [columnWidth + columnGap - 28, centre],
                    ],
                    role: 'muted',
                    width: 4,
                    drawFrame: enterFrame - stepFrames + 6,
                    drawFrames: stepFrames,
                    exitFrame,
                  }),
                  nullLayer({ name: `${name}.back`, parent: name, position: still([-(columnWidth + columnGap), 0]) }),
                ]),
          ],
        },
        textStack(
          { x: 0, y: badge + 44, width: columnWidth - 36, height: columnHeight - badge - 44 },
          'top',
          'left',
          [
            {
              block: {
                ...typeScale.subtitle,
                minSize: 34,
                name: `${name}.title`,
                layer: `step${step}`,
                width: columnWidth - 36,
                align: 'left',
                color: 'text',
              },
              motion: { kind: 'fade', enterFrame: enterFrame + 4, enterFrames: 18, stagger: 2, exitFrame },
              gapBefore: 0,
            },
            {
              block: {
                ...typeScale.body,
                size: 38,
                minSize: 30,
                maxLines: 3,
                name: `${name}.detail`,
                layer: `detail${step}`,
                width: columnWidth - 36,
                align: 'left',
                color: 'muted',
              },
              motion: { kind: 'fade', enterFrame: enterFrame + 8, enterFrames: 18, stagger: 2, exitFrame },
              gapBefore: 14,
            },
          ],
          { parent: name },
        ),
      ];
    });
    return [
      ...columns,
      flowRoots({
        name: 'steps',
        direction: 'row',
        length: width,
        gap: columnGap,
        align: 'start',
        items: steps.map((step) => ({ name: `step.${step}`, layer: `step${step}`, length: columnWidth })),
      }),
      textStack({ x: marginX, y: 96, width, height: heightPx - 2 * 96 }, 'center', 'left', [
        {
          block: {
            ...typeScale.headline,
            name: 'headline',
            layer: 'headline',
            width: 1560,
            align: 'left',
            color: 'text',
          },
          motion: { kind: 'rise', enterFrame: -5, enterFrames: 26, stagger: 4, exitFrame },
          gapBefore: 0,
        },
        { kind: 'part', name: 'steps', width, height: columnHeight, gapBefore: 84 },
      ]),
    ];
  },
);
