import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFarm, openConsoleFarm } from './test/console-farm.ts';

let opened: ConsoleFarm;
const evil = '<img src=x onerror=alert(1)>"><script>alert(2)</script>';

beforeAll(async () => {
  opened = await openConsoleFarm();
});
afterAll(async () => {
  await opened?.[Symbol.asyncDispose]();
});

const statusWith = async (secret: string): Promise<number> =>
  (await opened.farm.call(secret, 'GET', '/account')).status;

test('N41, S102: a key is made with its secret shown once, works at the API, is rotated and revoked', async () => {
  const maker = await opened.newMaker();
  await using visit = await opened.visit(maker);
  const { page, open, complaints } = visit;
  await open('/keys');
  await page.getByRole('button', { name: 'New key' }).first().click();
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByText('Give the key a name').waitFor();
  await page.getByLabel('Name').fill(evil);
  await page.getByLabel('Environment').selectOption('live');
  await page.getByLabel('Monthly cap').fill('25');
  await page.getByRole('checkbox', { name: /Publish, which spends/ }).uncheck();
  await page.getByRole('button', { name: 'Make the key' }).click();

  const field = page.getByRole('textbox', { name: 'Secret' });
  const secret = await field.inputValue();
  expect(secret).toMatch(/^svc_live_/);
  const account = await opened.farm.call(secret, 'GET', '/account');
  expect(account.body.data.key).toMatchObject({ name: evil });
  expect(account.body.data.key.scopes).not.toContain('publish');
  // Leaving without the secret is asked for twice.
  await page.keyboard.press('Escape');
  await page.getByText('close again to leave without it').waitFor();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  expect(await page.content()).not.toContain(secret);
  await page.getByText('0 of 25 credits this month').waitFor();

  await page.getByRole('button', { name: `Rotate ${evil}` }).click();
  await page.getByLabel('The secret that it has now ends').selectOption('0');
  await page.getByRole('button', { name: 'Rotate the key' }).click();
  const next = await field.inputValue();
  expect([next === secret, await statusWith(secret), await statusWith(next)]).toEqual([false, 401, 200]);
  await page.getByRole('button', { name: 'I have stored it' }).click();

  await page.getByRole('button', { name: `Revoke ${evil}` }).click();
  await page.getByRole('button', { name: 'Revoke the key' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
  expect(await statusWith(next)).toBe(401);
  expect(await page.getByRole('button', { name: `Revoke ${evil}` }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('S105: a key that ended long ago is hidden until it is asked for, and its page tells its use', async () => {
  const maker = await opened.newMaker();
  await using visit = await opened.visit(maker);
  const { page, open, complaints } = visit;
  const { body } = await maker.call('POST', '/api-keys', { name: 'Of last year', environment: 'live' });
  await maker.call('DELETE', `/api-keys/${body.data.id}`);
  await opened.farm.db
    .updateTable('api_key')
    .set({ revoked_at: new Date(Date.now() - 40 * 86_400_000) })
    .where('id', '=', body.data.id)
    .execute();
  await open('/keys');
  await page.getByRole('switch', { name: /ended more than 30 days ago/ }).waitFor();
  expect(await page.getByRole('link', { name: 'Of last year' }).count()).toBe(0);
  await page.getByRole('switch', { name: /ended more than 30 days ago/ }).check();
  await page.getByRole('link', { name: 'Of last year' }).click();
  await page.getByText('It has spent nothing yet.').waitFor();
  expect(await page.getByRole('button', { name: 'Rotate' }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
