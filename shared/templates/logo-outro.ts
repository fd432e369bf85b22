import type { AspectRatio } from '../contracts/render-format.ts';
import { defineTemplate } from './motion-kit/define-template.ts';
import { clipLayer, imageLayer, nullLayer } from './motion-kit/layer.ts';
import { imageLayerMeta, textLayer } from './motion-kit/manifest-layers.ts';
import { moving, still } from './motion-kit/property.ts';
import { stageName } from './motion-kit/stage.ts';
import { textStack } from './motion-kit/text-stack.ts';
import { typeScale } from './motion-kit/type-scale.ts';
import type { Template } from './template.ts';

const logoWidth = 820;
const logoHeight = 220;

/** The logo rising out of its own mask: the same motion as the words of every other scene. */
const risingLogo = {
  layers: [
    clipLayer(
      { name: 'logo', parent: stageName, needs: 'logo', position: still([0, 0], 'logo.place') },
      'logo.clip',
      logoWidth,
      logoHeight,
    ),
  ],
  assets: [
    { id: 'logo', image: true as const },
    {
      id: 'logo.clip',
      layers: [
        imageLayer({ name: 'logo.picture', parent: 'logo.rise', needs: 'logo' }, 'logo'),
        nullLayer({
          name: 'logo.rise',
          position: moving({ frame: -7, value: [0, logoHeight], easing: 'enter' }, { frame: 21, value: [0, 0] }),
        }),
      ],
    },
  ],
  images: [
    {
      name: 'logo',
      layer: 'logo',
      width: logoWidth,
      height: logoHeight,
      fit: 'contain' as const,
      radius: 0,
      gravity: 'center' as const,
      ground: 'base' as const,
    },
  ],
};

/** The end card: logo, one line, address. It holds to the last frame, because a film ends on it. */
const logoOutroFor = (aspectRatio: AspectRatio, slug: string, name: string): Template =>
  defineTemplate(
    {
      slug,
      version: 1,
      createdAt: '2026-11-20',
      updatedAt: '2026-11-20',
      name,
      description: 'The logo, one line and the address on a calm ground. The end card; it stays to the last frame.',
      category: 'Call to action',
      tags: ['logo', 'outro', 'end card', 'brand'],
      aspectRatio,
      durationSeconds: 4,
      storyboard: { bestUsedAs: 'The end card', fitsBeats: ['cta', 'transition'] },
      layers: {
        logo: imageLayerMeta('logo', 'Logo', 'The logo, at best a transparent PNG or an SVG. Filled from the brand.', {
          brandRole: 'logo',
        }),
        tagline: textLayer('Tagline', 'One line below the logo.', 60, { required: true, maxLines: 2 }),
        address: textLayer('Address', 'Where to go, such as example.com.', 44),
      },
      soundCues: [{ atSeconds: 0, effect: 'whoosh' }],
      posterAtSeconds: 2.6,
    },
    ({ widthPx, heightPx, frameCount }) => {
      const marginX = aspectRatio === '16:9' ? 150 : 110;
      const width = widthPx - 2 * marginX;
      const held = frameCount + 60;
      return [
        risingLogo,
        textStack({ x: marginX, y: 96, width, height: heightPx - 2 * 96 - 10 }, 'center', 'center', [
          { kind: 'part', name: 'logo', width: logoWidth, height: logoHeight, gapBefore: 0 },
          {
            block: {
              ...typeScale.title,
              size: 76,
              minSize: 46,
              name: 'tagline',
              layer: 'tagline',
              width: Math.min(width, 1300),
              align: 'center',
              color: 'text',
            },
            motion: { kind: 'rise', enterFrame: 10, enterFrames: 24, stagger: 4, exitFrame: held },
            gapBefore: 52,
          },
          {
            block: {
              ...typeScale.body,
              maxLines: 1,
              name: 'address',
              layer: 'address',
              width,
              align: 'center',
              color: 'ink',
            },
            motion: { kind: 'fade', enterFrame: 22, enterFrames: 20, stagger: 0, exitFrame: held },
            gapBefore: 30,
          },
        ]),
      ];
    },
  );

export const logoOutro = logoOutroFor('16:9', 'logo-outro', 'Logo outro');
export const logoOutroTall = logoOutroFor('16:12', 'logo-outro-16x12', 'Logo outro 16:12');
