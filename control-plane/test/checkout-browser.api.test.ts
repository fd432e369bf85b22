import { freePort } from '@reelyard/deploy/local/free-port.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserLease } from '../../capture-node/browsers/browser-lease.ts';
import { leaseOptions, openTestPool, type TestPool } from '../../capture-node/test/browser-pool.ts';
import { type Farm, startFarm, type TestUser } from './harness.ts';
import { openTestCheckout } from './test-money.ts';

let farm: Farm;
let browsers: TestPool;
let buyer: TestUser;

beforeAll(async () => {
  const port = await freePort();
  farm = await startFarm({
    FARM_LOCAL_CHECKOUT: 'on',
    FARM_PORT: String(port),
    FARM_PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  await farm.app.listen({ host: '127.0.0.1', port });
  buyer = await farm.newWebUser({ accountId: 'acc_buyer', plan: 'free' });
  browsers = await openTestPool('127.0.0.1', { size: 1 });
});
afterAll(async () => {
  await browsers?.pool.close();
  await farm?.close();
});

const balance = async (): Promise<number> => (await buyer.call('GET', '/billing/credits')).body.data.purchased.balance;

/** What the browser had to say against a page: a style or a form that the page's own policy forbids, a failed request. */
const complaintsOf = (page: Page): string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
};

/** A browser in which the buyer is signed in: the page that a checkout comes back to is for its account alone. */
const openSignedIn = async (): Promise<BrowserLease> => {
  const lease = await browsers.pool.acquire(leaseOptions());
  const cookies = buyer.cookie.split('; ').map((pair) => ({
    name: pair.slice(0, pair.indexOf('=')),
    value: pair.slice(pair.indexOf('=') + 1),
    url: farm.config.FARM_PUBLIC_URL,
  }));
  await lease.context.addCookies(cookies);
  return lease;
};

test('S90: a pack that is bought in a real browser raises the balance that the API shows', async () => {
  expect(await balance()).toBe(0);
  const { checkoutUrl, sessionId } = await openTestCheckout(buyer, '/billing/credits/checkout', {
    packId: 'credits-500',
    returnPath: '/billing?tab=credits',
  });
  await using lease = await openSignedIn();
  const { page } = lease;
  const complaints = complaintsOf(page);
  await page.goto(checkoutUrl);
  expect(await page.title()).toBe('Checkout: 500 credits (test money)');
  expect(await page.getByText('TEST MONEY', { exact: true }).isVisible()).toBe(true);
  // The style sheet is allowed by its hash: a page without it would have no colour here.
  const ground = await page.evaluate("getComputedStyle(document.querySelector('.tape')).backgroundColor");
  expect(ground).toBe('rgb(242, 184, 7)');

  await page.getByRole('button', { name: 'Pay $39.00 of test money' }).click();
  await page.waitForURL(/[?&]checkout=paid/);
  // The page behind it is the console's.
  const back = `?tab=credits&checkout=paid&sessionId=${sessionId}`;
  expect(page.url()).toBe(`${farm.config.FARM_PUBLIC_URL}/console/billing${back}`);
  expect(await balance()).toBe(500);

  await page.goto(checkoutUrl);
  expect(await page.getByRole('status').textContent()).toContain('Paid');
  expect(await page.getByRole('button').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a checkout that is declined by keyboard alone leaves the balance as it is', async () => {
  const before = await balance();
  const { checkoutUrl } = await openTestCheckout(buyer, '/billing/credits/checkout', { packId: 'credits-100' });
  await using lease = await openSignedIn();
  const { page } = lease;
  const complaints = complaintsOf(page);
  await page.goto(checkoutUrl);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&]checkout=cancelled/);
  expect(await balance()).toBe(before);
  expect(complaints).toEqual([]);
});
