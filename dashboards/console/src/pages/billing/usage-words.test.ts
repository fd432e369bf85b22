import type { Usage } from '@reelyard/shared/sdk/operations.gen.ts';
import { expect, test } from 'vitest';
import { dayChart, limitWords, sandboxWords, sharesOf } from './usage-words.ts';

const useOf = (over: Partial<Usage['features'][number]>): Usage['features'][number] => ({
  feature: 'scene_render',
  used: 10,
  limit: 30,
  topUp: 0,
  remaining: 20,
  resetsAt: '2026-12-01T00:00:00.000Z',
  ...over,
});

test('N40: a limit tells what is used, what is left and when it starts over', () => {
  expect(limitWords(useOf({}), 'UTC')).toEqual({
    key: 'scene_render',
    name: 'Scene renders',
    used: '10 of 30 renders',
    detail: '20 left, starts over on 1 December 2026',
    share: 10 / 30,
    tone: 'plain',
  });
});

test('S96: a top-up raises the limit of its feature and is named', () => {
  const words = limitWords(useOf({ used: 60, topUp: 100, remaining: 70 }), 'UTC');
  expect(words).toMatchObject({ used: '60 of 130 renders', share: 60 / 130 });
  expect(words.detail).toContain('100 of them from top-ups');
});

test.each([
  [{ used: 23, limit: 30 }, 'plain'],
  [{ used: 24, limit: 30 }, 'near'],
  [{ used: 30, limit: 30 }, 'full'],
  [{ used: 45, limit: 30 }, 'full'],
  [{ used: 0, limit: 0 }, 'full'],
  [{ used: 9_999, limit: null, remaining: null }, 'plain'],
] as const)('N40: a bar of %j is %s', (over, tone) => {
  const { tone: shown, share } = limitWords(useOf(over), 'UTC');
  expect(shown).toBe(tone);
  expect(share === null || share <= 1).toBe(true);
});

test('N40: what has no limit shows its use and no bar', () => {
  expect(limitWords(useOf({ limit: null, remaining: null, used: 1 }), 'UTC')).toMatchObject({
    used: '1 render',
    detail: 'No limit',
    share: null,
  });
});

test('S120: the sandbox tells what is left of the day', () => {
  const resetsAt = '2026-11-22T00:00:00.000Z';
  const sandbox = { sceneRenders: { used: 20, limit: 20, resetsAt }, exports: { used: 1, limit: 5, resetsAt } };
  expect(sandboxWords({ sandbox })).toMatchObject([
    { used: '20 of 20 renders', tone: 'full', detail: '0 left, starts over at 00:00 UTC' },
    { used: '1 of 5 exports', tone: 'plain' },
  ]);
});

const month = { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' };
const spentOn = (byDay: Usage['credits']['byDay']) => ({
  period: month,
  credits: { spent: 0, refunded: 0, byAction: {}, byKey: [], byDay },
});

test('N40: the chart has every day of the month, those without a movement too', () => {
  const { bars, top } = dayChart(spentOn([{ date: '2026-11-21', spent: 12 }]));
  expect(bars).toHaveLength(30);
  expect(bars[0]).toEqual({ date: '2026-11-01', spent: 0, share: 0, label: '1 Nov: 0 credits' });
  expect(bars[20]).toEqual({ date: '2026-11-21', spent: 12, share: 12 / 20, label: '21 Nov: 12 credits' });
  expect(top).toBe(20);
});

test.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [10, 10],
  [11, 20],
  [5_001, 10_000],
])('a highest day of %i credits has a scale up to %i', (spent, top) => {
  expect(dayChart(spentOn([{ date: '2026-11-02', spent }])).top).toBe(top);
});

test('N40: shares stand in their order and come to the whole, nothing to nothing', () => {
  const shares = sharesOf([
    { key: 'a', name: 'A', spent: 1 },
    { key: 'b', name: 'B', spent: 3 },
  ]);
  expect(shares.map(({ key, spent, share }) => [key, spent, share])).toEqual([
    ['b', '3 credits', 0.75],
    ['a', '1 credit', 0.25],
  ]);
  expect(sharesOf([{ key: 'a', name: 'A', spent: 0 }])[0]?.share).toBe(0);
});
