import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compose } from '../compose.ts';
import { type Farm, startFarm } from './harness.ts';
import { goodPassword, mailsTo, newUser, tokenIn, webBrowser } from './web-browser.ts';

let farm: Farm;
beforeAll(async () => {
  farm = await startFarm();
  await newUser(farm, 'victim@example.com');
});
afterAll(() => farm.close());
beforeEach(() => farm.db.deleteFrom('sign_in_attempt').execute());

let line = 0;
/** An address from which nothing was tried yet. */
const newAddress = (): string => {
  line += 1;
  return `198.51.${Math.floor(line / 250)}.${(line % 250) + 1}`;
};

const guess = async (email: string, password: string, clientAddress: string, on = farm) => {
  const answer = await webBrowser(on, { clientAddress }).post('/auth/sign-in', { email, password });
  return { status: answer.status, code: answer.body.code as string | undefined, headers: answer.headers };
};
const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const statuses = (answers: readonly { status: number }[]): Record<number, number> =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, own]) => [status, own.length]));
const laterBy = (minutes: number) =>
  sql`update sign_in_attempt set tried_at =
        array(select t - make_interval(mins => ${minutes}) from unnest(tried_at) t)`.execute(farm.db);

describe('G5: guessing the password of one account', () => {
  test('ends after ten tries, however many come at once and from wherever', async () => {
    const answers = await times(60, (index) => guess('victim@example.com', `wrong guess ${index}`, newAddress()));
    expect(statuses(answers)).toEqual({ 401: 10, 429: 50 });
    const right = await guess('victim@example.com', goodPassword, newAddress());
    expect(right).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
  });

  test('goes on a quarter of an hour later, and not with another writing of the address', async () => {
    await times(10, () => guess('victim@example.com', 'wrong guess', newAddress()));
    expect((await guess(' VICTIM@Example.com ', 'wrong guess', newAddress())).status).toBe(429);
    await laterBy(14);
    expect((await guess('victim@example.com', goodPassword, newAddress())).status).toBe(429);
    await laterBy(1);
    expect((await guess('victim@example.com', goodPassword, newAddress())).status).toBe(200);
  });

  test('is counted in a window that slides: nine old tries and one new one are ten', async () => {
    await times(9, () => guess('victim@example.com', 'wrong guess', newAddress()));
    await laterBy(10);
    await guess('victim@example.com', 'wrong guess', newAddress());
    expect((await guess('victim@example.com', 'wrong guess', newAddress())).status).toBe(429);
    await laterBy(6);
    expect(statuses(await times(12, () => guess('victim@example.com', 'wrong guess', newAddress())))).toEqual({
      401: 9,
      429: 3,
    });
  });

  test('is counted by every control plane together, and a restart forgets nothing', async () => {
    const second = await compose({ config: farm.config, logger: pino({ level: 'silent' }), clock: () => new Date() });
    try {
      const on = { ...farm, app: second.app };
      const answers = await times(30, (index) =>
        guess('victim@example.com', 'wrong guess', newAddress(), index % 2 === 0 ? farm : on),
      );
      expect(statuses(answers)).toEqual({ 401: 10, 429: 20 });
    } finally {
      await second.close();
    }
    const restarted = await compose({
      config: farm.config,
      logger: pino({ level: 'silent' }),
      clock: () => new Date(),
    });
    try {
      const answer = await guess('victim@example.com', goodPassword, newAddress(), { ...farm, app: restarted.app });
      expect(answer.status).toBe(429);
    } finally {
      await restarted.close();
    }
  });

  test.each([
    ['home4@example.com', () => newAddress()],
    ['mapped@example.com', () => `::ffff:${newAddress()}`],
    ['home6@example.com', () => '2001:db8:9:9::77'],
  ])('does not lock %s out where they are signed in', async (email, at) => {
    await newUser(farm, email);
    const home = at();
    await guess(email, goodPassword, home);
    await times(12, () => guess(email, 'wrong guess', newAddress()));
    expect((await guess(email, goodPassword, newAddress())).status).toBe(429);
    expect((await guess(email, goodPassword, home)).status).toBe(200);
    expect(statuses(await times(12, () => guess(email, 'wrong guess', home)))).toEqual({ 401: 10, 429: 2 });
  });

  test('goes on with a new password that was set through the mailbox', async () => {
    await newUser(farm, 'home@example.com');
    await times(12, () => guess('home@example.com', 'wrong guess', newAddress()));
    const browser = webBrowser(farm, { clientAddress: newAddress() });
    await browser.post('/auth/reset-password/request', { email: 'home@example.com' });
    const token = tokenIn((await mailsTo(farm, 'home@example.com', 1))[0]);
    await browser.post('/auth/reset-password', { token, newPassword: 'a brand new phrase' });
    expect((await guess('home@example.com', 'a brand new phrase', newAddress())).status).toBe(200);
  });

  test('is not done through the form that changes it, with a cookie that was stolen', async () => {
    const browser = await newUser(farm, 'changing@example.com');
    await browser.post('/auth/sign-in', { email: 'changing@example.com', password: goodPassword });
    const answers = await times(14, (index) =>
      browser.post(
        '/auth/change-password',
        { currentPassword: `wrong guess ${index}`, newPassword: 'a brand new phrase' },
        { clientAddress: newAddress() },
      ),
    );
    expect(statuses(answers)).toEqual({ 400: 10, 429: 4 });
  });
});

