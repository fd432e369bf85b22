import { type AspectRatio, compositionSize } from '../contracts/render-format.ts';
import type { TemplateManifest } from '../contracts/template.ts';
import { compose } from './motion-kit/compose.ts';
import { ground } from './motion-kit/ground.ts';
import {
  inOrder,
  longTextLayer,
  textLayer,
  themeBinding,
  themeLayers,
} from './motion-kit/manifest-layers.ts';
import { stage } from './motion-kit/stage.ts';
import { textStack } from './motion-kit/text-stack.ts';
import { typeScale } from './motion-kit/type-scale.ts';
import type { Template } from './template.ts';

const durationSeconds = 4.5;
const fps = 30;
const frameCount = durationSeconds * fps;
const exitFrame = frameCount - 13;

/** One statement, as large as the picture holds; lines rise out of their own masks. Composed anew for each ratio. */
const bigClaimFor = (aspectRatio: AspectRatio, slug: string, name: string): Template => {
  const size = compositionSize(aspectRatio);
  const wide = aspectRatio === '16:9';
  const marginX = wide ? 150 : 110;
  const width = size.widthPx - 2 * marginX;
  const headline = { ...typeScale.display, size: wide ? 158 : 136, minSize: wide ? 95 : 82, maxLines: wide ? 2 : 3 };
  const parts = [
    textStack({ x: marginX, y: 96, width, height: size.heightPx - 2 * 96 - 24 }, 'center', 'center', [
      {
        block: { ...typeScale.eyebrow, name: 'eyebrow', layer: 'eyebrow', width, align: 'center', color: 'ink' },
        motion: { kind: 'fade', enterFrame: 4, enterFrames: 18, stagger: 0, exitFrame },
        gapBefore: 56,
      },
      {
        block: { ...headline, name: 'headline', layer: 'headline', width, align: 'center', color: 'text' },
        motion: { kind: 'rise', enterFrame: -5, enterFrames: 26, stagger: 4, exitFrame },
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
        gapBefore: 44,
      },
    ]),
    stage(size, frameCount),
    ground(size, frameCount, [
      { role: 'glow', from: [0.22, 0.12], to: [0.3, 0.2], radius: 0.52 },
      { role: 'glowFar', from: [0.86, 0.98], to: [0.78, 0.9], radius: 0.5 },
    ]),
  ];
  const { scene, bindings } = compose(slug, { aspectRatio, durationSeconds, fps }, themeBinding, parts);
  const manifest: TemplateManifest = {
    slug,
    version: 1,
    name,
    description: 'One bold statement in display type on calm light. The opening of a film: say the one thing that matters.',
    category: 'Hook',
    tags: ['statement', 'headline', 'opening', 'typography'],
    aspectRatio,
    durationSeconds,
    fps,
    storyboard: { bestUsedAs: 'The opening claim of the video', fitsBeats: ['hook', 'transition'] },
    layers: inOrder({
      headline: textLayer('Headline', 'The claim: up to nine words on two lines.', 64, { required: true, maxLines: 3 }),
      eyebrow: textLayer('Eyebrow', 'A few small words above the headline, for example the product or the occasion.', 36),
      subline: longTextLayer('Subline', 'One sentence that backs the claim.', 120, { maxLines: 3 }),
      ...themeLayers,
    }),
    soundCues: [{ atSeconds: 0, effect: 'whoosh' }],
    posterAtSeconds: 2.4,
    fonts: [{ family: 'Inter Tight', weights: [500, 600, 700], licence: 'OFL-1.1' }],
  };
  return { manifest, scene: () => scene, bindings };
};

export const bigClaim = bigClaimFor('16:9', 'big-claim', 'Big claim');
export const bigClaimTall = bigClaimFor('16:12', 'big-claim-16x12', 'Big claim 16:12');
