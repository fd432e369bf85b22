import { expect, test } from 'vitest';
import { accountSchema } from './account-view.ts';

const account = { id: 'acc_1', name: 'Norra', plan: { slug: 'pro', name: 'Pro' }, environment: 'live' };
const key = { id: 'key_1', name: 'Build server', scopes: ['publish'] };
const user = { id: 'usr_1', email: 'ada@example.com', name: 'Ada', role: 'member' };

test.each([
  { key, user: null },
  { key: null, user },
])('an account is shown with who acts for it: %j', (actor) => {
  expect(accountSchema.parse({ ...account, ...actor })).toEqual({ ...account, ...actor });
});

test('a role that the farm does not know is no answer', () => {
  expect(accountSchema.safeParse({ ...account, key: null, user: { ...user, role: 'root' } }).success).toBe(false);
});
