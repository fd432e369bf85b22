import { accountOperations } from '@reelyard/control-plane/accounts/operations.ts';
import { creditOperations } from '@reelyard/control-plane/credits/operations.ts';
import { inTransaction } from '@reelyard/control-plane/database/connection.ts';
import type { TestUser } from '@reelyard/control-plane/test/harness.ts';
import { buyWithTestMoney, decideOnPage, openTestCheckout } from '@reelyard/control-plane/test/test-money.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFarm, makeProject, openConsoleFarm } from './test/console-farm.ts';

let opened: ConsoleFarm;
const evil = '<img src=x onerror=alert(1)>"><script>alert(2)</script>';

beforeAll(async () => {
  opened = await openConsoleFarm({ FARM_LOCAL_CHECKOUT: 'on' });
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
});

const bought = async (buyer: TestUser): Promise<number> =>
  (await buyer.call('GET', '/billing/credits')).body.data.purchased.balance;
const total = (page: Page, credits: string) =>
  page.locator('.billing-total', { hasText: `${credits}credits to spend` });

test('S90, S94: a pack that is bought with test money raises the balance, and the page says so', async () => {
  const maker = await opened.newMaker();
  await using visit = await opened.visit(maker);
  const { page, open, complaints } = visit;
  await open('/billing');
  await page.getByText('TEST MONEY', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Buy 500 credits for $39.00' }).click();
  await page.getByRole('button', { name: 'Pay $39.00 of test money' }).click();
  await page.waitForURL(/\/console\/billing\?checkout=paid/);
  await page.getByText('Paid. 500 credits were added to your account.').waitFor();
  // 150 of the plan, and those that were bought.
  await total(page, '650').waitFor();
  expect(await bought(maker)).toBe(500);
  await page.reload();
  await page.getByText('Paid. 500 credits were added to your account.').waitFor();
  await total(page, '650').waitFor();

  await page.getByRole('button', { name: 'Buy 100 scene renders for $7.00' }).press('Enter');
  await page.getByRole('button', { name: 'Decline' }).press('Enter');
  await page.getByText('Cancelled. Nothing was charged.').waitFor();
  expect(await bought(maker)).toBe(500);

  await page.getByRole('tab', { name: 'Movements' }).click();
  await page.getByLabel('Show').selectOption('purchase');
  await page.getByRole('row', { name: /Bought: 500 credits.+\+500/ }).waitFor();
  expect(await page.getByRole('row').count()).toBe(2);
  expect(complaints).toEqual([]);
});

test('S94: an address that says paid proves nothing', async () => {
  const maker = await opened.newMaker();
  await using visit = await opened.visit(maker);
  const { page, open, complaints } = visit;
  const { sessionId } = await openTestCheckout(maker, '/billing/credits/checkout', { packId: 'credits-100' });
  await open(`/billing?checkout=paid&sessionId=${sessionId}`);
  await page.getByText('The payment is not confirmed yet.').waitFor();
  expect(await bought(maker)).toBe(0);
  await open('/billing?checkout=paid&sessionId=cs_of_nobody');
  await page.getByRole('alert').waitFor();
  // The refusals themselves are logged by the browser; nothing else is.
  expect(complaints.splice(0).filter((text) => !/404|400/.test(text))).toEqual([]);
});

test('S95: a pass is used on the project that was chosen, once it was confirmed, and its title is text', async () => {
  // A larger plan needs no pass, and is told to keep it.
  const maker = await opened.farm.newWebUser({ accountId: 'acc_free', plan: 'free' });
  await using visit = await opened.visit(maker);
  const { page, open, complaints } = visit;
  await buyWithTestMoney(opened.farm, maker, '/billing/one-time/export-pass/checkout');
  const project = await makeProject(maker, evil, [{ templateId: 'big-claim', parameters: { headline: 'One' } }]);
  await open('/billing');
  await page.getByText('You have 1 unused pass.').waitFor();
  await page.getByRole('button', { name: 'Use the pass' }).click();
  await page.getByRole('dialog').getByText(evil).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Use the pass' }).click();
  await page.getByText(/^The pass is used for/).waitFor();
  await page.getByRole('link', { name: evil }).waitFor();
  const { body } = await maker.call('GET', '/billing/one-time');
  expect(body.data.exportPasses).toMatchObject({ available: 0, redeemed: [{ projectId: project.id }] });
  expect(complaints).toEqual([]);
});

test('E9: every name is text, whoever gave it, and the page fits a phone of 320 px', async () => {
  const accountId = 'acc_evil';
  await accountOperations({ db: opened.farm.db }).ensureAccount({ id: accountId, name: evil, plan: 'free' });
  const person = await opened.farm.newWebUser({ accountId, plan: 'free' });
  const grant = { accountId, bucket: 'purchased', credits: 7, opKey: 'evil', reason: evil } as const;
  await inTransaction(opened.farm.db, (trx) =>
    creditOperations({ topUpUrl: 'https://farm.test/billing' }).grant(trx, grant),
  );
  await using visit = await opened.visit(person, { widthPx: 320, heightPx: 640 });
  const { page, open, complaints } = visit;
  for (const tab of ['', '?tab=usage', '?tab=movements']) {
    await open(`/billing${tab}`);
    await page.locator('.ui-tabpanel').locator('.ui-card, .ui-table').first().waitFor();
    expect([tab, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([tab, 320]);
  }
  await page.getByRole('row', { name: evil }).waitFor();
  expect(complaints).toEqual([]);
});

test('a purchase of another account is told to nobody, and the page says what to do', async () => {
  const owner = await opened.newMaker();
  const sessionId = await buyWithTestMoney(opened.farm, owner, '/billing/credits/checkout', { packId: 'credits-100' });
  const stranger = await opened.newMaker();
  await using visit = await opened.visit(stranger);
  const { page, open } = visit;
  await open(`/billing?checkout=paid&sessionId=${sessionId}`);
  await page.getByText('There is no such purchase on this account.').waitFor();
  await total(page, '150').waitFor();
  expect(await page.getByText('Paid.').count()).toBe(0);
});

test('S94: a payment that is not confirmed yet is looked at again, by itself and by hand, until it is', async () => {
  const buyer = await opened.newMaker();
  const pack = { packId: 'credits-100' };
  const { sessionId, pagePath } = await openTestCheckout(buyer, '/billing/credits/checkout', pack);
  await using visit = await opened.visit(buyer);
  const { page, open, complaints } = visit;
  await open(`/billing?checkout=paid&sessionId=${sessionId}`);
  await page.getByText('The payment is not confirmed yet.').waitFor();
  await decideOnPage(opened.farm, pagePath, 'pay');
  const look = page.getByRole('button', { name: 'Look again' });
  const paid = page.getByText('Paid. 100 credits were added to your account.');
  // Its own looks may be over on a slow machine, and may come in between on a fast one.
  const isPaid = async (): Promise<boolean> => {
    await look.click({ timeout: 500 }).catch(() => {});
    return paid.isVisible();
  };
  await expect.poll(isPaid, { timeout: 15_000 }).toBe(true);
  await total(page, '250').waitFor();
  expect(await look.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a farm that does not answer is said, and trying again shows the balance', async () => {
  await using visit = await opened.visit(await opened.newMaker());
  const { page, open } = visit;
  await page.route('**/api/v2/billing/credits', (route) => route.abort());
  await open('/billing');
  await page.getByRole('alert').getByText('The farm does not answer.').first().waitFor();
  await page.unroute('**/api/v2/billing/credits');
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await total(page, '150').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('where nobody takes money the page names what to set, and has no buttons that lead nowhere', async () => {
  const maker = await opened.newMaker();
  await using visit = await opened.visit(maker);
  const { page, open, complaints } = visit;
  // As a farm without a provider answers; one of its own would take as long as all other tests here.
  const { body } = await maker.call('GET', '/billing/one-time');
  const checkout = { available: false, provider: null, testMoney: false };
  const json = { ...body, data: { ...body.data, checkout } };
  await page.route('**/api/v2/billing/one-time', (route) => route.fulfill({ json }));
  await open('/billing');
  await page.getByText(/STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or FARM_LOCAL_CHECKOUT=on/).waitFor();
  expect(await page.getByRole('button', { name: /^Buy/ }).count()).toBe(0);
  expect(await page.getByText('$39.00').isVisible()).toBe(true);
  expect(await page.getByText('TEST MONEY', { exact: true }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
