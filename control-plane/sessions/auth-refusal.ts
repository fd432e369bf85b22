import { Refusal, type RefusalKind } from '../http/refusal.ts';

const linkInvalid = [
  'bad_request',
  'LINK_INVALID',
  'This link has been used, has expired, or is not whole. Ask for a new one.',
] as const;

/** What better-auth says by code, in the words of the farm. What is not here is a fault. */
const known = new Map<string, readonly [RefusalKind, string, string]>(
  Object.entries({
    // The same for an address that is nobody's: which one it was is told to nobody (G5).
    INVALID_EMAIL_OR_PASSWORD: ['unauthorized', 'SIGN_IN_FAILED', 'The e-mail address or the password is wrong.'],
    EMAIL_NOT_VERIFIED: [
      'forbidden',
      'EMAIL_NOT_VERIFIED',
      'Confirm your e-mail address first: follow the link in the mail, or ask for another one.',
    ],
    EMAIL_PASSWORD_SIGN_UP_DISABLED: [
      'forbidden',
      'SIGN_UP_CLOSED',
      'Nobody can sign up here by themselves. Ask the operator of this farm for an account.',
    ],
    // Somebody signed up with the same address at the same moment.
    FAILED_TO_CREATE_USER: ['conflict', 'SIGN_UP_UNDER_WAY', 'This sign-up is under way already.'],
    INVALID_TOKEN: linkInvalid,
    TOKEN_EXPIRED: linkInvalid,
    USER_NOT_FOUND: linkInvalid,
    INVALID_PASSWORD: ['bad_request', 'CURRENT_PASSWORD_WRONG', 'currentPassword: This is not your password.'],
    CREDENTIAL_ACCOUNT_NOT_FOUND: [
      'bad_request',
      'NO_PASSWORD',
      'You sign in elsewhere and have no password here. Ask for a mail to set one.',
    ],
  } as const),
);

/** The refusal behind a code of better-auth; null where it is none that a caller can act on. */
export const refusalOfAuthCode = (code: string | undefined): Refusal | null => {
  const [kind, ownCode, message] = known.get(code ?? '') ?? [];
  if (kind === undefined || ownCode === undefined || message === undefined) return null;
  const details = ownCode === 'CURRENT_PASSWORD_WRONG' ? [{ path: 'currentPassword', code: ownCode, message }] : [];
  return new Refusal(kind, { code: ownCode, message, details });
};

export const linkInvalidRefusal = (): Refusal => {
  const [kind, code, message] = linkInvalid;
  return new Refusal(kind, { code, message });
};

/** The cookie stands for no session: it ended, was ended, or was never one of ours. */
export const sessionEndedRefusal = (): Refusal =>
  new Refusal('unauthorized', {
    code: 'SESSION_ENDED',
    message: 'You are not signed in, or no longer. Sign in again.',
  });
