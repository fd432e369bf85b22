import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Mail } from './mail-texts.ts';

/** Takes a mail to its reader, or throws. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** A server that answers nothing must not keep a mail for minutes. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Sends by SMTP.
 *
 * @param url smtp:// (STARTTLS where the server offers it) or smtps://, with user and password
 */
export const smtpMailer = (url: string, from: string): Mailer => {
  const transport = createTransport({ url, ...timeouts });
  return {
    async send({ to, subject, text, html }) {
      // An object and no text: an address cannot become two, or a header.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html });
    },
    close: () => transport.close(),
  };
};

/**
 * The embedded farm's post: every mail is two files that only their owner reads, `<when>.txt` and `<when>.html`. The log
 * names the file and never what is in it: the links in it are credentials (H8).
 */
export const fileMailer = (folder: string, logger: Pick<Logger, 'info'>): Mailer => {
  let count = 0;
  return {
    async send({ kind, to, subject, text, html }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      count += 1;
      // In the order of their names they are in the order in which they were sent.
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${String(count).padStart(6, '0')}`;
      const file = path.join(folder, `${name}-${randomUUID().slice(0, 8)}`);
      await writeFile(`${file}.html`, html, { mode: 0o600, flag: 'wx' });
      await writeFile(`${file}.txt`, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600, flag: 'wx' });
      logger.info({ kind, file: `${file}.txt` }, 'mail');
    },
    close() {},
  };
};
