import { expect, test } from 'vitest';
import { sessionSchema, sessionView, signedInSchema, signedInView } from './session-view.ts';

const user = { id: 'usr_1', email: 'ada@example.com', name: 'Ada', emailVerified: true };
const session = {
  id: 'ses_1',
  ipAddress: '192.0.2.1',
  userAgent: '',
  createdAt: new Date('2026-11-21T00:00:00Z'),
  updatedAt: new Date('2026-11-21T00:00:00Z'),
  expiresAt: new Date('2026-11-28T00:00:00Z'),
};

test('who is signed in is told with account and role', () => {
  const view = signedInView(user, { accountId: 'acc_1', role: 'admin' });
  expect(signedInSchema.parse(view)).toEqual({
    user: { id: 'usr_1', email: 'ada@example.com', name: 'Ada' },
    accountId: 'acc_1',
    role: 'admin',
  });
});

test('a device says whether it is this one; what it did not say of itself is null', () => {
  expect(sessionSchema.parse(sessionView(session, 'ses_1'))).toMatchObject({ isCurrent: true, userAgent: null });
  expect(sessionView(session, 'ses_2').isCurrent).toBe(false);
});
