import { freePort } from '@reelyard/deploy/local/free-port.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaseOptions, openTestPool, type TestPool } from '../../capture-node/test/browser-pool.ts';
import { accountOperations } from '../accounts/operations.ts';
import { creditOperations } from '../credits/operations.ts';
import { inTransaction } from '../database/connection.ts';
import { type Farm, startFarm, type TestUser } from './harness.ts';
import { buyWithTestMoney, decideOnPage, openTestCheckout } from './test-money.ts';

/** A farm that listens, because a browser visits it. */
const startListening = async (settings: Record<string, string> = {}): Promise<Farm> => {
  const port = await freePort();
  const farm = await startFarm({
    FARM_PORT: String(port),
    FARM_PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...settings,
  });
  await farm.app.listen({ host: '127.0.0.1', port });
  return farm;
};

let farm: Farm;
let browsers: TestPool;
beforeAll(async () => {
  farm = await startListening({ FARM_LOCAL_CHECKOUT: 'on' });
  browsers = await openTestPool('127.0.0.1', { size: 1 });
});
afterAll(async () => {
  await browsers?.pool.close();
  await farm?.close();
});

const nasty = `"><img src=x onerror="document.title='hurt'"><script>document.title='hurt'</script>&amp;`;

describe('GET /billing', () => {
  const get = (url: string, cookie?: string) =>
    farm.app.inject({ url, headers: cookie === undefined ? {} : { cookie } });

  test('sends whoever is not signed in to the sign-in page, and from there back to the very address', async () => {
    for (const asked of ['/billing', '/billing?checkout=paid&sessionId=pay_1']) {
      const { statusCode, headers } = await get(asked);
      expect([statusCode, headers.location]).toEqual([302, `/auth/sign-in?return=${encodeURIComponent(asked)}`]);
      expect(headers['cache-control']).toBe('no-store');
    }
    const ended = await get('/billing', 'reelyard.session_token=forged.signature');
    expect(ended.headers.location).toBe('/auth/sign-in?return=%2Fbilling');
  });

  test.each(['?x=<script>', '?x=%0d%0aset-cookie:a=b', '?return=//evil.test', '?checkout=paid&sessionId=%00'])(
    'E9: hands on nothing of %s that is no plain address of this farm',
    async (query) => {
      const { location } = (await get(`/billing${query}`)).headers;
      expect(location).toMatch(/^\/auth\/sign-in\?return=%2Fbilling[\w%.~-]*$/);
      expect(location).not.toMatch(/%0d|%00|%3C/i);
    },
  );

  test('is one page for everybody, that runs its own script alone, in no frame, and that nobody keeps', async () => {
    const accountId = `acc_${nasty}`;
    const { cookie } = await farm.newWebUser({ accountId });
    const page = await get(`/billing?checkout=paid&sessionId=${encodeURIComponent(nasty)}`, cookie);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(page.body).not.toContain('hurt');
    expect(page.body).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! type="module" src="\/billing\/pages\/)/);
  });

  test('everything that the page loads is there, and scripts are without types', async () => {
    const { cookie } = await farm.newWebUser({ accountId: 'acc_files' });
    const { body } = await get('/billing', cookie);
    const named = [...body.matchAll(/(?:href|src)="(\/[^"]+\.(?:css|js))"/g)].flatMap(([, path = '']) => path);
    const script = await get('/billing/pages/billing.js');
    const imported = [...script.body.matchAll(/from '\.\/([^']+)'/g)].map(([, name]) => `/billing/pages/${name}`);
    expect([named.length, imported.length]).toEqual([3, 2]);
    for (const path of [...named, ...imported]) {
      const file = await get(path);
      expect([path, file.statusCode]).toEqual([path, 200]);
      expect(file.headers['content-type']).toMatch(path.endsWith('.js') ? /^text\/javascript/ : /^text\/css/);
      expect(file.headers['x-content-type-options']).toBe('nosniff');
      expect(file.body).not.toMatch(/import type|: string\b/);
    }
  });

  test('only shows: nothing can be posted to it', async () => {
    expect((await farm.app.inject({ method: 'POST', url: '/billing' })).statusCode).toBe(405);
  });
});

