import { card } from './motion-kit/card.ts';
import { defineTemplate } from './motion-kit/define-template.ts';
import { flowRoots } from './motion-kit/flow.ts';
import { iconOptions, iconTile } from './motion-kit/icons.ts';
import { dropdownLayer, longTextLayer, textLayer } from './motion-kit/manifest-layers.ts';
import { textStack } from './motion-kit/text-stack.ts';
import { typeScale } from './motion-kit/type-scale.ts';

const features = [1, 2, 3] as const;
const defaultIcons = ['bolt', 'shield', 'chart'] as const;
const cardWidth = 528;
const cardHeight = 436;
const cardGap = 32;
const padding = 48;
const tile = 92;

const featureLayers = Object.fromEntries(
  features.flatMap((feature, index) => {
    const group = { group: `Feature ${feature}` };
    return [
      [
        `title${feature}`,
        textLayer(`Feature ${feature}`, 'Two to four words. The card is left out where blank.', 30, group),
      ],
      [
        `body${feature}`,
        longTextLayer(`Feature ${feature} text`, 'One short sentence.', 84, { ...group, maxLines: 3 }),
      ],
      [
        `icon${feature}`,
        dropdownLayer(`Feature ${feature} icon`, 'The icon on the card.', defaultIcons[index] ?? 'bolt', iconOptions),
      ],
    ];
  }),
);

/** A headline and up to three cards that assemble below it. */
export const featureGrid = defineTemplate(
  {
    slug: 'feature-grid',
    version: 1,
    createdAt: '2026-11-20',
    updatedAt: '2026-11-20',
    name: 'Feature grid',
    description:
      'A headline over up to three cards, each with an icon, a name and a sentence. Shows what the product does.',
    category: 'Solution',
    tags: ['features', 'cards', 'icons', 'overview'],
    aspectRatio: '16:9',
    durationSeconds: 6,
    storyboard: { bestUsedAs: 'What the product does, in three points', fitsBeats: ['solution', 'proof'] },
    layers: {
      headline: textLayer('Headline', 'What the three points add up to.', 56, { required: true, maxLines: 2 }),
      ...featureLayers,
    },
    soundCues: [
      { atSeconds: 0, effect: 'whoosh' },
      ...features.map((_, index) => ({ atSeconds: (14 + index * 5) / 30, effect: 'pop' as const })),
    ],
    posterAtSeconds: 3.4,
  },
  ({ widthPx, heightPx, exitFrame }) => {
    const marginX = 120;
    const width = widthPx - 2 * marginX;
    const cards = features.flatMap((feature, index) => {
      const name = `feature.${feature}`;
      const enterFrame = 12 + index * 5;
      const textWidth = cardWidth - 2 * padding;
      return [
        iconTile(`${name}.icon`, `${name}.card`, `icon${feature}`, [padding, padding], tile, enterFrame + 8, exitFrame),
        textStack(
          { x: padding, y: padding + tile + 36, width: textWidth, height: cardHeight - tile - 2 * padding - 20 },
          'top',
          'left',
          [
            {
              block: {
                ...typeScale.title,
                size: 46,
                minSize: 30,
                maxLines: 1,
                name: `${name}.title`,
                layer: `title${feature}`,
                width: textWidth,
                align: 'left',
                color: 'text',
              },
              motion: { kind: 'fade', enterFrame: enterFrame + 8, enterFrames: 18, stagger: 2, exitFrame },
              gapBefore: 0,
            },
            {
              block: {
                ...typeScale.body,
                size: 36,
                minSize: 30,
                maxLines: 3,
                name: `${name}.body`,
                layer: `body${feature}`,
                width: textWidth,
                align: 'left',
                color: 'muted',
              },
              motion: { kind: 'fade', enterFrame: enterFrame + 12, enterFrames: 18, stagger: 2, exitFrame },
              gapBefore: 12,
            },
          ],
          { parent: `${name}.card` },
        ),
        card(
          name,
          name,
          { width: cardWidth, height: cardHeight, radius: 32, fill: 'surface' },
          { enterFrame, enterFrames: 24, exitFrame, travel: 80 },
        ),
      ];
    });
    return [
      ...cards,
      flowRoots({
        name: 'features',
        direction: 'row',
        length: width,
        gap: cardGap,
        align: 'center',
        items: features.map((feature) => ({ name: `feature.${feature}`, layer: `title${feature}`, length: cardWidth })),
      }),
      textStack({ x: marginX, y: 96, width, height: heightPx - 2 * 96 - 16 }, 'center', 'center', [
        {
          block: {
            ...typeScale.headline,
            size: 96,
            minSize: 60,
            name: 'headline',
            layer: 'headline',
            width: 1500,
            align: 'center',
            color: 'text',
          },
          motion: { kind: 'rise', enterFrame: -5, enterFrames: 26, stagger: 4, exitFrame },
          gapBefore: 0,
        },
        { kind: 'part', name: 'features', width, height: cardHeight, gapBefore: 72 },
      ]),
    ];
  },
);
