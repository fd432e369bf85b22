import { expect, test } from 'vitest';
import {
  type CreditsFacts,
  creditsSchema,
  creditsView,
  type LedgerRecord,
  ledgerSchema,
  ledgerView,
} from './credits-view.ts';

const resetsAt = new Date('2026-12-01T00:00:00Z');
const facts = (change: Partial<CreditsFacts> = {}): CreditsFacts => ({
  plan: 'pro',
  planRemaining: 120,
  planUsed: 30,
  periodEnd: new Date('2026-12-15T10:00:00Z'),
  purchased: 50,
  debt: 0,
  packs: [{ id: 'p', name: 'P', credits: 100, priceCents: 900 }],
  topUpUrl: 'https://farm.test/billing',
  key: null,
  ...change,
});

test('S22: the balance document says what is left of the plan, what was bought, and until when', () => {
  expect(creditsSchema.parse(creditsView(facts()))).toMatchObject({
    plan: { slug: 'pro', allowance: 150, used: 30, remaining: 120, resetMode: 'monthly', unlimited: false },
    purchased: { balance: 50 },
    totalAvailable: 170,
    costs: { SCENE_RENDER: 1, EXPORT_720P: 1, EXPORT_1080P: 2, EXPORT_4K: 4, STORYBOARD_DRAFT: 1, UI_CAPTURE: 1 },
  });
  expect(creditsView(facts()).key).toBeUndefined();
});

test('N14: an unlimited plan is sent as integers too, so that a naive comparison is right', () => {
  const view = creditsView(facts({ plan: 'enterprise', planRemaining: 2_147_483_647, periodEnd: null }));
  expect(view).toMatchObject({
    plan: { allowance: 2_147_483_647, remaining: 2_147_483_647, unlimited: true, periodEnd: null },
    totalAvailable: 2_147_483_647,
  });
});

test('A10: with a debt nothing can be spent', () => {
  expect(creditsView(facts({ debt: 7, purchased: 0 }))).toMatchObject({ totalAvailable: 0, debt: 7 });
});

test.each([
  [10, 4, 6],
  [10, 14, 0],
  [null, 4, null],
])('N14: a key with the cap %s that used %i has %s left', (cap, used, remaining) => {
  const key = { id: 'key_1', name: 'K', environment: 'live' as const, cap, used, resetsAt };
  expect(creditsView(facts({ key })).key).toEqual({
    id: 'key_1',
    name: 'K',
    environment: 'live',
    monthlyCreditCap: cap,
    usedThisMonth: used,
    remaining,
    resetsAt: '2026-12-01T00:00:00.000Z',
  });
});

const record = (entryNo: number, change: Partial<LedgerRecord> = {}): LedgerRecord => ({
  id: `led_${entryNo}`,
  entryNo,
  createdAt: resetsAt,
  kind: 'reserve',
  bucket: 'plan',
  action: 'SCENE_RENDER',
  dAvailable: -1,
  dHeld: 1,
  planAfter: 9,
  purchasedAfter: 5,
  subject: 'publish:pub_1:scene:scn_1',
  keyId: 'key_1',
  projectId: 'prj_1',
  exportId: null,
  reversesId: null,
  reason: null,
  actorId: null,
  ...change,
});

test('N38: an entry names everything that it is about and who did it', () => {
  const { entries } = ledgerSchema.parse(ledgerView([record(3)], 10));
  expect(entries[0]).toMatchObject({
    type: 'reserve',
    amount: -1,
    heldAmount: 1,
    source: 'plan',
    balanceAfter: { plan: 9, purchased: 5, total: 14 },
    requestId: 'pub_1',
    sceneId: 'scn_1',
    actor: { type: 'key', id: 'key_1' },
  });
  const byHand = record(4, { keyId: null, kind: 'adjustment', actorId: 'usr_1' });
  const byItself = record(5, { keyId: null, kind: 'reset' });
  expect(ledgerView([byItself, byHand], 10).entries.map(({ actor }) => actor)).toEqual([
    { type: 'system', id: null },
    { type: 'user', id: 'usr_1' },
  ]);
});

test('N38: a page has a next one where there is one more record', () => {
  const records = [record(3), record(2), record(1)];
  expect(ledgerView(records, 2)).toMatchObject({ entries: [{ id: 'led_3' }, { id: 'led_2' }], nextCursor: 'c2' });
  expect(ledgerView(records, 3).nextCursor).toBeNull();
});