describe('G5: spraying one password over many accounts', () => {
  test('from one address ends after ten tries, also for accounts that there are', async () => {
    const attacker = newAddress();
    const answers = await times(40, (index) => guess(`user${index}@example.com`, goodPassword, attacker));
    expect(statuses(answers)).toEqual({ 401: 10, 429: 30 });
    expect((await guess('victim@example.com', goodPassword, attacker)).status).toBe(429);
    expect((await guess('victim@example.com', goodPassword, newAddress())).status).toBe(200);
  });

  test('is not paid for by signing in to an account of one’s own in between', async () => {
    await newUser(farm, 'attacker@example.com');
    const attacker = newAddress();
    const found: number[] = [];
    for (let round = 0; round < 14; round += 1) {
      found.push((await guess(`user${round}@example.com`, goodPassword, attacker)).status);
      await guess('attacker@example.com', goodPassword, attacker);
    }
    expect(found.filter((status) => status === 401)).toHaveLength(10);
  });

  test('from the addresses of one IPv6 line is spraying from one address', async () => {
    const answers = await times(20, (index) =>
      guess(`user${index}@example.com`, goodPassword, `2001:db8:7:7::${index + 1}`),
    );
    expect(statuses(answers)).toEqual({ 401: 10, 429: 10 });
  });

  test('is not hidden by headers that name another address', async () => {
    const clientAddress = newAddress();
    const names = [
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
      'cf-connecting-ip',
      'x-farm-client-address',
      'true-client-ip',
    ];
    const answers = await times(14, (index) => {
      const headers = Object.fromEntries(names.map((name) => [name, `203.0.113.${index}`]));
      const body = { email: `hidden${index}@example.com`, password: goodPassword };
      return webBrowser(farm, { clientAddress, headers }).post('/auth/sign-in', body);
    });
    expect(statuses(answers)).toEqual({ 401: 10, 429: 4 });
  });

  test('behind a proxy that is trusted is told apart by what that proxy says, and by nobody else’s word', async () => {
    const behind = await startFarm({ FARM_TRUST_PROXY: '10.1.0.0/16, 192.0.2.9' });
    try {
      const from = (clientAddress: string, forwarded: string, index: number) =>
        webBrowser(behind, { clientAddress, headers: { 'x-forwarded-for': forwarded } }).post('/auth/sign-in', {
          email: `proxied${index}@example.com`,
          password: goodPassword,
        });
      const apart = await times(12, (index) => from('10.1.2.3', `203.0.113.${index}`, index));
      expect(statuses(apart)).toEqual({ 401: 12 });
      // The attacker's own entry stands before the one that the proxy adds.
      const spoofed = await times(12, (index) => from('192.0.2.9', `203.0.113.${index}, 198.18.0.1`, index));
      expect(statuses(spoofed)).toEqual({ 401: 10, 429: 2 });
      const direct = await times(12, (index) => from('198.18.0.2', `203.0.113.${index}`, index));
      expect(statuses(direct)).toEqual({ 401: 10, 429: 2 });
    } finally {
      await behind.close();
    }
  });
});

