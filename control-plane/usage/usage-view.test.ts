import { expect, test } from 'vitest';
import { type Spending, usageSchema, usageView } from './usage-view.ts';

const [start, end] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-12-01T00:00:00Z')];
const spending = (day: string, action: string, keyId: string, spent: number, refunded = 0): Spending => ({
  day,
  action,
  keyId,
  keyName: `name of ${keyId}`,
  spent,
  refunded,
});
const viewOf = (spent: readonly Spending[], used = 0) =>
  usageView({
    period: { start, end },
    features: [
      { feature: 'scene_render', used, limit: 30, topUp: 10, resetsAt: end },
      { feature: 'export', used, limit: null, topUp: 0, resetsAt: end },
    ],
    spending: spent,
    sandbox: {
      sceneRenders: { used: 3, limit: 20, resetsAt: end },
      exports: { used: 1, limit: 5, resetsAt: end },
    },
  });

test('N40: credits are told by action, by key and by day, and each adds up to what was spent', () => {
  const view = viewOf([
    spending('2026-11-02', 'SCENE_RENDER', 'key_1', 3, 1),
    spending('2026-11-01', 'EXPORT_1080P', 'key_1', 2),
    spending('2026-11-02', 'SCENE_RENDER', 'key_2', 9),
    spending('2026-11-03', 'UI_CAPTURE', 'key_3', 0, 4),
  ]);
  expect(usageSchema.parse(view).credits).toEqual({
    spent: 14,
    refunded: 5,
    byAction: { SCENE_RENDER: 12, EXPORT_1080P: 2 },
    byKey: [
      { keyId: 'key_2', name: 'name of key_2', spent: 9 },
      { keyId: 'key_1', name: 'name of key_1', spent: 5 },
    ],
    byDay: [
      { date: '2026-11-01', spent: 2 },
      { date: '2026-11-02', spent: 12 },
    ],
  });
});

test.each([
  [0, 40],
  [35, 5],
  [99, 0],
])('N40, S97: of a limit of 30 and a top-up of 10, %i used leave %i', (used, remaining) => {
  expect(viewOf([], used).features.map((feature) => feature.remaining)).toEqual([remaining, null]);
});
