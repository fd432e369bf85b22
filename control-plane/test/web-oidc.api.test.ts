import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Farm, startFarm } from './harness.ts';
import { type Misbehaviour, type OidcIssuer, startIssuer } from './oidc-issuer.ts';
import { goodPassword, newUser, type WebBrowser, webBrowser } from './web-browser.ts';

let issuer: OidcIssuer;
let farm: Farm;
beforeAll(async () => {
  issuer = await startIssuer();
  farm = await startFarm({
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: issuer.clientId,
    OIDC_CLIENT_SECRET: issuer.clientSecret,
  });
});
afterAll(async () => {
  await farm.close();
  await issuer.close();
});

const ada = (name: string) => ({
  sub: `sub-${name}`,
  email: `${name}@corp.example`,
  email_verified: true,
  name: 'Ada',
});

const begin = async (browser: WebBrowser, body: object = {}): Promise<string> => {
  const answer = await browser.post('/auth/sign-in/oidc', body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.url;
};
const comeBack = async (browser: WebBrowser, address: string) => {
  const answer = await browser.get(address);
  return { status: answer.status, location: String(answer.headers['location']) };
};
const who = async (browser: WebBrowser) => {
  const { status, body } = await browser.get('/api/v2/account');
  return status === 200 ? body.data.user.email : status;
};

describe('signing in at an issuer', () => {
  test('asks with state, nonce and PKCE, and ends in a session and an account of one’s own', async () => {
    const browser = webBrowser(farm);
    expect((await browser.get('/auth/ways-in')).body.data.oidc).toBe(true);
    const url = await begin(browser, { returnPath: '/projects?tab=new' });
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      client_id: 'reelyard',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${farm.config.FARM_PUBLIC_URL}/auth/callback/oidc`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]?.length).toBeGreaterThan(20);
    const back = await comeBack(browser, issuer.approve(url, ada('first')));
    expect(back).toEqual({ status: 302, location: `${farm.config.FARM_PUBLIC_URL}/projects?tab=new` });
    expect((await browser.get('/api/v2/account')).body.data).toMatchObject({
      plan: { slug: 'free' },
      user: { email: 'first@corp.example', name: 'Ada', role: 'member' },
    });
  });

  test('again is the same user, and of many at once every one gets in', async () => {
    const browsers = [1, 2, 3, 4].map(() => webBrowser(farm));
    const addresses: string[] = [];
    for (const browser of browsers) addresses.push(issuer.approve(await begin(browser), ada('again')));
    const [first, ...rest] = browsers;
    await comeBack(first as WebBrowser, addresses[0] ?? '');
    await Promise.all(rest.map((browser, index) => comeBack(browser, addresses[index + 1] ?? '')));
    expect(await Promise.all(browsers.map(who))).toEqual(browsers.map(() => 'again@corp.example'));
    const users = await farm.db.selectFrom('web_user').where('email', '=', 'again@corp.example').selectAll().execute();
    expect(users).toHaveLength(1);
  });

  test('keeps no token of the issuer, in no table and no log', async () => {
    const logins = await farm.db.selectFrom('web_login').where('provider_id', '=', 'oidc').selectAll().execute();
    expect(logins.length).toBeGreaterThan(0);
    expect(JSON.stringify(logins)).not.toContain('canary');
    expect(farm.logLines.filter((line) => line.includes('canary'))).toEqual([]);
  });

  test('with an address that has a password here is the same person, where both have proven it', async () => {
    await newUser(farm, 'both@corp.example');
    const browser = webBrowser(farm);
    await comeBack(browser, issuer.approve(await begin(browser), ada('both')));
    expect(await who(browser)).toBe('both@corp.example');
    const withPassword = webBrowser(farm);
    await withPassword.post('/auth/sign-in', { email: 'both@corp.example', password: goodPassword });
    const ids = await Promise.all(
      [browser, withPassword].map(async (each) => (await each.get('/api/v2/account')).body.data.id),
    );
    expect(ids[0]).toBe(ids[1]);
  });

  test('with an address that the issuer has not proven takes nobody’s account', async () => {
    await newUser(farm, 'target@corp.example');
    const browser = webBrowser(farm);
    const person = { ...ada('attacker'), email: 'target@corp.example', email_verified: false };
    const back = await comeBack(browser, issuer.approve(await begin(browser), person));
    expect(back.location).toContain('/auth/sign-in?error=');
    expect(await who(browser)).toBe(401);
  });

  test('with a new address that the issuer has not proven waits for the mail', async () => {
    const browser = webBrowser(farm);
    const person = { ...ada('unproven'), email_verified: false };
    const back = await comeBack(browser, issuer.approve(await begin(browser), person));
    expect(back.location).toContain('error=');
    expect(await who(browser)).toBe(401);
  });
});

describe('coming back from an issuer', () => {
  const refused = async (browser: WebBrowser, address: string): Promise<void> => {
    const back = await comeBack(browser, address);
    expect(back.status).toBe(302);
    expect(back.location.startsWith(`${farm.config.FARM_PUBLIC_URL}/auth/sign-in?error=`)).toBe(true);
    expect(await who(browser)).toBe(401);
  };

  test.each<[string, Misbehaviour]>([
    ['signed with another key', { foreignKey: true }],
    ['with another nonce', { nonce: 'replayed' }],
    ['for another client', { audience: 'other' }],
    ['of another issuer', { issuer: 'https://evil.example' }],
    ['that has expired', { expired: true }],
  ])('with an ID token %s is no sign-in', async (_what, wrong) => {
    const browser = webBrowser(farm);
    await refused(browser, issuer.approve(await begin(browser), ada('wrong'), wrong));
  });

  test('is only taken from the browser that went there (login CSRF)', async () => {
    const [attacker, victim] = [webBrowser(farm), webBrowser(farm)];
    const address = issuer.approve(await begin(attacker), ada('attacker2'));
    await refused(victim, address);
  });

  test('ends the session that the browser had before (G7)', async () => {
    const browser = webBrowser(farm);
    await comeBack(browser, issuer.approve(await begin(browser), ada('before')));
    const before = browser.cookie();
    await comeBack(browser, issuer.approve(await begin(browser), ada('after')));
    expect(await who(browser)).toBe('after@corp.example');
    expect((await farm.app.inject({ url: '/auth/session', headers: { cookie: before } })).statusCode).toBe(401);
  });

  test('works once', async () => {
    const browser = webBrowser(farm);
    const address = issuer.approve(await begin(browser), ada('once'));
    await comeBack(browser, address);
    await browser.post('/auth/sign-out');
    await refused(browser, address);
  });

  test.each(['', '?code=x', '?state=x', '?code=x&state=x', '?error=access_denied&state=x', '?code[]=x'])(
    'with the query %j is no sign-in',
    async (query) => {
      await refused(webBrowser(farm), `/auth/callback/oidc${query}`);
    },
  );

  test.each(['//evil.example', 'https://evil.example/', '/\\evil.example'])(
    'never leads on to another site (%s)',
    async (returnPath) => {
      const answer = await webBrowser(farm).post('/auth/sign-in/oidc', { returnPath });
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'returnPath' }] } });
    },
  );
});

test('an issuer that does not answer at first is asked again; passwords work meanwhile', async () => {
  const later = await startIssuer();
  const { port } = new URL(later.url);
  await later.close();
  const waiting = await startFarm({ OIDC_ISSUER: later.url, OIDC_CLIENT_ID: 'reelyard', OIDC_CLIENT_SECRET: 'x' });
  try {
    const browser = await newUser(waiting, 'meanwhile@example.com');
    const signIn = { email: 'meanwhile@example.com', password: goodPassword };
    expect((await browser.post('/auth/sign-in', signIn)).status).toBe(200);
    expect((await browser.post('/auth/sign-in/oidc')).body).toMatchObject({
      statusCode: 503,
      code: 'OIDC_UNAVAILABLE',
    });
    const back = await startIssuer(Number(port));
    try {
      await expect
        .poll(async () => (await browser.post('/auth/sign-in/oidc')).status, { timeout: 30_000, interval: 1_000 })
        .toBe(200);
    } finally {
      await back.close();
    }
  } finally {
    await waiting.close();
  }
}, 60_000);

test('a farm where nobody signs up by themselves takes nobody new from the issuer', async () => {
  const closed = await startFarm({
    FARM_SIGN_UP: 'closed',
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: issuer.clientId,
    OIDC_CLIENT_SECRET: issuer.clientSecret,
  });
  try {
    const stranger = webBrowser(closed);
    const back = await comeBack(stranger, issuer.approve(await begin(stranger), ada('stranger')));
    expect(back.location).toContain('error=');
    await newUser(closed, 'invited@corp.example');
    const invited = webBrowser(closed);
    await comeBack(invited, issuer.approve(await begin(invited), ada('invited')));
    expect(await who(invited)).toBe('invited@corp.example');
  } finally {
    await closed.close();
  }
});
