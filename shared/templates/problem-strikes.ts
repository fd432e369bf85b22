import type { AspectRatio } from '../contracts/render-format.ts';
import { defineTemplate } from './motion-kit/define-template.ts';
import { flowRoots } from './motion-kit/flow.ts';
import { textLayer } from './motion-kit/manifest-layers.ts';
import { strike } from './motion-kit/strike.ts';
import { textStack } from './motion-kit/text-stack.ts';
import { typeScale } from './motion-kit/type-scale.ts';
import type { Template } from './template.ts';

const items = [1, 2, 3, 4] as const;
const rowHeight = 132;
const rowGap = 8;
const firstStrikeFrame = 56;
const strikeStep = 14;

/** What hurts today, in large type, struck out line by line. */
const problemStrikesFor = (aspectRatio: AspectRatio, slug: string, name: string): Template =>
  defineTemplate(
    {
      slug,
      version: 1,
      createdAt: '2026-11-20',
      updatedAt: '2026-11-20',
      name,
      description: 'Up to four pains in large type, struck out one after the other. Makes room for the solution.',
      category: 'Problem',
      tags: ['list', 'pain', 'strike-through', 'typography'],
      aspectRatio,
      durationSeconds: 5.5,
      storyboard: { bestUsedAs: 'The pains that the product ends', fitsBeats: ['problem', 'transition'] },
      layers: {
        headline: textLayer('Headline', 'What all the pains have in common; small, above the list.', 48, {
          required: true,
        }),
        item1: textLayer('Pain 1', 'Two to four words.', 34, { group: 'Pains' }),
        item2: textLayer('Pain 2', 'Two to four words. Left out where blank.', 34, { group: 'Pains' }),
        item3: textLayer('Pain 3', 'Two to four words. Left out where blank.', 34, { group: 'Pains' }),
        item4: textLayer('Pain 4', 'Two to four words. Left out where blank.', 34, { group: 'Pains' }),
      },
      soundCues: items.map((_, index) => ({
        atSeconds: (firstStrikeFrame + index * strikeStep) / 30,
        effect: 'tick' as const,
      })),
      posterAtSeconds: 3.6,
    },
    ({ widthPx, heightPx, exitFrame }) => {
      const marginX = aspectRatio === '16:9' ? 180 : 130;
      const width = widthPx - 2 * marginX;
      const listHeight = items.length * rowHeight + (items.length - 1) * rowGap;
      const rows = items.map((item) => {
        const row = `item.${item}`;
        const struckAt = firstStrikeFrame + (item - 1) * strikeStep;
        return [
          {
            layers: [strike(`${row}.strike`, row, row, 10, struckAt, exitFrame)],
          },
          textStack(
            { x: 0, y: 0, width, height: rowHeight },
            'center',
            'left',
            [
              {
                block: {
                  ...typeScale.headline,
                  maxLines: 1,
                  name: `${row}.text`,
                  layer: `item${item}`,
                  width,
                  align: 'left',
                  color: 'text',
                },
                motion: {
                  kind: 'fade',
                  enterFrame: 6 + (item - 1) * 6,
                  enterFrames: 22,
                  stagger: 0,
                  exitFrame,
                  dim: { frame: struckAt + 4, opacity: 38 },
                },
                gapBefore: 0,
              },
            ],
            {
              parent: row,
              plates: [{ name: `${row}.strike`, block: `${row}.text`, paddingX: 14, height: 10, minWidth: 0 }],
            },
          ),
        ];
      });
      return [
        ...rows.flat(),
        flowRoots({
          name: 'pains',
          direction: 'column',
          length: listHeight,
          gap: rowGap,
          align: 'center',
          items: items.map((item) => ({ name: `item.${item}`, layer: `item${item}`, length: rowHeight })),
        }),
        textStack({ x: marginX, y: 110, width, height: heightPx - 230 }, 'center', 'left', [
          {
            block: {
              ...typeScale.title,
              size: 62,
              minSize: 38,
              maxLines: 1,
              name: 'headline',
              layer: 'headline',
              width,
              align: 'left',
              color: 'text',
            },
            motion: { kind: 'rise', enterFrame: -6, enterFrames: 22, stagger: 3, exitFrame },
            gapBefore: 0,
          },
          { kind: 'part', name: 'pains', width, height: listHeight, gapBefore: 44 },
        ]),
      ];
    },
  );

export const problemStrikes = problemStrikesFor('16:9', 'problem-strikes', 'Problem strikes');
export const problemStrikesTall = problemStrikesFor('16:12', 'problem-strikes-16x12', 'Problem strikes 16:12');
