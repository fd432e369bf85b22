import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Farm, startFarm } from './harness.ts';
import { goodPassword, mailsTo, newUser, tokenIn, webBrowser } from './web-browser.ts';

let farm: Farm;
beforeAll(async () => {
  farm = await startFarm();
});
afterAll(() => farm.close());

const signIn = (email: string, password = goodPassword, more: object = {}) => ({ email, password, ...more });
const who = async (browser: ReturnType<typeof webBrowser>) => (await browser.get('/auth/session')).status;

describe('signing up', () => {
  test('a link in a mail confirms the address, and the first sign-in makes an account on the Free plan', async () => {
    const browser = webBrowser(farm);
    const email = 'Grace.Hopper@Example.com';
    const signedUp = await browser.post('/auth/sign-up', { email, password: goodPassword, name: 'Grace' });
    expect(signedUp).toMatchObject({ status: 202, body: { success: true, data: { status: 'mail_sent' } } });
    expect(await browser.post('/auth/sign-in', signIn(email))).toMatchObject({
      status: 403,
      body: { code: 'EMAIL_NOT_VERIFIED' },
    });
    const [mail] = await mailsTo(farm, 'grace.hopper@example.com', 1);
    expect(mail).toContain(`${farm.config.FARM_PUBLIC_URL}/auth/verify-email#token=`);

    expect((await browser.post('/auth/verify-email', { token: tokenIn(mail) })).status).toBe(200);
    expect((await browser.post('/auth/sign-in', signIn(email))).status).toBe(200);
    const account = await browser.get('/api/v2/account');
    expect(account).toMatchObject({
      status: 200,
      body: {
        data: {
          name: 'Grace',
          plan: { slug: 'free', name: 'Free' },
          environment: 'live',
          key: null,
          user: { email: 'grace.hopper@example.com', name: 'Grace', role: 'member' },
        },
      },
    });
    expect((await browser.get('/api/v2/billing/credits')).body.data).toMatchObject({ totalAvailable: 10 });
  });

  test('many first sign-ins at once make one account', async () => {
    await newUser(farm, 'many@example.com');
    const browsers = Array.from({ length: 8 }, () => webBrowser(farm));
    const answers = await Promise.all(
      browsers.map((browser) => browser.post('/auth/sign-in', signIn('many@example.com'))),
    );
    expect(answers.map(({ status }) => status)).toEqual(browsers.map(() => 200));
    const ids = await Promise.all(browsers.map(async (browser) => (await browser.get('/api/v2/account')).body.data.id));
    expect(new Set(ids).size).toBe(1);
  });

  test('many sign-ups with one address at once make one user, and are all answered alike', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        webBrowser(farm).post('/auth/sign-up', { email: 'atonce@example.com', password: goodPassword }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    const users = await farm.db.selectFrom('web_user').where('email', '=', 'atonce@example.com').selectAll().execute();
    expect(users).toHaveLength(1);
  });

  test('mails are files that only their owner reads', async () => {
    await newUser(farm, 'private@example.com');
    await webBrowser(farm).post('/auth/reset-password/request', { email: 'private@example.com' });
    await mailsTo(farm, 'private@example.com', 1);
    const folder = path.join(farm.config.FARM_DATA, 'mail');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const line = farm.logLines.find((text) => text.includes('reset-password') && text.includes('.txt'));
    const { file } = JSON.parse(line ?? '{}');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test.each([
    [{ email: 'x', password: goodPassword }, ['email']],
    [{ email: 'a@example.com', password: '' }, ['password']],
    [{ email: 'a@example.com', password: 7 }, ['password']],
    [{ email: '', password: '', role: 'admin' }, ['email', 'password', 'role']],
    [{ email: 'a@example.com', password: 'nul\u0000in the middle' }, ['password']],
    [{ email: 'a@example.com', password: 'password1234' }, ['password']],
    [{ email: 'a@example.com', password: goodPassword, name: 'x'.repeat(101) }, ['name']],
  ])('%j is refused with every place that is wrong', async (body, paths) => {
    const answer = await webBrowser(farm).post('/auth/sign-up', body);
    expect(answer.status).toBe(400);
    expect(answer.body.details.map(({ path: place }: { path: string }) => place).toSorted()).toEqual(paths);
  });

  test('an address that was registered by somebody else and never confirmed goes to whoever reads its mail', async () => {
    const [thief, owner] = [webBrowser(farm), webBrowser(farm)];
    await thief.post('/auth/sign-up', { email: 'squat@example.com', password: 'chosen by the thief' });
    await owner.post('/auth/sign-up', { email: 'squat@example.com', password: goodPassword });
    const [, second] = await mailsTo(farm, 'squat@example.com', 2);
    expect(second).toContain('Set a new password');
    await owner.post('/auth/reset-password', { token: tokenIn(second), newPassword: goodPassword });
    expect((await owner.post('/auth/sign-in', signIn('squat@example.com'))).status).toBe(200);
    expect((await thief.post('/auth/sign-in', signIn('squat@example.com', 'chosen by the thief'))).status).toBe(401);
  });

  test('a farm that is closed lets nobody in by themselves', async () => {
    const closed = await startFarm({ FARM_SIGN_UP: 'closed' });
    try {
      const browser = webBrowser(closed);
      const answer = await browser.post('/auth/sign-up', { email: 'a@example.com', password: goodPassword });
      expect(answer).toMatchObject({ status: 403, body: { code: 'SIGN_UP_CLOSED' } });
      expect((await browser.get('/auth/ways-in')).body.data).toEqual({ signUp: 'closed', oidc: false });
      expect((await browser.post('/auth/sign-in/oidc')).body.code).toBe('OIDC_NOT_CONFIGURED');
    } finally {
      await closed.close();
    }
  });
});

describe('a session (G7)', () => {
  test('is a new one after a sign-in, and the one before ends', async () => {
    const browser = await newUser(farm, 'fixation@example.com');
    await browser.post('/auth/sign-in', signIn('fixation@example.com'));
    const before = browser.cookie();
    await browser.post('/auth/sign-in', signIn('fixation@example.com'));
    expect(browser.jar.get('reelyard.session')).not.toBe(/reelyard\.session=([^;]+)/.exec(before)?.[1]);
    expect(await who(browser)).toBe(200);
    const old = await farm.app.inject({ url: '/auth/session', headers: { cookie: before } });
    expect(old.statusCode).toBe(401);
  });

  test('cannot be given to a browser: a cookie that was planted is not the one after the sign-in', async () => {
    const browser = await newUser(farm, 'planted@example.com');
    browser.jar.set('reelyard.session', 'planted.AAAA');
    await browser.post('/auth/sign-in', signIn('planted@example.com'));
    expect(browser.jar.get('reelyard.session')).not.toContain('planted');
    expect(await who(browser)).toBe(200);
  });

  test('cookies are closed to scripts and other sites, and end with the browser where that was asked for', async () => {
    const browser = await newUser(farm, 'cookies@example.com');
    const kept = await browser.post('/auth/sign-in', signIn('cookies@example.com'));
    for (const cookie of [kept.headers['set-cookie']].flat()) {
      expect(cookie).toMatch(/; Path=\/;.*HttpOnly.*SameSite=Lax/);
      expect(cookie).not.toMatch(/Domain=/i);
    }
    const shortly = await browser.post(
      '/auth/sign-in',
      signIn('cookies@example.com', goodPassword, { remember: false }),
    );
    const session = [shortly.headers['set-cookie']]
      .flat()
      .find((cookie) => `${cookie}`.startsWith('reelyard.session='));
    expect(session).not.toMatch(/Max-Age|Expires/i);
    expect(JSON.stringify(shortly.body)).not.toContain(browser.jar.get('reelyard.session')?.split('.')[0] ?? '');
  });

  test('whose cookie was altered is none', async () => {
    const browser = await newUser(farm, 'tamper@example.com');
    await browser.post('/auth/sign-in', signIn('tamper@example.com'));
    const other = await newUser(farm, 'other@example.com');
    await other.post('/auth/sign-in', signIn('other@example.com'));
    const [token = '', data = ''] = [browser.jar.get('reelyard.session'), browser.jar.get('reelyard.session_data')];
    const ask = async (cookie: string) => {
      const answer = await farm.app.inject({ url: '/api/v2/account', headers: { cookie } });
      return { status: answer.statusCode, email: answer.json().data?.user.email };
    };
    const flipped = (text: string, at: number) =>
      text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    for (const at of [0, 5, 31, 34, 40, token.length - 5]) {
      expect(await ask(`reelyard.session=${flipped(token, at)}`)).toMatchObject({ status: 401 });
      expect(await ask(`reelyard.session=${flipped(token, at)}; reelyard.session_data=${data}`)).toMatchObject({
        status: 401,
      });
    }
    // The copy of a session says nothing without its own token, and never who somebody else is.
    expect(await ask(`reelyard.session_data=${data}`)).toMatchObject({ status: 401 });
    const mixed = `reelyard.session=${token}; reelyard.session_data=${other.jar.get('reelyard.session_data')}`;
    expect(await ask(mixed)).toEqual({ status: 200, email: 'tamper@example.com' });
    const forged = Buffer.from(data, 'base64url').toString().replaceAll('tamper@example.com', 'owner@farm.local');
    const altered = Buffer.from(forged).toString('base64url');
    expect(await ask(`reelyard.session=${token}; reelyard.session_data=${altered}`)).toEqual({
      status: 200,
      email: 'tamper@example.com',
    });
  });

  test('that has expired is refused, also by the copy in the browser', async () => {
    const browser = await newUser(farm, 'expired@example.com');
    await browser.post('/auth/sign-in', signIn('expired@example.com'));
    expect((await browser.get('/api/v2/account')).status).toBe(200);
    await sql`update web_session set expires_at = now() - interval '1 second'
               where user_id = (select id from web_user where email = 'expired@example.com')`.execute(farm.db);
    expect(await browser.get('/api/v2/account')).toMatchObject({ status: 401, body: { code: 'SESSION_ENDED' } });
  });

  test('ends at once when it is signed out, for a stolen cookie too', async () => {
    const browser = await newUser(farm, 'stolen@example.com');
    await browser.post('/auth/sign-in', signIn('stolen@example.com'));
    const thief = { cookie: browser.cookie() };
    expect((await farm.app.inject({ url: '/api/v2/account', headers: thief })).statusCode).toBe(200);
    await browser.post('/auth/sign-out');
    expect(browser.jar.size).toBe(0);
    expect((await farm.app.inject({ url: '/api/v2/account', headers: thief })).statusCode).toBe(401);
    expect((await browser.post('/auth/sign-out')).status).toBe(200);
  });

  test('of every device ends at once when the user signs out everywhere', async () => {
    const one = await newUser(farm, 'devices@example.com');
    const two = webBrowser(farm);
    for (const browser of [one, two]) await browser.post('/auth/sign-in', signIn('devices@example.com'));
    await one.post('/auth/sign-out', { everywhere: true });
    expect([await who(one), await who(two)]).toEqual([401, 401]);
  });

  test('is listed with its device and can be ended from another one; nobody ends those of others', async () => {
    const one = await newUser(farm, 'listed@example.com');
    const two = webBrowser(farm, { headers: { 'user-agent': 'Phone' } });
    for (const browser of [one, two]) await browser.post('/auth/sign-in', signIn('listed@example.com'));
    const { sessions } = (await one.get('/auth/sessions')).body.data;
    expect(sessions).toHaveLength(2);
    const phone = sessions.find(({ userAgent }: { userAgent: string }) => userAgent === 'Phone');
    expect(phone).toMatchObject({ isCurrent: false, ipAddress: '127.0.0.1' });
    expect(JSON.stringify(sessions)).not.toContain('token');

    const stranger = await newUser(farm, 'stranger@example.com');
    await stranger.post('/auth/sign-in', signIn('stranger@example.com'));
    expect((await stranger.ask('DELETE', `/auth/sessions/${phone.id}`)).status).toBe(404);
    expect(await who(two)).toBe(200);
    expect((await one.ask('DELETE', `/auth/sessions/${phone.id}`)).status).toBe(200);
    expect(await who(two)).toBe(401);
  });
});

describe('a password', () => {
  test('is changed with the one before; every other session ends and this one is a new one', async () => {
    const one = await newUser(farm, 'change@example.com');
    const two = webBrowser(farm);
    for (const browser of [one, two]) await browser.post('/auth/sign-in', signIn('change@example.com'));
    const before = one.cookie();
    const change = (currentPassword: string, newPassword: string) =>
      one.post('/auth/change-password', { currentPassword, newPassword });
    expect((await change('wrong', 'a brand new phrase')).body.code).toBe('CURRENT_PASSWORD_WRONG');
    expect((await change(goodPassword, 'change@example.com')).body.code).toBe('PASSWORD_TOO_COMMON');
    expect((await change(goodPassword, 'a brand new phrase')).status).toBe(200);
    expect([await who(one), await who(two)]).toEqual([200, 401]);
    expect((await farm.app.inject({ url: '/auth/session', headers: { cookie: before } })).statusCode).toBe(401);
    expect((await two.post('/auth/sign-in', signIn('change@example.com'))).status).toBe(401);
    expect((await two.post('/auth/sign-in', signIn('change@example.com', 'a brand new phrase'))).status).toBe(200);
    expect((await mailsTo(farm, 'change@example.com', 1)).at(-1)).toContain('Your password was changed');
  });

  test('is set anew by a link that works once, and every session ends', async () => {
    const browser = await newUser(farm, 'reset@example.com');
    await browser.post('/auth/sign-in', signIn('reset@example.com'));
    const stranger = webBrowser(farm);
    expect((await stranger.post('/auth/reset-password/request', { email: 'reset@example.com' })).status).toBe(202);
    const [mail] = await mailsTo(farm, 'reset@example.com', 1);
    const token = tokenIn(mail);
    const reset = (newPassword: string) => stranger.post('/auth/reset-password', { token, newPassword });
    expect((await reset('short')).body.code).toBe('PASSWORD_TOO_SHORT');
    expect((await reset('a brand new phrase')).status).toBe(200);
    expect((await reset('another new phrase')).body).toMatchObject({ statusCode: 400, code: 'LINK_INVALID' });
    expect(await who(browser)).toBe(401);
    expect((await stranger.post('/auth/sign-in', signIn('reset@example.com', 'a brand new phrase'))).status).toBe(200);
  });

  test('is set once where one link is used many times at once', async () => {
    await newUser(farm, 'race@example.com');
    await webBrowser(farm).post('/auth/reset-password/request', { email: 'race@example.com' });
    const token = tokenIn((await mailsTo(farm, 'race@example.com', 1)).at(-1));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        webBrowser(farm).post('/auth/reset-password', { token, newPassword: `a brand new phrase ${index}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each(['x', 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6Im93bmVyQGZhcm0ubG9jYWwifQ.', '\u{1F600}', 'a'.repeat(2_000)])(
    'a link with the token %j leads nowhere',
    async (token) => {
      const browser = webBrowser(farm);
      expect((await browser.post('/auth/verify-email', { token })).body).toMatchObject({ code: 'LINK_INVALID' });
      const reset = await browser.post('/auth/reset-password', { token, newPassword: goodPassword });
      expect(reset.body).toMatchObject({ code: 'LINK_INVALID' });
    },
  );

  test('is stored as argon2id with its own salt; tokens of mails are not stored as they are sent', async () => {
    const logins = await farm.db.selectFrom('web_login').select('password').execute();
    expect(logins.length).toBeGreaterThan(1);
    for (const { password } of logins) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(new Set(logins.map(({ password }) => password)).size).toBe(logins.length);
    await webBrowser(farm).post('/auth/reset-password/request', { email: 'devices@example.com' });
    const token = tokenIn((await mailsTo(farm, 'devices@example.com', 1)).at(-1));
    const stored = JSON.stringify(await farm.db.selectFrom('web_verification').selectAll().execute());
    expect(stored).not.toContain(token);
  });
});

test('H8: no password, no cookie and no token of a mail is in the log or in a table', async () => {
  const folder = path.join(farm.config.FARM_DATA, 'mail');
  const mails = await Promise.all(
    (await readdir(folder))
      .filter((name) => name.endsWith('.txt'))
      .map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  const tokens = mails.flatMap((mail) => /#token=(\S+)/.exec(mail)?.[1] ?? []);
  const sessions = await farm.db.selectFrom('web_session').select('token').execute();
  const canaries = [goodPassword, 'a brand new phrase', ...tokens, ...sessions.map(({ token }) => token)];
  expect(canaries.length).toBeGreaterThan(12);
  const log = farm.logLines.join('\n');
  expect(canaries.filter((canary) => log.includes(canary))).toEqual([]);
  const tables = ['web_user', 'web_login', 'web_verification', 'sign_in_attempt', 'account_user'] as const;
  const stored = await Promise.all(tables.map((table) => farm.db.selectFrom(table).selectAll().execute()));
  expect(canaries.filter((canary) => JSON.stringify(stored).includes(canary))).toEqual([]);
});
