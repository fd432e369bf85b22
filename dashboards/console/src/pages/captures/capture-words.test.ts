import { captureProblems } from '@reelyard/shared/contracts/capture.ts';
import { expect, test } from 'vitest';
import {
  addressOf,
  adviceFor,
  boxOver,
  candidateName,
  countText,
  focusOf,
  isSameSelection,
  largestFirst,
  selectionProblem,
  toggled,
} from './capture-words.ts';

test('S70: every problem of a page that a person meets here has advice', () => {
  // The page gives no selectors and no steps, so that these cannot come of it.
  const impossible = ['SELECTOR_INVALID', 'SELECTOR_NOT_FOUND', 'STEP_FAILED'];
  const without = captureProblems.filter((code) => adviceFor(code) === null);
  expect(without).toEqual(impossible);
  expect([adviceFor('toString'), adviceFor('')]).toEqual([null, null]);
});

test.each([
  [0, 0, 'Shows the page as a whole.'],
  [0, 3, 'Shows up to 3 parts of the page, or the page alone.'],
  [1, 3, 'Shows 1 to 3 parts of the page.'],
  [1, 1, 'Shows 1 part of the page.'],
  [2, 2, 'Shows 2 parts of the page.'],
])('a slot of %i to %i components says so', (minComponents, maxComponents, text) => {
  expect(countText({ minComponents, maxComponents })).toBe(text);
});

test('S71: a selection fits the slot, or says how many to choose or to take away', () => {
  const slot = { minComponents: 1, maxComponents: 2 };
  expect([0, 1, 2, 3].map((count) => selectionProblem(slot, count))).toEqual([
    'Choose 1 more.',
    null,
    null,
    'Take 1 away.',
  ]);
});

test('S71: a press adds at the end or takes away; where one fits, the new one takes its place', () => {
  expect(toggled(['a'], 'b', { maxComponents: 3 })).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'a', { maxComponents: 3 })).toEqual(['b']);
  expect(toggled(['a'], 'b', { maxComponents: 1 })).toEqual(['b']);
  expect(isSameSelection(['a', 'b'], ['b', 'a'])).toBe(false);
  expect(isSameSelection(['a', 'b'], ['a', 'b'])).toBe(true);
});

test('N16: a box lies over the picture by shares of its frame, cut off at its edges', () => {
  const frame = { width: 1_000, height: 500 };
  expect(boxOver({ x: 100, y: 50, width: 250, height: 100 }, frame)).toEqual({
    left: '10%',
    top: '10%',
    width: '25%',
    height: '20%',
  });
  expect(boxOver({ x: -100, y: 450, width: 300, height: 100 }, frame)).toEqual({
    left: '0%',
    top: '90%',
    width: '20%',
    height: '10%',
  });
});

const candidate = (id: string, side: number) => ({
  id,
  number: 1,
  role: 'card' as const,
  label: '',
  selector: id,
  box: { x: 0, y: 0, width: side, height: side },
  score: 1,
  text: '',
  imageUrl: '',
});

test('N16: small candidates lie over large ones', () => {
  expect(largestFirst([candidate('small', 1), candidate('large', 9)]).map(({ id }) => id)).toEqual(['large', 'small']);
});

test('N16: a candidate without words is called by what it is, and others by both', () => {
  expect(candidateName({ number: 2, role: 'card', label: '  ' })).toBe('2. card');
  expect(candidateName({ number: 3, role: 'card', label: '<b>Plans</b>' })).toBe('3. <b>Plans</b> (card)');
});

test('S70: focus words are parted by commas, ten at most', () => {
  expect(focusOf(' pricing , ,plans,')).toEqual(['pricing', 'plans']);
  expect(focusOf('a,'.repeat(30))).toHaveLength(10);
  expect(focusOf('🦦'.repeat(300))[0]).toHaveLength(400);
});

test.each([
  ['example.com/pricing', 'https://example.com/pricing'],
  ['  https://example.com ', 'https://example.com'],
  ['http://intranet.local', 'http://intranet.local'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['localhost:8080/x', 'https://localhost:8080/x'],
  ['', ''],
])('an address that is typed as %j is sent as %j', (text, address) => {
  expect(addressOf(text)).toBe(address);
});
