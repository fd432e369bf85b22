import type { AspectRatio } from '../contracts/render-format.ts';
import { defineTemplate, type Frame } from './motion-kit/define-template.ts';
import { nullLayer, shapeLayer } from './motion-kit/layer.ts';
import { booleanLayer, imageLayerMeta, longTextLayer, textLayer } from './motion-kit/manifest-layers.ts';
import { placedPicture } from './motion-kit/media.ts';
import { moving, still } from './motion-kit/property.ts';
import { fill, group, polyline } from './motion-kit/shape.ts';
import { stageName } from './motion-kit/stage.ts';
import { exitFrames, textStack } from './motion-kit/text-stack.ts';
import { typeScale } from './motion-kit/type-scale.ts';
import type { Template } from './template.ts';

const starCount = 5;
const starSize = 44;
const starGap = 14;
const starsWidth = starCount * starSize + (starCount - 1) * starGap;
const portrait = 132;

const starPoints = Array.from({ length: 10 }, (_, index): [number, number] => {
  const radius = (index % 2 === 0 ? 0.5 : 0.215) * starSize;
  const angle = (index * Math.PI) / 5 - Math.PI / 2;
  return [Number((radius * Math.cos(angle)).toFixed(2)), Number((radius * Math.sin(angle)).toFixed(2))];
});

const stars = (exitFrame: number) => ({
  layers: [
    ...Array.from({ length: starCount }, (_, index) => {
      const enterFrame = 10 + index * 3;
      return shapeLayer(
        {
          name: `stars.${index + 1}`,
          parent: 'stars.root',
          needs: 'stars',
          position: still([starSize / 2 + index * (starSize + starGap), starSize / 2]),
          scale: moving(
            { frame: enterFrame, value: [0, 0], easing: 'pop' },
            { frame: enterFrame + 12, value: [100, 100] },
          ),
          opacity: moving(
            { frame: exitFrame, value: 100, easing: 'exit' },
            { frame: exitFrame + exitFrames, value: 0 },
          ),
        },
        [group([polyline(starPoints, true), fill('accent')])],
      );
    }),
    nullLayer({ name: 'stars.root', parent: stageName, position: still([0, 0], 'stars.place') }),
  ],
  toggles: [{ name: 'stars', layer: 'showStars', equals: true }],
});

const parts = ({ widthPx, heightPx, exitFrame }: Frame, wide: boolean) => {
  const marginX = wide ? 220 : 120;
  const width = widthPx - 2 * marginX;
  const quote = wide
    ? { ...typeScale.title, size: 82, minSize: 48, maxLines: 3, lineHeight: 1.16 }
    : { ...typeScale.title, size: 74, minSize: 44, maxLines: 4, lineHeight: 1.16 };
  return [
    placedPicture(
      {
        name: 'avatar',
        layer: 'avatar',
        width: portrait,
        height: portrait,
        fit: 'cover',
        radius: portrait / 2,
        gravity: 'center',
        ground: null,
      },
      { enterFrame: 20, enterFrames: 20, exitFrame, travel: 40 },
    ),
    stars(exitFrame),
    textStack({ x: marginX, y: 90, width, height: heightPx - 2 * 90 - 10 }, 'center', 'center', [
      { kind: 'part', name: 'stars', width: starsWidth, height: starSize, gapBefore: 0 },
      {
        block: { ...quote, name: 'quote', layer: 'quote', width, align: 'center', color: 'text' },
        motion: { kind: 'rise', enterFrame: -5, enterFrames: 26, stagger: 5, exitFrame },
        gapBefore: 48,
      },
      { kind: 'part', name: 'avatar', width: portrait, height: portrait, gapBefore: 60 },
      {
        block: { ...typeScale.label, size: 42, name: 'person', layer: 'person', width, align: 'center', color: 'text' },
        motion: { kind: 'fade', enterFrame: 26, enterFrames: 18, stagger: 0, exitFrame },
        gapBefore: 26,
      },
      {
        block: {
          ...typeScale.body,
          size: 34,
          minSize: 30,
          maxLines: 1,
          name: 'role',
          layer: 'role',
          width,
          align: 'center',
          color: 'muted',
        },
        motion: { kind: 'fade', enterFrame: 29, enterFrames: 18, stagger: 0, exitFrame },
        gapBefore: 4,
      },
    ]),
  ];
};

/** A customer's words, line by line, then who said them. */
const quoteAvatarFor = (aspectRatio: AspectRatio, slug: string, name: string): Template =>
  defineTemplate(
    {
      slug,
      version: 1,
      createdAt: '2026-11-20',
      updatedAt: '2026-11-20',
      name,
      description: 'A quote in large type, then the portrait, name and role of the person who said it.',
      category: 'Proof',
      tags: ['testimonial', 'quote', 'customer', 'portrait'],
      aspectRatio,
      durationSeconds: 6,
      storyboard: { bestUsedAs: 'A customer speaks', fitsBeats: ['proof'] },
      layers: {
        quote: longTextLayer('Quote', 'One or two sentences, with the quotation marks that you like.', 150, {
          required: true,
          maxLines: 5,
        }),
        person: textLayer('Name', 'Who said it.', 36),
        role: textLayer('Role', 'Role and company.', 56),
        avatar: imageLayerMeta('avatar', 'Portrait', 'A face, at best square. Shown in a circle.', {
          validation: { minWidth: 128, minHeight: 128 },
        }),
        showStars: booleanLayer('Stars', 'Shows five stars above the quote.', false),
      },
      soundCues: [{ atSeconds: 0, effect: 'whoosh' }],
      posterAtSeconds: 3.4,
    },
    (frame) => parts(frame, aspectRatio === '16:9'),
  );

export const quoteAvatar = quoteAvatarFor('16:9', 'quote-avatar', 'Quote with portrait');
export const quoteAvatarTall = quoteAvatarFor('16:12', 'quote-avatar-16x12', 'Quote with portrait 16:12');
