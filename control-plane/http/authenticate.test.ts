import { describe, expect, test } from 'vitest';
import {
  actorOf,
  isSandbox,
  type KeyCaller,
  keyIdOf,
  ownerOf,
  readCredential,
  requireAdmin,
  requireWebSession,
  userIdOf,
  type WebCaller,
} from './authenticate.ts';
import { Refusal } from './refusal.ts';

const key: KeyCaller = { kind: 'key', accountId: 'acc_1', keyId: 'key_1', environment: 'test', scopes: [] };
const member: WebCaller = {
  kind: 'web',
  accountId: 'acc_1',
  userId: 'usr_1',
  sessionId: 'ses_1',
  role: 'member',
  environment: 'live',
  scopes: [],
};
const admin: WebCaller = { ...member, role: 'admin' };

const codeOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof Refusal ? error.code : 'a fault';
  }
};

describe('a caller', () => {
  test('N43: sees its own environment as a key and both as a person', () => {
    expect(ownerOf(key)).toEqual({ accountId: 'acc_1', environments: ['test'] });
    expect(ownerOf(member)).toEqual({ accountId: 'acc_1', environments: ['live', 'test'] });
  });

  test('acts in the name of the key or of the user, never of both', () => {
    expect([actorOf(key), keyIdOf(key), userIdOf(key)]).toEqual(['key_1', 'key_1', null]);
    expect([actorOf(member), keyIdOf(member), userIdOf(member)]).toEqual(['usr_1', null, 'usr_1']);
    expect([isSandbox(key), isSandbox(member)]).toEqual([true, false]);
  });

  test('S106: that is a key may not do what only people may', () => {
    expect(codeOf(() => requireWebSession(key))).toBe('WEB_SESSION_REQUIRED');
    expect(codeOf(() => requireWebSession(member))).toBeNull();
  });

  test('G14: that is no operator may not operate the farm', () => {
    expect(codeOf(() => requireAdmin(key))).toBe('WEB_SESSION_REQUIRED');
    expect(codeOf(() => requireAdmin(member))).toBe('ADMIN_REQUIRED');
    expect(codeOf(() => requireAdmin(admin))).toBeNull();
  });
});

describe('N42: what a request shows', () => {
  const name = 'reelyard.session';
  test.each([
    [{ 'x-api-key': 'k' }, { kind: 'key', secret: 'k' }],
    [
      { authorization: 'Bearer k', cookie: 'theme=dark' },
      { kind: 'key', secret: 'k' },
    ],
    [{ cookie: 'theme=dark; reelyard.session=x' }, { kind: 'session' }],
    [
      { cookie: 'reelyard.session=x', 'x-api-key': 'k' },
      { kind: 'key', secret: 'k' },
    ],
    [{ cookie: 'reelyard.session=' }, { kind: 'session' }],
  ])('%j', (headers, credential) => {
    expect(readCredential(headers, name)).toEqual(credential);
  });

  test.each([
    [{}, 'API_KEY_MISSING'],
    [{ cookie: 'reelyard.session_data=x; xreelyard.session=y' }, 'API_KEY_MISSING'],
    [{ cookie: 'reelyard.session=x', 'x-api-key': '' }, 'API_KEY_MISSING'],
    [{ cookie: 'reelyard.session=x', authorization: 'Basic YTpi' }, 'API_KEY_MISSING'],
    [{ 'x-api-key': 'a', authorization: 'Bearer b' }, 'CREDENTIALS_CONFLICT'],
  ])('%j is refused as %s', (headers, code) => {
    expect(codeOf(() => readCredential(headers, name))).toBe(code);
  });
});
