import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { fileMailer, smtpMailer } from './client.ts';
import { resetMail, verificationMail } from './mail-texts.ts';
import { mailPost } from './operations/post-mails.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const to = { email: 'ada@example.com', name: 'Ada' };
const mail = verificationMail(to, 'https://farm.example/auth/verify-email#token=canary-token');

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

/** A real mail server on this machine; `refuse` answers its first mails with an error. */
const startServer = async ({ refuse = 0, password = 'canary-smtp-password' } = {}) => {
  const received: Received[] = [];
  let refusals = refuse;
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(auth, _session, callback) {
      if (auth.username === 'farm' && auth.password === password) callback(null, { user: 'farm' });
      else callback(new Error('wrong user or password'));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        refusals -= 1;
        if (refusals >= 0) return callback(new Error('come back later'));
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        received.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  ends.push(() => new Promise((resolve) => server.close(() => resolve(undefined))));
  const { port } = server.server.address() as AddressInfo;
  return { received, url: `smtp://farm:${password}@127.0.0.1:${port}` };
};

const quietly = { mayMail: async () => true };

describe('mails by SMTP', () => {
  test('arrive in text and HTML, from the address of the farm', async () => {
    const { received, url } = await startServer();
    const mailer = smtpMailer(url, 'Reelyard <post@farm.example>');
    ends.push(async () => mailer.close());
    await mailer.send(mail);
    expect(received).toMatchObject([{ from: 'post@farm.example', to: ['ada@example.com'] }]);
    const raw = received[0]?.raw.replaceAll('=\r\n', '') ?? '';
    expect(raw).toContain('Subject: Confirm your e-mail address');
    expect(raw).toContain('Content-Type: text/plain');
    expect(raw).toContain('Content-Type: text/html');
    expect(raw).toContain('#token=3Dcanary-token');
  });

  test.each(['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', '<a@example.com> b@example.com'])(
    'to %j reach nobody else',
    async (email) => {
      const { received, url } = await startServer();
      const mailer = smtpMailer(url, 'post@farm.example');
      ends.push(async () => mailer.close());
      await mailer.send(resetMail({ email, name: 'x' }, 'https://farm.example')).catch(() => {});
      for (const each of received) {
        expect(each.to.length).toBeLessThanOrEqual(1);
        expect(each.raw).not.toMatch(/^Bcc:/im);
      }
    },
  );

  test('are tried again where the server refuses one', async () => {
    const { received, url } = await startServer({ refuse: 1 });
    const faults: unknown[] = [];
    const post = mailPost({ ...quietly, mailer: smtpMailer(url, 'post@farm.example'), onFault: (f) => faults.push(f) });
    post.send(mail);
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1);
    await post.close();
    expect(faults).toEqual([]);
  });

  test('H8: that cannot be sent are told of without password, token or text', async () => {
    const { url } = await startServer();
    const faults: unknown[] = [];
    const wrong = url.replace('canary-smtp-password', 'canary-wrong-password');
    const post = mailPost({
      ...quietly,
      mailer: smtpMailer(wrong, 'post@farm.example'),
      onFault: (f) => faults.push(f),
    });
    post.send(mail);
    await post.close();
    expect(faults).toHaveLength(1);
    const [fault] = faults as [Error & { cause: Error }];
    expect(fault.message).toBe('a mail (verify-email) was not sent');
    const told = JSON.stringify([Object.entries(fault.cause), fault.cause.message, fault.stack]);
    expect(told).not.toContain('canary');
  });

  test('do not hold up the end of the process where a server says nothing', async () => {
    const silent = createServer((socket) => ends.push(async () => socket.destroy()));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    ends.push(() => new Promise((resolve) => silent.close(resolve)));
    const faults: unknown[] = [];
    const { port } = silent.address() as AddressInfo;
    const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'post@farm.example');
    const post = mailPost({ ...quietly, mailer, onFault: (fault) => faults.push(fault) });
    post.send(mail);
    await post.close();
    expect(faults).toEqual([]);
  });
});

describe('mails as files', () => {
  const newFolder = async (): Promise<string> => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mail-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    return path.join(folder, 'mail');
  };

  test('are read by their owner alone; the log names the file and nothing of what is in it', async () => {
    const folder = await newFolder();
    const lines: unknown[] = [];
    await fileMailer(folder, { info: (...line: unknown[]) => void lines.push(line) }).send(mail);
    const names = (await readdir(folder)).toSorted();
    expect(names.map((name) => path.extname(name))).toEqual(['.html', '.txt']);
    for (const name of names) expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
    expect(await readFile(path.join(folder, names[1] ?? ''), 'utf8')).toMatch(
      /^To: ada@example.com\nSubject: Confirm your e-mail address\n\n[\s\S]*#token=canary-token/,
    );
    expect(lines).toEqual([[{ kind: 'verify-email', file: path.join(folder, names[1] ?? '') }, 'mail']]);
  });

  test('are in the order in which they were sent', async () => {
    const folder = await newFolder();
    const mailer = fileMailer(folder, { info: () => {} });
    for (const name of ['one', 'two', 'three']) await mailer.send({ ...mail, subject: name });
    const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).toSorted();
    const subjects = await Promise.all(
      names.map(async (name) => (await readFile(path.join(folder, name), 'utf8')).split('\n')[1]),
    );
    expect(subjects).toEqual(['Subject: one', 'Subject: two', 'Subject: three']);
  });
});

test('a mailbox that had enough is not written to, except about a change that nobody asked for', async () => {
  const sent: string[] = [];
  const mailer = { send: async ({ kind }: { kind: string }) => void sent.push(kind), close() {} };
  const post = mailPost({ mailer, mayMail: async () => false, onFault: () => {} });
  post.send(mail);
  post.send({ ...mail, kind: 'password-changed' });
  await post.close();
  expect(sent).toEqual(['password-changed']);
});
