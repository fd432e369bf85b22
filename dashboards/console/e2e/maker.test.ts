import { startRenderNode } from '@reelyard/control-plane/test/render-node.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFarm, openConsoleFarm } from './test/console-farm.ts';

let console: ConsoleFarm;
let node: Awaited<ReturnType<typeof startRenderNode>>;

beforeAll(async () => {
  console = await openConsoleFarm();
  node = await startRenderNode(console.farm);
});
afterAll(async () => {
  await node?.close();
  await console?.[Symbol.asyncDispose]();
});

test('a maker signs in, makes a video of a template, edits a layer, publishes, and sees and downloads the film', async () => {
  const maker = await console.newMaker();
  await using visit = await console.visit(null);
  const { page, complaints } = visit;
  // Asked for by somebody who is not signed in: the sign-in comes back to the same place.
  await page.goto(`${console.origin}/console/new?from=a-link`);
  await page.waitForURL(/\/auth\/sign-in\?return=/);
  await page.getByLabel('E-mail').first().fill(maker.email);
  await page.locator('#sign-in input[type="password"]').fill(maker.password);
  await page.locator('#sign-in button[type="submit"], #sign-in button').first().click();
  await page.waitForURL(/\/console\/new\?from=a-link$/);
  complaints.splice(0);

  await page.getByRole('button', { name: 'Add: Big claim' }).click();
  await page.getByRole('button', { name: 'Create the video' }).click();
  await page.getByText('Give the video a title').waitFor();
  await page.getByLabel('Title').fill('Launch day');
  await page.getByRole('button', { name: 'Create the video' }).click();

  await page.waitForURL(/\/console\/projects\/prj_/);
  await page.getByLabel('Headline').fill('Made in the console');
  await page.getByText('Saved', { exact: true }).waitFor();
  const projectId = /projects\/(prj_\w+)/.exec(page.url())?.[1] ?? '';
  const saved = await maker.call('GET', `/projects/${projectId}`);
  expect(saved.body.data.scenes[0].parameters).toEqual({ headline: 'Made in the console' });

  await page.getByRole('link', { name: 'Publish' }).click();
  await page.getByText(/Takes 1 scene render and 1 export of your plan’s month/).waitFor();
  await page.getByLabel('Quality').selectOption('720p');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('progressbar', { name: 'The whole video' }).waitFor();

  const film = page.getByLabel('Launch day: the finished video');
  await film.waitFor({ timeout: 60_000 });
  // Decoded by the browser, not just named: it has the size and the length of what was made.
  await page.waitForFunction("document.querySelector('video[aria-label]').readyState >= 1");
  expect(
    await page.evaluate(
      "(({ videoWidth, duration }) => [videoWidth, Math.round(duration * 10) / 10])(document.querySelector('video[aria-label]'))",
    ),
  ).toEqual([1280, 4.5]);
  await page.getByText('720p, MP4').waitFor();

  const [download] = await Promise.all([
    page.waitForRequest(/\/exports\/exp_\w+\/download$/),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect((await download.response())?.status()).toBe(200);
  expect(complaints).toEqual([]);
}, 110_000);
