import { createHmac } from 'node:crypto';
import type { Database } from '../../database/connection.ts';
import { Refusal } from '../../http/refusal.ts';
import { type AttemptBucket, addressSubject, attemptLimits, attemptWindowSeconds } from '../attempt-limits.ts';
import {
  type AttemptSubject,
  clearAttempts,
  giveBackAttempt,
  secondsUntilFree,
  takeAttempt,
} from '../store/attempts.ts';
import { addressesOfSessions } from '../store.ts';

/** Who tries something. */
export interface Attempt {
  readonly email: string;
  /** Of the connection, or what a trusted proxy says it is. */
  readonly clientAddress: string;
}

const tooMany = (seconds: number): Refusal =>
  new Refusal('too_many_requests', {
    code: 'TOO_MANY_ATTEMPTS',
    message: `Too many attempts. Try again in ${Math.ceil(seconds / 60)} minute(s), or set a new password.`,
    body: { retryAfterSeconds: seconds },
    headers: { 'retry-after': String(seconds) },
  });

/**
 * G5: counts tries of passwords and requests for mails, by e-mail address and by where they come from, in the database:
 * restarts do not start the count over, and several control planes count together. An e-mail address that is nobody's
 * is counted like any other, so that the limit tells nothing.
 */
export const attemptCounts = ({ db, farmSecret }: { db: Database; farmSecret: string }) => {
  const subjectOf = (bucket: AttemptBucket, text: string): AttemptSubject => ({
    bucket,
    subject: createHmac('sha256', farmSecret).update(`attempts\n${bucket}\n${text}`).digest(),
  });
  const take = (subject: AttemptSubject): Promise<Date | null> =>
    takeAttempt(db, subject, { limit: attemptLimits[subject.bucket], windowSeconds: attemptWindowSeconds });
  const refuse = async (subject: AttemptSubject): Promise<never> => {
    throw tooMany(await secondsUntilFree(db, subject, attemptWindowSeconds));
  };

  return {
    /**
     * Counts a try of a password before it is looked at. Throws a 429 where either count is full.
     *
     * @returns what to call when the password was right; when it was wrong, nothing is called and the try stays counted
     */
    async passwordTried({ email, clientAddress }: Attempt): Promise<{ wasRight(): Promise<void> }> {
      const fromAddress = subjectOf('password-from-address', addressSubject(clientAddress));
      // Where the user is signed in from this very address, guesses from elsewhere do not lock them out of it.
      const place = addressSubject(clientAddress);
      const known = await addressesOfSessions(db, email.toLowerCase());
      const from = known.some((address) => addressSubject(address) === place) ? `\n${place}` : '';
      const ofEmail = subjectOf('password-of-email', `${email.toLowerCase()}${from}`);
      const at = await take(fromAddress);
      if (at === null) return refuse(fromAddress);
      if ((await take(ofEmail)) === null) return refuse(ofEmail);
      return {
        // Its own try and no other leaves the count of the address: else signing in to an account of one's own would
        // pay for guesses at others.
        async wasRight() {
          await giveBackAttempt(db, fromAddress, at);
          await clearAttempts(db, ofEmail);
        },
      };
    },

    /** Counts a request that may send a mail. Throws a 429 where too many come from the same place. */
    async mailAsked(clientAddress: string): Promise<void> {
      const subject = subjectOf('mail-from-address', addressSubject(clientAddress));
      if ((await take(subject)) === null) await refuse(subject);
    },

    /** Counts a mail to a mailbox. False where it had enough of them: it is then not sent, and nobody is told. */
    mayMail: async (email: string): Promise<boolean> =>
      (await take(subjectOf('mail-to-email', email.toLowerCase()))) !== null,

    /** Whoever reads the mailbox has set a new password: what was guessed before no longer counts. */
    passwordReset: (email: string): Promise<void> =>
      clearAttempts(db, subjectOf('password-of-email', email.toLowerCase())),
  };
};
export type AttemptCounts = ReturnType<typeof attemptCounts>;
