import { expect, test } from 'vitest';
import { type KeyRecord, keySchema, keyView, usageMonths } from './key-view.ts';

const key: KeyRecord = {
  id: 'key_1',
  name: 'CI',
  environment: 'live',
  prefix: 'svc_live_ab12',
  last4: 'wxyz',
  status: 'revoked',
  scopes: ['publish', 'a scope of a later release'],
  monthlyCreditCap: 0,
  lastUsedAt: null,
  createdAt: new Date('2026-11-20T10:00:00Z'),
  createdBy: 'key_0',
  expiresAt: null,
  revokedAt: new Date('2026-11-20T11:00:00Z'),
  revokedBy: 'key_0',
  replacedSecretEndsAt: null,
};

test('N15: a key is shown with its state, its cap, its use and who made and revoked it', () => {
  const view = keyView(key, 7);
  expect(keySchema.parse(view)).toEqual(view);
  expect(view).toMatchObject({
    status: 'revoked',
    scopes: ['publish'],
    monthlyCreditCap: 0,
    usedThisMonth: 7,
    createdBy: 'key_0',
    revokedAt: '2026-11-20T11:00:00.000Z',
  });
});

test('S105: usage is told month by month, newest first, with what it was for', () => {
  expect(
    usageMonths([
      { month: '2026-10', action: 'SCENE_RENDER', credits: 3 },
      { month: '2026-11', action: 'SCENE_RENDER', credits: 5 },
      { month: '2026-10', action: 'EXPORT_720P', credits: 1 },
    ]),
  ).toEqual([
    { month: '2026-11', credits: 5, byAction: { SCENE_RENDER: 5 } },
    { month: '2026-10', credits: 4, byAction: { SCENE_RENDER: 3, EXPORT_720P: 1 } },
  ]);
});
