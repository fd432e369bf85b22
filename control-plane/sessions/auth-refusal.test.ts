import { expect, test } from 'vitest';
import { linkInvalidRefusal, refusalOfAuthCode, sessionEndedRefusal } from './auth-refusal.ts';

test.each([
  ['INVALID_EMAIL_OR_PASSWORD', 'unauthorized', 'SIGN_IN_FAILED'],
  ['EMAIL_NOT_VERIFIED', 'forbidden', 'EMAIL_NOT_VERIFIED'],
  ['EMAIL_PASSWORD_SIGN_UP_DISABLED', 'forbidden', 'SIGN_UP_CLOSED'],
  ['FAILED_TO_CREATE_USER', 'conflict', 'SIGN_UP_UNDER_WAY'],
  ['INVALID_TOKEN', 'bad_request', 'LINK_INVALID'],
  ['TOKEN_EXPIRED', 'bad_request', 'LINK_INVALID'],
  ['USER_NOT_FOUND', 'bad_request', 'LINK_INVALID'],
  ['INVALID_PASSWORD', 'bad_request', 'CURRENT_PASSWORD_WRONG'],
])('%s is told as %s %s', (code, kind, own) => {
  expect(refusalOfAuthCode(code)).toMatchObject({ kind, code: own });
});

test.each(['FAILED_TO_CREATE_SESSION', 'constructor', undefined])('%s is a fault and no refusal', (code) => {
  expect(refusalOfAuthCode(code)).toBeNull();
});

test('a link that does not work and a session that ended are told as what they are', () => {
  expect(linkInvalidRefusal()).toMatchObject({ kind: 'bad_request', code: 'LINK_INVALID' });
  expect(sessionEndedRefusal()).toMatchObject({ kind: 'unauthorized', code: 'SESSION_ENDED' });
});