/** What the browser had to say against a page: what its policy forbids, a script that failed, a failed request. */
const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
};
const signIn = async (page: Page, at: Farm, { email, password }: TestUser, path = '/billing'): Promise<void> => {
  await page.goto(`${at.config.FARM_PUBLIC_URL}${path}`);
  const form = page.locator('#sign-in');
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Password').fill(password);
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(({ href }) => href === `${at.config.FARM_PUBLIC_URL}${path}`);
  await page.getByRole('heading', { name: 'Balance' }).waitFor();
};
const total = (page: Page) => page.locator('#total').textContent();

describe('the billing page in a browser', () => {
  test('S90, S94: a person signs in, buys a pack, comes back and sees it in the balance, and again when loading anew', async () => {
    const buyer = await farm.newWebUser({ accountId: 'acc_buyer', plan: 'free' });
    const balance = async () => (await buyer.call('GET', '/billing/credits')).body.data.purchased.balance;
    await using lease = await browsers.pool.acquire(leaseOptions());
    const { page } = lease;
    const complaints = complaintsOf(page);
    await signIn(page, farm, buyer);
    expect([await total(page), await balance()]).toEqual(['10', 0]);
    expect(await page.getByText('TEST MONEY', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByText('Nothing has moved yet.').isVisible()).toBe(true);

    await page.getByRole('button', { name: 'Buy 500 credits for $39.00' }).click();
    await page.getByRole('button', { name: 'Pay $39.00 of test money' }).click();
    await page.waitForURL(/\/billing\?checkout=paid/);
    const paid = page.getByText('Paid. 500 credits were added to your account.');
    await paid.waitFor();
    await page.getByRole('heading', { name: 'Balance' }).waitFor();
    expect([await total(page), await balance()]).toEqual(['510', 500]);
    expect(await page.getByRole('row', { name: 'Bought: 500 credits' }).textContent()).toContain('+500');

    await page.reload();
    await paid.waitFor();
    await page.getByRole('heading', { name: 'Balance' }).waitFor();
    expect([await total(page), await balance()]).toEqual(['510', 500]);

    await page.getByRole('button', { name: 'Buy 100 scene renders for $7.00' }).press('Enter');
    await page.getByRole('button', { name: 'Decline' }).press('Enter');
    await page.getByText('Cancelled. Nothing was charged.').waitFor();
    await page.getByText('You have no top-up.').waitFor();
    // The sign-in page asks who is signed in, and hears that nobody is.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/\/auth\/sign-in\?return=/);
  });

  test('E9: shows every name as a text, whoever gave it, and fits a phone of 320 px', async () => {
    const accountId = 'acc_nasty';
    await accountOperations({ db: farm.db }).ensureAccount({ id: accountId, name: nasty, plan: 'free' });
    const person = await farm.newWebUser({ accountId, plan: 'free' });
    const grant = { accountId, bucket: 'purchased', credits: 7, opKey: 'nasty', reason: nasty } as const;
    await inTransaction(farm.db, (trx) =>
      creditOperations({ topUpUrl: 'https://farm.test/billing' }).grant(trx, grant),
    );
    const [template] = (await person.call('GET', '/templates?limit=1')).body.data.templates;
    const made = await person.call('POST', '/projects', { title: nasty, scenes: [{ templateId: template.id }] });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await buyWithTestMoney(farm, person, '/billing/one-time/export-pass/checkout');
    const redeemed = await person.call('POST', '/billing/one-time/export-pass/redeem', {
      projectId: made.body.data.id,
    });
    expect(redeemed.status, JSON.stringify(redeemed.body)).toBe(200);

    const viewport = { widthPx: 320, heightPx: 640, scale: 1 };
    await using lease = await browsers.pool.acquire(leaseOptions({ viewport }));
    const { page } = lease;
    await signIn(page, farm, person);
    for (const shown of ['#who', '#redeemed-projects', '#entry-rows'])
      await page.locator(shown).getByText(nasty, { exact: false }).waitFor();
    expect(await page.title()).toBe('Credits and billing · Reelyard');
    expect(await page.locator('img, main script').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });

  test('S95: a pass is used on a project from the page, which then names the project and offers it no more', async () => {
    const accountId = 'acc_passes';
    const person = await farm.newWebUser({ accountId, plan: 'free' });
    const sandbox = await farm.newKey({ accountId, environment: 'test' });
    const [template] = (await person.call('GET', '/templates?limit=1')).body.data.templates;
    const scenes = [{ templateId: template.id }];
    await buyWithTestMoney(farm, person, '/billing/one-time/export-pass/checkout');
    await buyWithTestMoney(farm, person, '/billing/one-time/export-pass/checkout');
    await farm.call(sandbox, 'POST', '/projects', { title: 'Only a try', scenes });

    await using lease = await browsers.pool.acquire(leaseOptions());
    const { page } = lease;
    const complaints = complaintsOf(page);
    await signIn(page, farm, person);
    await page.getByText('There is no project to use it on yet').waitFor();
    for (const title of ['Launch', 'Recap']) await person.call('POST', '/projects', { title, scenes });
    await page.reload();
    const choice = page.getByLabel('Use one on');
    await choice.waitFor();
    expect(await choice.locator('option').allTextContents()).toEqual(['Recap', 'Launch']);

    await choice.selectOption({ label: 'Launch' });
    await page.getByRole('button', { name: 'Use a pass' }).click();
    await page.getByText('The pass is used for “Launch”. Publish it again').waitFor();
    await page.getByText('You have 1 unused pass.').waitFor();
    await page.locator('#redeemed-projects').getByText('Launch').waitFor();
    await page.locator('#pass-project option', { hasText: 'Recap' }).waitFor({ state: 'attached' });
    await expect.poll(() => choice.locator('option').allTextContents()).toEqual(['Recap']);
    const { exportPasses } = (await person.call('GET', '/billing/one-time')).body.data;
    expect([exportPasses.available, exportPasses.redeemed.length]).toEqual([1, 1]);
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });

  test('a purchase of another account is told to nobody, and the page says what to do', async () => {
    const owner = await farm.newWebUser({ accountId: 'acc_owner' });
    const sessionId = await buyWithTestMoney(farm, owner, '/billing/credits/checkout', { packId: 'credits-100' });
    const stranger = await farm.newWebUser({ accountId: 'acc_stranger', plan: 'free' });
    await using lease = await browsers.pool.acquire(leaseOptions());
    const { page } = lease;
    await signIn(page, farm, stranger, `/billing?checkout=paid&sessionId=${sessionId}`);
    await page.getByText('There is no such purchase on this account.').waitFor();
    expect(await total(page)).toBe('10');
  });

  test('S94: a payment that is not confirmed yet is looked at again, by itself and by hand, until it is', async () => {
    const buyer = await farm.newWebUser({ accountId: 'acc_waits', plan: 'free' });
    const pack = { packId: 'credits-100' };
    const { sessionId, pagePath } = await openTestCheckout(buyer, '/billing/credits/checkout', pack);
    await using lease = await browsers.pool.acquire(leaseOptions());
    const { page } = lease;
    await signIn(page, farm, buyer, `/billing?checkout=paid&sessionId=${sessionId}`);
    await page.getByText('The payment is not confirmed yet.').waitFor();
    expect(await total(page)).toBe('10');
    await decideOnPage(farm, pagePath, 'pay');
    const look = page.getByRole('button', { name: 'Look again' });
    const paid = page.getByText('Paid. 100 credits were added to your account.');
    // Its own looks may be over on a slow machine, and may come in between on a fast one.
    const isPaid = async (): Promise<boolean> => {
      await look.click({ timeout: 500 }).catch(() => {});
      return paid.isVisible();
    };
    await expect.poll(isPaid, { timeout: 30_000 }).toBe(true);
    await page.locator('#total', { hasText: '110' }).waitFor();
    expect(await look.count()).toBe(0);
  });

  test('a farm that does not answer is said, and trying again shows the balance', async () => {
    const person = await farm.newWebUser({ accountId: 'acc_offline', plan: 'free' });
    await using lease = await browsers.pool.acquire(leaseOptions());
    const { page } = lease;
    await signIn(page, farm, person);
    await page.route('**/api/v2/billing/credits', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').getByText('The farm does not answer.').waitFor();
    expect(await page.locator('#content').isVisible()).toBe(false);
    await page.unroute('**/api/v2/billing/credits');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Balance' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('where nobody takes money the page names what to set, and has no buttons that lead nowhere', async () => {
    const poor = await startListening();
    try {
      const person = await poor.newWebUser({ accountId: 'acc_person', plan: 'pro' });
      await using lease = await browsers.pool.acquire(leaseOptions());
      const { page } = lease;
      await signIn(page, poor, person);
      await page.getByText(/STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or FARM_LOCAL_CHECKOUT=on/).waitFor();
      expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0);
      expect(await page.getByText('$39.00').isVisible()).toBe(true);
      expect(await page.getByText('TEST MONEY', { exact: true }).isVisible()).toBe(false);
    } finally {
      await poor.close();
    }
  });
});