describe('G5: whether an address has an account', () => {
  const withoutRequest = ({ status, body }: { status: number; body: { requestId?: string } }) => {
    const { requestId: _, ...rest } = body;
    return { status, rest };
  };
  const both = async (address: string, body: (email: string) => object) => {
    const answers = [];
    for (const email of ['victim@example.com', 'nobody@example.com']) {
      const browser = webBrowser(farm, { clientAddress: newAddress() });
      const answer = await browser.post(address, body(email));
      answers.push({
        ...withoutRequest(answer),
        cookies: answer.headers['set-cookie'],
        length: answer.headers['content-length'],
      });
    }
    return answers;
  };

  test.each([
    ['/auth/sign-in', (email: string) => ({ email, password: 'wrong guess' })],
    ['/auth/sign-up', (email: string) => ({ email, password: goodPassword })],
    ['/auth/reset-password/request', (email: string) => ({ email })],
    ['/auth/verify-email/request', (email: string) => ({ email })],
  ])('is not told by %s', async (address, body) => {
    const [known, unknown] = await both(address, body);
    expect(known).toEqual(unknown);
  });

  test('is told to its owner alone: a sign-up with an address that has an account sends a mail and changes nothing', async () => {
    await newUser(farm, 'taken@example.com');
    const browser = webBrowser(farm, { clientAddress: newAddress() });
    await browser.post('/auth/sign-up', { email: 'taken@example.com', password: 'another good phrase', name: 'Eve' });
    expect((await mailsTo(farm, 'taken@example.com', 1))[0]).toContain('You already have an account');
    expect((await guess('taken@example.com', 'another good phrase', newAddress())).status).toBe(401);
    expect((await guess('taken@example.com', goodPassword, newAddress())).status).toBe(200);
  });

  test('is not told by the limit either: it is the same for an address that is nobody’s', async () => {
    const answers = await times(14, () => guess('nobody-at-all@example.com', 'wrong guess', newAddress()));
    expect(statuses(answers)).toEqual({ 401: 10, 429: 4 });
  });

  test('costs one derivation of a key, whether there is an account or not', async () => {
    const usedMs = async (email: string): Promise<number> => {
      const before = process.cpuUsage();
      for (let round = 0; round < 5; round += 1) await guess(email, 'wrong guess', newAddress());
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000 / 5;
    };
    await usedMs('warm-up@example.com');
    const [known, unknown] = [await usedMs('victim@example.com'), await usedMs('nobody-else@example.com')];
    // CPU time and not the clock: a key takes some 30 ms of it, everything else a few.
    expect(Math.min(known, unknown)).toBeGreaterThan(10);
    expect(Math.max(known, unknown)).toBeLessThan(3 * Math.min(known, unknown));
  });
});

describe('mails', () => {
  test('to one mailbox are three in a quarter of an hour, and nobody is told that more were asked for', async () => {
    await newUser(farm, 'flooded@example.com');
    const answers = await times(8, () =>
      webBrowser(farm, { clientAddress: newAddress() }).post('/auth/reset-password/request', {
        email: 'flooded@example.com',
      }),
    );
    expect(statuses(answers)).toEqual({ 202: 8 });
    await mailsTo(farm, 'flooded@example.com', 3);
    expect(await mailsTo(farm, 'flooded@example.com', 3)).toHaveLength(3);
  });

  test('are asked for from one address twenty times in a quarter of an hour', async () => {
    const clientAddress = newAddress();
    const answers = await times(24, (index) =>
      webBrowser(farm, { clientAddress }).post('/auth/reset-password/request', { email: `m${index}@example.com` }),
    );
    expect(statuses(answers)).toEqual({ 202: 20, 429: 4 });
  });
});

test('what people type into the field of the e-mail is not kept', async () => {
  await guess('my-secret-password@example.com', 'wrong guess', newAddress());
  const rows = await farm.db.selectFrom('sign_in_attempt').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('my-secret');
  expect(farm.logLines.filter((text) => text.includes('my-secret'))).toEqual([]);
});
