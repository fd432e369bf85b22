import type { AspectRatio } from '../contracts/render-format.ts';
import { defineTemplate } from './motion-kit/define-template.ts';
import { longTextLayer, textLayer } from './motion-kit/manifest-layers.ts';
import { textStack } from './motion-kit/text-stack.ts';
import { typeScale } from './motion-kit/type-scale.ts';
import type { Template } from './template.ts';

/** One statement, as large as the picture holds; lines rise out of their own masks. Composed anew for each ratio. */
const bigClaimFor = (aspectRatio: AspectRatio, slug: string, name: string): Template =>
  defineTemplate(
    {
      slug,
      version: 1,
      createdAt: '2026-11-20',
      updatedAt: '2026-11-20',
      name,
      description:
        'One bold statement in display type on calm light. The opening of a film: say the one thing that matters.',
      category: 'Hook',
      tags: ['statement', 'headline', 'opening', 'typography'],
      aspectRatio,
      durationSeconds: 4.5,
      storyboard: { bestUsedAs: 'The opening claim of the video', fitsBeats: ['hook', 'transition'] },
      layers: {
        headline: textLayer('Headline', 'The claim: up to nine words on two lines.', 64, {
          required: true,
          maxLines: 3,
        }),
        eyebrow: textLayer('Eyebrow', 'A few small words above the headline, such as the product or the occasion.', 36),
        subline: longTextLayer('Subline', 'One sentence that backs the claim.', 120, { maxLines: 3 }),
      },
      soundCues: [{ atSeconds: 0, effect: 'whoosh' }],
      posterAtSeconds: 2.4,
    },
    ({ widthPx, heightPx, exitFrame }) => {
      const wide = aspectRatio === '16:9';
      const marginX = wide ? 150 : 110;
      const width = widthPx - 2 * marginX;
      const display = wide
        ? { ...typeScale.display, size: 164, minSize: 98 }
        : { ...typeScale.display, size: 138, minSize: 83, maxLines: 3 };
      return [
        // Optical centring: the box ends higher than it begins.
        textStack({ x: marginX, y: 96, width, height: heightPx - 2 * 96 - 20 }, 'center', 'center', [
          {
            block: { ...typeScale.eyebrow, name: 'eyebrow', layer: 'eyebrow', width, align: 'center', color: 'ink' },
            motion: { kind: 'fade', enterFrame: 4, enterFrames: 18, stagger: 0, exitFrame },
            gapBefore: 0,
          },
          {
            block: { ...display, name: 'headline', layer: 'headline', width, align: 'center', color: 'text' },
            motion: { kind: 'rise', enterFrame: -5, enterFrames: 28, stagger: 4, exitFrame },
            gapBefore: 30,
          },
          {
            block: {
              ...typeScale.body,
              name: 'subline',
              layer: 'subline',
              width: Math.min(width, 1240),
              align: 'center',
              color: 'muted',
            },
            motion: { kind: 'fade', enterFrame: 18, enterFrames: 22, stagger: 3, exitFrame },
            gapBefore: 40,
          },
        ]),
      ];
    },
  );

export const bigClaim = bigClaimFor('16:9', 'big-claim', 'Big claim');
export const bigClaimTall = bigClaimFor('16:12', 'big-claim-16x12', 'Big claim 16:12');
