import type { ComponentRole } from '@reelyard/shared/contracts/capture.ts';
import { expect, it } from 'vitest';
import type { RankedComponent } from './rank-candidates.ts';
import { selectComponents } from './select-components.ts';

const part = (
  id: string,
  role: ComponentRole,
  [x, y, width, height]: readonly [number, number, number, number],
  more: { requestedBy?: number; focus?: RankedComponent['focus'] } = {},
): RankedComponent => ({
  id,
  score: 0.5,
  focus: more.focus ?? null,
  found: {
    ref: 1,
    role,
    label: id,
    text: id,
    selector: `#${id}`,
    box: { x, y, width, height },
    shownShare: 1,
    spillPx: 0,
    fontSizePx: 16,
    withinRef: null,
    names: '',
    look: {
      ground: [0, 0, 0, 1],
      around: [0, 0, 0, 1],
      isBordered: false,
      isShadowed: false,
      isRounded: false,
      hasPicture: false,
    },
    requestedBy: more.requestedBy ?? null,
  },
});
const slot = { kind: 'components', minComponents: 1, maxComponents: 4, widthPx: 1440, heightPx: 900 } as const;
const chosen = (ranked: RankedComponent[], wishes: Partial<Parameters<typeof selectComponents>[1]> = {}): string[] =>
  selectComponents(ranked, { focus: [], slot, autoSelect: true, ...wishes }).map(({ id }) => id);

it('S70: selects nothing with autoSelect false, nor for a slot that takes no parts', () => {
  const ranked = [part('a', 'chart', [0, 0, 100, 100])];
  expect(chosen(ranked, { autoSelect: false })).toEqual([]);
  expect(chosen(ranked, { slot: { ...slot, minComponents: 0, maxComponents: 0 } })).toEqual([]);
});

it('S70: selects what selectors name, however little it tells, and no more than the slot takes', () => {
  const ranked = [0, 1, 2].map((index) =>
    part(`r${index}`, 'button', [index * 200, 0, 100, 40], { requestedBy: index }),
  );
  expect(chosen([...ranked, part('chart', 'chart', [0, 300, 400, 300])])).toEqual(['r0', 'r1', 'r2']);
  expect(chosen(ranked, { slot: { ...slot, maxComponents: 2 } })).toEqual(['r0', 'r1']);
});

it('S70: selects the best part for each focus phrase and leaves the rest', () => {
  const ranked = [
    part('weak', 'card', [0, 0, 100, 100], { focus: { index: 0, match: 0.6 } }),
    part('best', 'card', [200, 0, 100, 100], { focus: { index: 0, match: 0.9 } }),
    part('other', 'table', [400, 0, 100, 100], { focus: { index: 1, match: 0.8 } }),
    part('none', 'chart', [600, 0, 100, 100]),
  ];
  expect(chosen(ranked, { focus: ['a', 'b'] })).toEqual(['best', 'other']);
});

it('S70: takes the next best for a phrase whose best lies in a part that is already selected', () => {
  const ranked = [
    part('figures', 'section', [0, 0, 1_000, 120], { focus: { index: 0, match: 1 } }),
    part('figure', 'card', [10, 10, 200, 100], { focus: { index: 1, match: 0.95 } }),
    part('chart', 'chart', [0, 200, 600, 400], { focus: { index: 1, match: 0.9 } }),
  ];
  expect(chosen(ranked, { focus: ['key figures', 'revenue'] })).toEqual(['figures', 'chart']);
});

it('S70: never selects parts that overlap: each is lifted by itself', () => {
  const ranked = [
    part('hero', 'hero', [0, 0, 800, 400]),
    part('title', 'heading', [50, 50, 300, 60]),
    part('card', 'card', [0, 450, 300, 200]),
  ];
  expect(chosen(ranked)).toEqual(['hero', 'card']);
});

it('S70: without wishes selects parts that can be seen together', () => {
  const ranked = [
    part('a', 'chart', [0, 0, 600, 400]),
    part('far', 'table', [0, 2_000, 600, 400]),
    part('near', 'form', [700, 0, 600, 350]),
  ];
  expect(chosen(ranked)).toEqual(['a', 'near']);
});

it('S70: takes the whole of a row that fits', () => {
  const row = [0, 1, 2, 3].map((index) => part(`c${index}`, 'card', [index * 340, 100, 310, 400]));
  expect(chosen(row)).toEqual(['c0', 'c1', 'c2', 'c3']);
});

it('S70: fills up to what the slot needs, far parts and buttons too', () => {
  const ranked = [part('a', 'chart', [0, 0, 600, 400]), part('far', 'button', [0, 5_000, 90, 40])];
  expect(chosen(ranked, { slot: { ...slot, minComponents: 2 } })).toEqual(['a', 'far']);
});
