import { type FakeCaptureNode, fakeCaptureNode } from '@reelyard/control-plane/test/fake-capture-node.ts';
import type { TestUser } from '@reelyard/control-plane/test/harness.ts';
import { paletteOf } from '@reelyard/shared/scene/palette.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ConsoleFarm, makeProject, openConsoleFarm } from './test/console-farm.ts';

let opened: ConsoleFarm;
let node: FakeCaptureNode;
const evil = '<img src=x onerror=alert(1)>"><script>alert(2)</script>';

beforeAll(async () => {
  opened = await openConsoleFarm();
  node = await fakeCaptureNode(opened.farm.app, opened.farm.config.FARM_NODE_TOKEN);
});
beforeEach(() => node.reset());
afterAll(async () => {
  await node?.close();
  await opened?.[Symbol.asyncDispose]();
});

const shownBy = async (maker: TestUser, projectId: string): Promise<string[]> => {
  const { body } = await maker.call('GET', `/projects/${projectId}`);
  const [capture] = body.data.scenes[0].captures;
  return capture === undefined ? [] : capture.selected.map(({ id }: { id: string }) => id);
};

test('S70, S71: a page is captured and its parts are chosen on the picture, by keyboard too', async () => {
  const maker = await opened.newMaker();
  await using visit = await opened.visit(maker);
  const { page, open, complaints } = visit;
  const project = await makeProject(maker, 'Tour', [{ templateId: 'component-pop-out', title: evil }]);
  await open(`/projects/${project.id}/captures`);
  await page.getByText('Shows nothing yet').waitFor();
  await page.getByLabel('Address of the page').fill('example.com/pricing');
  await page.getByRole('button', { name: 'Capture the page' }).click();
  await page.getByText('The scene shows this.').waitFor();
  expect(node.opened.at(-1)?.url).toBe('https://example.com/pricing');
  expect(await shownBy(maker, project.id)).toEqual(['cmp_a', 'cmp_b']);

  const [first, second, third] = [1, 2, 3].map((number) =>
    page.getByRole('button', { name: new RegExp(`^${number}\\. Part`) }),
  ) as [ReturnType<typeof page.getByRole>, ReturnType<typeof page.getByRole>, ReturnType<typeof page.getByRole>];
  expect(await first.getAttribute('aria-pressed')).toBe('true');
  await first.click();
  await second.focus();
  await page.keyboard.press('Space');
  await page.getByText('Choose 1 more.').waitFor();
  await page.getByRole('checkbox', { name: /^3\. Part/ }).check();
  expect(await third.getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: 'Show the selection' }).click();
  await page.getByText('The scene shows this.').waitFor();
  expect(await shownBy(maker, project.id)).toEqual(['cmp_c']);

  // A box lies where its part is in the picture: the fake page's part C is at 40, 90 of 200 × 125.
  const [box, picture] = await Promise.all([
    third.boundingBox(),
    page.getByAltText('Captured page: A page').boundingBox(),
  ]);
  if (box === null || picture === null) throw new Error('the picture or its box is not to be seen');
  expect((box.x - picture.x) / picture.width).toBeCloseTo(40 / 200, 2);
  expect((box.y - picture.y) / picture.height).toBeCloseTo(90 / 125, 2);
  expect(complaints).toEqual([]);
});

test('S70: a page that asks to sign in opens the remote browser, and is captured in it afterwards', async () => {
  const maker = await opened.newMaker();
  await using visit = await opened.visit(maker);
  const { page, open, complaints } = visit;
  const project = await makeProject(maker, 'Walled', [{ templateId: 'component-pop-out' }]);
  await open(`/projects/${project.id}/captures`);
  node.behaviour.isWalled = true;
  await page.getByLabel('Address of the page').fill('https://example.com/account');
  await page.getByRole('button', { name: 'Capture the page' }).click();
  const link = page.getByRole('link', { name: 'Go to the remote browser' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toContain(`${opened.origin}/browse/login/`);
  expect(await shownBy(maker, project.id)).toEqual([]);

  node.behaviour.isWalled = false;
  await page.getByRole('button', { name: 'Capture what it shows' }).click();
  await page.getByText('The scene shows this.').waitFor();
  expect(await shownBy(maker, project.id)).toEqual(['cmp_a', 'cmp_b']);
  await page.getByRole('button', { name: 'Close it' }).click();
  await link.waitFor({ state: 'detached' });
  expect(node.openIds()).toEqual([]);
  expect(complaints).toEqual([]);
});

test('S70: what went wrong with a page is told with what to do, and with the field it is about', async () => {
  const maker = await opened.newMaker();
  await using visit = await opened.visit(maker);
  const { page, open, complaints } = visit;
  const project = await makeProject(maker, 'Refused', [{ templateId: 'component-pop-out' }]);
  await open(`/projects/${project.id}/captures`);
  node.behaviour.openProblem = { problem: 'HOST_UNREACHABLE', message: 'The host does not answer.' };
  await page.getByLabel('Address of the page').fill('https://example.com/');
  await page.getByRole('button', { name: 'Capture the page' }).click();
  await page.getByText('The host does not answer.').first().waitFor();
  await page.getByText('whether it opens in your own browser').waitFor();
  await page.getByLabel('Address of the page').fill('http://10.0.0.1/');
  await page.getByRole('button', { name: 'Capture the page' }).click();
  await page.getByText('Only https pages can be opened.').first().waitFor();
  expect(complaints.splice(0).filter((text) => !text.includes('400'))).toEqual([]);
});

test('S20, N12: a brand is made by hand, shown in the four styles, changed and deleted', async () => {
  const maker = await opened.newMaker();
  await using visit = await opened.visit(maker);
  const { page, open, complaints } = visit;
  await open('/brands');
  await page.getByText('No brands yet').waitFor();
  await page.getByRole('button', { name: 'New brand' }).first().click();
  await page.getByRole('tab', { name: 'By hand' }).click();
  await page.getByLabel('Name').fill(evil);
  await page.getByLabel('Main colour', { exact: true }).fill('red');
  await page.getByText('Write the colour as #rrggbb').waitFor();
  expect(await page.getByRole('button', { name: 'Make the brand' }).isDisabled()).toBe(true);
  await page.getByLabel('Main colour', { exact: true }).fill('#d8432b');
  await page.getByLabel('Logo file').setInputFiles({
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30"/></svg>',
    ),
  });
  await page.getByText('The chosen file becomes the logo.').waitFor();
  await page.getByRole('button', { name: 'Make the brand' }).click();

  await page.getByRole('heading', { name: evil }).waitFor();
  await page.waitForFunction("document.querySelector('img[alt=Logo]').naturalWidth > 0");
  // The palette of the videos themselves: the brand's style stands on the brand's own colour.
  const grounds = (await page.evaluate(
    "Array.from(document.querySelectorAll('.brands-sample'), (sample) => getComputedStyle(sample).backgroundImage)",
  )) as string[];
  expect(new Set(grounds).size).toBe(4);
  const { base } = paletteOf('brand', '#d8432b', null);
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(base.slice(at, at + 2), 16));
  expect(grounds[2]).toContain(`rgb(${red}, ${green}, ${blue})`);

  await page.getByLabel('Tone').selectOption('serious');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved. Videos get it').waitFor();
  const { body } = await maker.call('GET', '/brands');
  expect(body.data.brands).toMatchObject([{ name: evil, primaryColor: '#d8432b', tone: 'serious', status: 'ready' }]);

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the brand' }).click();
  await page.getByText('No brands yet').waitFor();
  expect((await maker.call('GET', '/brands')).body.data.brands).toEqual([]);
  expect(complaints).toEqual([]);
});
