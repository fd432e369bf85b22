import { expect, it } from 'vitest';
import type { FoundComponent } from './in-page/component-probe.ts';
import { focusMatch, rankCandidates } from './rank-candidates.ts';

const page = { width: 1440, height: 3_000, scrollX: 0, scrollY: 0, screenWidth: 1440, screenHeight: 900 };
const look = {
  ground: [255, 255, 255, 1],
  around: [240, 240, 240, 1],
  isBordered: false,
  isShadowed: true,
  isRounded: true,
  hasPicture: false,
} as const;

let ref = 0;
const found = (part: Partial<FoundComponent>): FoundComponent => ({
  ref: (ref += 1),
  role: 'card',
  label: 'A card',
  text: 'A card with some words',
  selector: `#part-${ref}`,
  box: { x: 100, y: 100, width: 400, height: 300 },
  shownShare: 1,
  look,
  spillPx: 0,
  fontSizePx: 16,
  withinRef: null,
  names: '',
  requestedBy: null,
  ...part,
});
const at = (x: number, y: number, width = 400, height = 300) => ({ box: { x, y, width, height } });
const labels = (components: FoundComponent[], focus: string[] = []): string[] =>
  rankCandidates({ page, components }, { focus }).map((ranked) => ranked.found.label);

it('S70: ranks by meaning: a chart before a card before a menu', () => {
  const parts = [
    found({ role: 'navigation', label: 'menu', ...at(0, 0, 1_440, 80) }),
    found({ role: 'card', label: 'card', ...at(100, 500) }),
    found({ role: 'chart', label: 'chart', ...at(600, 500) }),
  ];
  expect(labels(parts)).toEqual(['chart', 'card', 'menu']);
});

it('S70: puts parts that selectors name first, in the order of the selectors', () => {
  const parts = [
    found({ role: 'chart', label: 'chart', ...at(100, 100) }),
    found({ role: 'button', label: 'second', requestedBy: 1, ...at(100, 800, 90, 30) }),
    found({ role: 'button', label: 'first', requestedBy: 0, ...at(100, 900, 90, 30) }),
  ];
  expect(labels(parts)).toEqual(['first', 'second', 'chart']);
});

it('S70: puts what focus words name before what is better by itself', () => {
  const parts = [
    found({ role: 'chart', label: 'Revenue over time', text: 'Revenue over time', ...at(100, 100) }),
    found({ role: 'table', label: 'Accounts to watch', text: 'Account Plan Health', ...at(100, 500) }),
  ];
  expect(labels(parts, ['account table'])[0]).toBe('Accounts to watch');
  expect(labels(parts, ['REVENUE chart'])[0]).toBe('Revenue over time');
});

it.each([
  ['charts', { role: 'chart' as const, label: '', names: 'revenue-graph' }],
  ['Témoignages', { label: 'Temoignages' }],
  ['pricing plans', { label: 'Prices and plan' }],
  ['مواعيد', { label: 'مواعيد اليوم' }],
  ['売上', { label: '売上の推移' }],
])('S70: "%s" names a part in other words', (words, part) => {
  expect(focusMatch(words, found({ text: '', ...part }))).toBeGreaterThanOrEqual(0.5);
});

it('S70: a word somewhere in a long text names nothing', () => {
  const long = found({ role: 'section', label: 'Terms', text: `${'lorem ipsum '.repeat(90)} revenue` });
  expect(focusMatch('revenue', long)).toBeLessThan(0.5);
});

it('S70: keeps the better of two parts that are nearly the same', () => {
  const parts = [
    found({ role: 'chart', label: 'panel', ...at(100, 100, 400, 300) }),
    found({ role: 'chart', label: 'its drawing', ...at(110, 140, 380, 250) }),
    found({ role: 'heading', label: 'its title', ...at(110, 105, 120, 24) }),
  ];
  expect(labels(parts)).toEqual(['panel', 'its title']);
});

it('S70: offers at most twelve, and not twelve of a kind', () => {
  const cards = Array.from({ length: 30 }, (_, index) =>
    found({ label: `card ${index}`, ...at((index % 4) * 350, Math.floor(index / 4) * 350, 320, 320) }),
  );
  const offered = labels([...cards, found({ role: 'form', label: 'form', ...at(100, 2_700, 500, 200) })]);
  expect(offered.length).toBeLessThanOrEqual(12);
  expect(offered.filter((label) => label.startsWith('card'))).toHaveLength(6);
  expect(offered).toContain('form');
});

it('N16: gives a part the same id in every capture, and different parts different ones', () => {
  const parts = () => [found({ ref: 7, selector: '#a' }), found({ ref: 9, selector: '#b', ...at(700, 100) })];
  const ids = () => rankCandidates({ page, components: parts() }, { focus: [] }).map(({ id }) => id);
  expect(ids()).toEqual(ids());
  expect(new Set(ids()).size).toBe(2);
  for (const id of ids()) expect(id).toMatch(/^cmp_[a-z0-9]{1,32}$/);
});

it('S70: leaves out what is cut off, and what lies beside the page', () => {
  expect(labels([found({ shownShare: 0.3 }), found({ ...at(1_300, 100, 400, 300) })])).toEqual([]);
});
