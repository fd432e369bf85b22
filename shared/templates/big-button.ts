import type { AspectRatio } from '../contracts/render-format.ts';
import { button, pointer } from './motion-kit/button.ts';
import { defineTemplate } from './motion-kit/define-template.ts';
import { booleanLayer, textLayer } from './motion-kit/manifest-layers.ts';
import { stageName } from './motion-kit/stage.ts';
import { textStack } from './motion-kit/text-stack.ts';
import { typeScale } from './motion-kit/type-scale.ts';
import type { Template } from './template.ts';

const pressFrame = 66;
const buttonHeight = 136;

/** A last sentence and one large button that is pressed. */
const bigButtonFor = (aspectRatio: AspectRatio, slug: string, name: string): Template =>
  defineTemplate(
    {
      slug,
      version: 1,
      createdAt: '2026-11-20',
      updatedAt: '2026-11-20',
      name,
      description:
        'A short call in large type over one button, which a pointer presses. Ends the film with one thing to do.',
      category: 'Call to action',
      tags: ['button', 'cta', 'click', 'ending'],
      aspectRatio,
      durationSeconds: 4.5,
      storyboard: { bestUsedAs: 'The one thing to do next', fitsBeats: ['cta'] },
      layers: {
        headline: textLayer('Headline', 'The call: up to seven words.', 48, { required: true, maxLines: 2 }),
        button: textLayer('Button', 'What the button says. Left out where blank.', 26),
        address: textLayer('Address', 'Where to go, below the button.', 44),
        showPointer: booleanLayer('Pointer', 'A pointer comes and presses the button.', true),
      },
      soundCues: [
        { atSeconds: 0, effect: 'whoosh' },
        { atSeconds: pressFrame / 30, effect: 'pop' },
      ],
      posterAtSeconds: 1.9,
    },
    ({ widthPx, heightPx, exitFrame }) => {
      const wide = aspectRatio === '16:9';
      const marginX = wide ? 150 : 110;
      const width = widthPx - 2 * marginX;
      const motion = { enterFrame: 14, pressFrame, exitFrame };
      const display = wide
        ? { ...typeScale.display, size: 138, minSize: 83 }
        : { ...typeScale.display, size: 120, minSize: 72 };
      const press = pointer('pointer', 'pointer', 'label', stageName, 'button', motion);
      return [
        { ...press, toggles: [{ name: 'pointer', layer: 'showPointer', equals: true }] },
        textStack(
          { x: marginX, y: 90, width, height: heightPx - 2 * 90 - 10 },
          'center',
          'center',
          [
            {
              block: { ...display, name: 'headline', layer: 'headline', width, align: 'center', color: 'text' },
              motion: { kind: 'rise', enterFrame: -5, enterFrames: 26, stagger: 4, exitFrame },
              gapBefore: 0,
            },
            {
              block: {
                ...typeScale.subtitle,
                size: 52,
                minSize: 36,
                maxLines: 1,
                // The line height is the button's, so that the button has its room in the stack.
                lineHeight: buttonHeight / 52,
                name: 'label',
                layer: 'button',
                width: Math.min(width, 900),
                align: 'center',
                color: 'onPrimary',
              },
              motion: { kind: 'fade', enterFrame: 18, enterFrames: 18, stagger: 0, exitFrame },
              gapBefore: 64,
              parent: 'button.press',
            },
            {
              block: {
                ...typeScale.body,
                size: 38,
                minSize: 30,
                maxLines: 1,
                name: 'address',
                layer: 'address',
                width,
                align: 'center',
                color: 'muted',
              },
              motion: { kind: 'fade', enterFrame: 26, enterFrames: 18, stagger: 0, exitFrame },
              gapBefore: 34,
            },
          ],
          { plates: [{ name: 'button', block: 'label', paddingX: 76, height: buttonHeight, minWidth: 360 }] },
        ),
        button('button', 'label', stageName, buttonHeight, motion),
      ];
    },
  );

export const bigButton = bigButtonFor('16:9', 'big-button', 'Big button');
export const bigButtonTall = bigButtonFor('16:12', 'big-button-16x12', 'Big button 16:12');
