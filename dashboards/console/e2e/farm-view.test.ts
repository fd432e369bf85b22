import { type FakeNode, fakeNode } from '@reelyard/control-plane/test/fake-node.ts';
import type { TestUser } from '@reelyard/control-plane/test/harness.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ConsoleFarm, makeProject, openConsoleFarm } from './test/console-farm.ts';

let opened: ConsoleFarm;
let operator: TestUser;
let node: FakeNode;
let maker: TestUser;
const evil = '<img src=x onerror=alert(1)>"><script>alert(2)</script>';

beforeAll(async () => {
  opened = await openConsoleFarm();
  operator = await opened.farm.newWebUser({ accountId: 'acc_operators', role: 'admin' });
  node = await fakeNode(opened.farm.app, opened.farm.config.FARM_NODE_TOKEN, { name: evil });
  maker = await opened.newMaker();
});
/** A node that is silent is lost. */
beforeEach(() => node.presence());
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
});

const leaseStatus = async (): Promise<number> => (await node.tryLease()).status;
const reason = (page: Page, text: string): Promise<void> => page.getByLabel('Reason').fill(text);

test('S124: a member sees no farm, and is told why at its address', async () => {
  await using visit = await opened.visit(maker);
  const { page, open, complaints } = visit;
  await open('/farm/accounts/acc_operators');
  await page.getByText('This page is for the operators of the farm').waitFor();
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Farm' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('S124: an operator drains a node with a reason, sees why work waits, and resumes it', async () => {
  await using visit = await opened.visit(operator);
  const { page, open, complaints } = visit;
  const project = await makeProject(maker, evil, [{ templateId: 'big-claim', parameters: { headline: 'One' } }]);
  await open('/farm/nodes');
  await page.getByRole('heading', { name: evil }).waitFor();
  await page.getByText(/^As of \d\d:\d\d:\d\d, every 5 s$/).waitFor();
  await page.getByRole('button', { name: `Drain ${evil}` }).click();
  await page.getByRole('button', { name: 'Drain', exact: true }).click();
  await page.getByText('Say why, in 3 characters or more').waitFor();
  await reason(page, 'its disk is full');
  await page.getByRole('button', { name: 'Drain', exact: true }).click();
  await page.getByText('Held by an operator until it is resumed').waitFor();
  expect(await leaseStatus()).toBe(409);

  await maker.call('POST', `/projects/${project.id}/publish`, { quality: '720p', includeMusic: false });
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('row', { name: /Scene render.+1 job.+No node of its pool is ready/ }).waitFor();
  await page.getByText('None is ready: nothing of this pool').first().waitFor();

  await page.getByRole('tab', { name: 'Nodes' }).click();
  await page.getByRole('button', { name: `Resume ${evil}` }).click();
  await reason(page, 'it has a new disk');
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.getByText('Ready', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('S124: an operator raises the priority of a job and cancels the publish, whose account gets its work back', async () => {
  await using visit = await opened.visit(operator);
  const { page, open, complaints } = visit;
  await open('/farm/jobs');
  await page.getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('textbox', { name: 'Priority' }).fill('101');
  await page.getByText('A whole number from -100 to 100.').waitFor();
  await page.getByRole('textbox', { name: 'Priority' }).fill('90');
  await reason(page, 'the launch is today');
  await page.getByRole('button', { name: 'Set it' }).click();
  await page.getByRole('cell', { name: '90', exact: true }).waitFor();

  await page.getByRole('tab', { name: 'Publishes' }).click();
  await page
    .getByRole('row', { name: /Rendering/ })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await reason(page, 'ordered by mistake');
  await page.getByRole('button', { name: 'Cancel the publish' }).click();
  await page.getByRole('cell', { name: /^Cancelled/ }).waitFor();
  expect(complaints).toEqual([]);
});

test('S124: credits are adjusted once however often it is pressed, and every act is in the log', async () => {
  await using visit = await opened.visit(operator);
  const { page, open, complaints } = visit;
  const bought = async (): Promise<number> => (await maker.call('GET', '/billing/credits')).body.data.purchased.balance;
  await open('/farm/accounts');
  await page.getByLabel('Find an account').fill('acc_maker_1');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('link', { name: 'acc_maker_1' }).click();
  await page.getByRole('button', { name: 'Adjust credits' }).click();
  await page.getByRole('textbox', { name: 'Change' }).fill('50');
  await reason(page, 'a lost render');
  await page.getByRole('button', { name: 'Give 50 credits' }).dblclick();
  await page.getByText('The credits are adjusted.').waitFor();
  await page.getByText('50 credits', { exact: true }).waitFor();
  expect(await bought()).toBe(50);
  await page.getByRole('row', { name: /Corrected.+a lost render.+\+50/ }).waitFor();

  await page.getByRole('button', { name: 'Switch Exports in 4K' }).click();
  await page.getByRole('combobox', { name: 'Feature' }).selectOption('off');
  await reason(page, 'asked for by them');
  await page.getByRole('button', { name: 'Switch it' }).click();
  await page.getByText('Set for this account').waitFor();

  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('tab', { name: 'Acts' }).click();
  for (const what of [
    'Switched a feature',
    'Adjusted credits',
    'Cancelled a publish',
    'Set a priority',
    'Drained a node',
  ])
    await page.getByRole('row', { name: new RegExp(`${what}.+Done`) }).waitFor();
  expect(await page.getByRole('row', { name: /Adjusted credits/ }).count()).toBe(1);
  expect(complaints).toEqual([]);
});

test('a session that ended while the farm was watched leads to the sign-in and back to the same place', async () => {
  await using visit = await opened.visit(await opened.farm.newWebUser({ accountId: 'acc_watchers', role: 'admin' }));
  const { page, open } = visit;
  await open('/farm/nodes');
  await page.getByRole('heading', { name: evil }).waitFor();
  await page.context().clearCookies();
  await page.waitForURL(/\/auth\/sign-in\?return=%2Fconsole%2Ffarm%2Fnodes$/);
});
