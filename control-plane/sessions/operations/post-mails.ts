import { setTimeout as delay } from 'node:timers/promises';
import type { Mailer } from '../client.ts';
import type { Mail } from '../mail-texts.ts';

const longestFarewellMs = 3_000;
const retryAfterMs = [1_000, 10_000] as const;

export interface MailPostDeps {
  readonly mailer: Mailer;
  /** False where a mailbox had enough mails that somebody asked for. */
  readonly mayMail: (email: string) => Promise<boolean>;
  readonly onFault: (error: unknown) => void;
}

/**
 * Sends mails behind the back of the request that asked for them: how long the mail server takes must not tell whether
 * there is an account. What fails is tried twice more; a mail that is lost when the process ends can be asked for again.
 */
export const mailPost = ({ mailer, mayMail, onFault }: MailPostDeps) => {
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();

  const deliver = async (mail: Mail): Promise<void> => {
    // Nobody asks for word of a change: it is always sent.
    if (mail.kind !== 'password-changed' && !(await mayMail(mail.to))) return;
    for (const waitMs of [...retryAfterMs, null]) {
      try {
        return await mailer.send(mail);
      } catch (error) {
        if (waitMs === null || closing.signal.aborted) {
          return onFault(new Error(`a mail (${mail.kind}) was not sent`, { cause: error }));
        }
        await delay(waitMs, undefined, { signal: closing.signal }).catch(() => {});
      }
    }
  };

  return {
    /** Never throws and does not wait. */
    send(mail: Mail): void {
      const delivery = deliver(mail)
        .catch(onFault)
        .finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    /** Waits a little for what is being sent, without further tries: a mail server that hangs must not hold up the end. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.race([Promise.all(underWay), delay(longestFarewellMs, undefined, { ref: false })]);
      mailer.close();
    },
  };
};
export type MailPost = ReturnType<typeof mailPost>;
