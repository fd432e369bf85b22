import { type DocumentBox, drawnParent, styleOf } from './element-tree.ts';
import type { PageElement } from './page-dom.ts';

/** Red, green, blue 0…255 and opacity 0…1. */
export type Rgba = readonly [number, number, number, number];

/** What sets an element off from what it stands on. */
export interface ElementLook {
  readonly ground: Rgba;
  readonly around: Rgba;
  readonly isBordered: boolean;
  readonly isShadowed: boolean;
  readonly isRounded: boolean;
  readonly hasPicture: boolean;
}

/** `rgb(…)`, `rgba(…)` and `color(srgb …)` as computed styles write them; anything else counts as transparent. */
export const rgbaOf = (css: string): Rgba => {
  const numbers = (css.match(/-?[\d.]+(?:e-?\d+)?%?/g) ?? []).map((part) =>
    part.endsWith('%') ? Number.parseFloat(part) / 100 : Number.parseFloat(part),
  );
  const isUnit = css.startsWith('color(srgb');
  if (!css.startsWith('rgb') && !isUnit) return [0, 0, 0, 0];
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
  const top = isUnit ? 255 : 1;
  return [red * top, green * top, blue * top, alpha];
};

const over = (front: Rgba, back: Rgba): Rgba => {
  const [, , , alpha] = front;
  const mix = (index: 0 | 1 | 2): number => front[index] * alpha + back[index] * (1 - alpha);
  return [mix(0), mix(1), mix(2), 1];
};

/** The colour that shows through at an element: its own ground over those of its parents, on white paper. */
export const groundOf = (element: PageElement | null): Rgba => {
  const layers: Rgba[] = [];
  for (let at = element; at !== null && layers.length < 60; at = drawnParent(at)) {
    const ground = rgbaOf(styleOf(at)['backgroundColor'] ?? '');
    layers.push(ground);
    if (ground[3] === 1) break;
  }
  return layers.reduceRight<Rgba>((back, front) => over(front, back), [255, 255, 255, 1]);
};

export const lookOf = (element: PageElement): ElementLook => {
  const style = styleOf(element);
  const widths = [
    style['borderTopWidth'],
    style['borderRightWidth'],
    style['borderBottomWidth'],
    style['borderLeftWidth'],
  ];
  return {
    ground: groundOf(element),
    around: groundOf(drawnParent(element)),
    isBordered: widths.filter((width) => Number.parseFloat(width ?? '0') > 0).length >= 3,
    isShadowed: (style['boxShadow'] ?? 'none') !== 'none',
    isRounded: Number.parseFloat(style['borderTopLeftRadius'] ?? '0') >= 3,
    hasPicture: (style['backgroundImage'] ?? 'none') !== 'none',
  };
};

const farthestSpillPx = 96;

/** How far shadows and outlines reach beyond the box, in CSS pixels: offset, blur and spread of each. */
export const spillOf = (element: PageElement): number => {
  const style = styleOf(element);
  let reach = 0;
  const shadows = [style['boxShadow'] ?? 'none', style['filter'] ?? 'none'];
  for (const shadow of shadows.filter((text) => text.includes('px') && !text.includes('inset'))) {
    for (const part of shadow.split(/,(?![^(]*\))/)) {
      const lengths = (part.match(/-?[\d.]+px/g) ?? []).map((text) => Number.parseFloat(text));
      const [x = 0, y = 0, blur = 0, spread = 0] = lengths;
      reach = Math.max(reach, Math.max(Math.abs(x), Math.abs(y)) + blur + Math.max(0, spread));
    }
  }
  if ((style['outlineStyle'] ?? 'none') !== 'none')
    reach = Math.max(
      reach,
      Number.parseFloat(style['outlineWidth'] ?? '0') + Math.max(0, Number.parseFloat(style['outlineOffset'] ?? '0')),
    );
  return Math.min(farthestSpillPx, Math.ceil(reach));
};

/** Whether an element is a box that the eye sees as one: it has a ground, an edge or a shadow of its own. */
export const isPanel = ({ ground, around, isBordered, isShadowed, hasPicture }: ElementLook): boolean => {
  const step = Math.max(...([0, 1, 2] as const).map((index) => Math.abs(ground[index] - around[index])));
  return isBordered || isShadowed || hasPicture || step >= 4;
};

export const areaOf = ({ width, height }: DocumentBox): number => width * height;
