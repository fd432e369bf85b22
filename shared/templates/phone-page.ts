import { type AspectRatio, compositionSize } from '../contracts/render-format.ts';
import { capturedPage, capturedPictures } from './motion-kit/captured-page.ts';
import { softShadow } from './motion-kit/card.ts';
import type { Part } from './motion-kit/compose.ts';
import { defineTemplate } from './motion-kit/define-template.ts';
import { nullLayer, roundedClipLayer, shapeLayer } from './motion-kit/layer.ts';
import { captureLayer, longTextLayer, textLayer } from './motion-kit/manifest-layers.ts';
import { moving, still } from './motion-kit/property.ts';
import { fill, group, rectangle, stroke } from './motion-kit/shape.ts';
import { stageName } from './motion-kit/stage.ts';
import { textStack } from './motion-kit/text-stack.ts';
import { typeScale } from './motion-kit/type-scale.ts';
import type { CaptureBinding, Template } from './template.ts';

const enterFrame = -4;
const arrived = enterFrame + 30;
const screen = { width: 424, height: 884, radius: 54 } as const;
const bezel = 16;
/** What the phone itself keeps of its screen: the page begins below the status line. */
const statusHeight = 44;
const body = { width: screen.width + 2 * bezel, height: screen.height + 2 * bezel, radius: screen.radius + bezel };

const phone = (page: CaptureBinding, exitFrame: number, at: readonly [number, number]): Part => ({
  layers: [
    shapeLayer({ name: 'phone.island', parent: 'phone', position: still([body.width / 2, bezel + 22]) }, [
      group([rectangle(still([118, 30]), 15), fill('shadow')]),
    ]),
    roundedClipLayer({ name: 'phone.screen', parent: 'phone', position: still([bezel, bezel]) }, 'phone.clip', {
      ...screen,
      flatTop: false,
    }),
    shapeLayer({ name: 'phone.body', parent: 'phone', position: still([body.width / 2, body.height / 2]) }, [
      group([rectangle(still([body.width - 3, body.height - 3]), body.radius - 1), stroke('line', 3)]),
      group([rectangle(still([body.width, body.height]), body.radius), fill('shadow')]),
      softShadow(body.width, body.height, body.radius, 1.3),
    ]),
    nullLayer({
      name: 'phone',
      parent: 'phone.move',
      anchor: still([body.width / 2, body.height / 2]),
      position: still([body.width / 2, body.height / 2]),
      rotation: moving({ frame: enterFrame, value: 5, easing: 'enter' }, { frame: arrived + 6, value: 0 }),
      scale: moving({ frame: enterFrame, value: [92, 92], easing: 'enter' }, { frame: arrived, value: [100, 100] }),
    }),
    nullLayer({
      name: 'phone.move',
      parent: stageName,
      position: moving(
        { frame: enterFrame, value: [at[0], at[1] + 520], easing: 'enter' },
        { frame: arrived, value: [at[0], at[1]] },
        { frame: exitFrame - 2, value: [at[0], at[1]], easing: 'exit' },
        { frame: exitFrame + 10, value: [at[0], at[1] + 1080] },
      ),
    }),
  ],
  assets: [
    {
      id: 'phone.clip',
      layers: [
        // The page scrolls below the status line, as on the device.
        shapeLayer({ name: 'phone.status', position: still([screen.width / 2, statusHeight / 2]) }, [
          group([rectangle(still([screen.width, statusHeight]), 0), fill('light')]),
        ]),
        ...capturedPage(page).map((layer) =>
          layer.name === 'page.camera' ? { ...layer, parent: 'page.below' } : layer,
        ),
        nullLayer({ name: 'page.below', position: still([0, statusHeight]) }),
      ],
    },
    ...capturedPictures(page),
  ],
  captures: [page],
});

/** A page as a phone shows it, scrolling under a thumb that nobody sees. */
const phonePageFor = (aspectRatio: AspectRatio, slug: string, name: string): Template => {
  const wide = aspectRatio === '16:9';
  const { widthPx, heightPx } = compositionSize(aspectRatio);
  const marginX = wide ? 150 : 110;
  const phoneX = widthPx - (wide ? 300 : 130) - body.width;
  const textWidth = phoneX - marginX - (wide ? 140 : 90);
  return defineTemplate(
    {
      slug,
      version: 1,
      createdAt: '2026-11-21',
      updatedAt: '2026-11-21',
      name,
      description: 'Your page as a phone shows it: it scrolls on a floating device beside a headline.',
      category: 'Solution',
      tags: ['capture', 'phone', 'mobile', 'device'],
      aspectRatio,
      durationSeconds: 6,
      storyboard: { bestUsedAs: 'The product on a phone', fitsBeats: ['solution', 'proof'] },
      layers: {
        eyebrow: textLayer('Eyebrow', 'A few words above the headline.', 32),
        headline: textLayer('Headline', 'What it does for people on the move.', 44, { required: true, maxLines: 3 }),
        subline: longTextLayer('Subline', 'One sentence below the headline.', 90, { maxLines: 3 }),
        page: captureLayer('Page', 'A page captured at the width of a phone.'),
      },
      captureSlots: [
        {
          key: 'page',
          label: 'Page on the phone',
          kind: 'page',
          minComponents: 0,
          maxComponents: 0,
          widthPx: 390,
          heightPx: 773,
          wholePageBackground: true,
          scrolls: true,
        },
      ],
      soundCues: [{ atSeconds: 0.1, effect: 'whoosh' }],
      posterAtSeconds: 2.6,
    },
    ({ exitFrame }) => {
      const page: CaptureBinding = {
        name: 'page',
        layer: 'page',
        width: screen.width,
        height: screen.height - statusHeight,
        camera: { kind: 'scroll', startFrame: arrived + 14, endFrame: exitFrame - 14, maxTravel: 2 * screen.height },
        lift: null,
        partCount: 0,
        address: null,
      };
      return [
        textStack({ x: marginX, y: 96, width: textWidth, height: heightPx - 192 }, 'center', 'left', [
          {
            block: {
              ...typeScale.eyebrow,
              name: 'eyebrow',
              layer: 'eyebrow',
              width: textWidth,
              align: 'left',
              color: 'primary',
            },
            motion: { kind: 'fade', enterFrame: 4, enterFrames: 18, stagger: 0, exitFrame },
            gapBefore: 0,
          },
          {
            block: {
              ...typeScale.headline,
              size: wide ? 112 : 88,
              minSize: 56,
              maxLines: 3,
              name: 'headline',
              layer: 'headline',
              width: textWidth,
              align: 'left',
              color: 'text',
            },
            motion: { kind: 'rise', enterFrame: 0, enterFrames: 26, stagger: 4, exitFrame: exitFrame - 4 },
            gapBefore: 22,
          },
          {
            block: {
              ...typeScale.body,
              maxLines: 3,
              name: 'subline',
              layer: 'subline',
              width: textWidth,
              align: 'left',
              color: 'muted',
            },
            motion: { kind: 'fade', enterFrame: 12, enterFrames: 20, stagger: 2, exitFrame },
            gapBefore: 30,
          },
        ]),
        phone(page, exitFrame, [phoneX, (heightPx - body.height) / 2]),
      ];
    },
  );
};

export const phonePage = phonePageFor('16:9', 'phone-page', 'Phone page');
export const phonePageTall = phonePageFor('16:12', 'phone-page-16x12', 'Phone page 16:12');
