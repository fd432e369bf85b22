import { type FakeNode, fakeNode } from '@reelyard/control-plane/test/fake-node.ts';
import type { TestUser } from '@reelyard/control-plane/test/harness.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleFarm, makeProject, openConsoleFarm } from './test/console-farm.ts';

let console: ConsoleFarm;
let node: FakeNode;

beforeAll(async () => {
  console = await openConsoleFarm();
  node = await fakeNode(console.farm.app, console.farm.config.FARM_NODE_TOKEN);
});
afterAll(async () => {
  await console?.[Symbol.asyncDispose]();
});

/** What the farm has, once what was done in the browser is saved. */
const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 10_000, interval: 250 });

const claim = (headline: string, more: object = {}) => ({ templateId: 'big-claim', parameters: { headline }, ...more });
const headlinesOf = async (maker: TestUser, projectId: string): Promise<unknown[]> => {
  const { body } = await maker.call('GET', `/projects/${projectId}`);
  return body.data.scenes.map((scene: { parameters: { headline?: string } }) => scene.parameters.headline);
};

test('the console is served with its policy; every address of it is the page, and its files never change', async () => {
  const page = await console.farm.app.inject({ url: '/console/projects/prj_none', headers: { accept: 'text/html' } });
  expect(page.statusCode).toBe(200);
  expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff' });
  expect(page.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
  const [script = ''] = /\/console\/assets\/[\w.-]+\.js/.exec(page.body) ?? [];
  const asset = await console.farm.app.inject({ url: script, headers: { 'accept-encoding': 'br' } });
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  });
  for (const url of ['/console/assets/none.js', '/console/assets/..%2findex.html', '/console/assets/%2e%2e']) {
    const missing = await console.farm.app.inject({ url });
    expect([url, missing.statusCode === 404 || missing.body === page.body]).toEqual([url, true]);
  }
  const home = await console.farm.app.inject({ url: '/', headers: { accept: 'text/html' } });
  expect([home.statusCode, home.headers['location']]).toEqual([302, '/console/']);
  expect((await console.farm.app.inject({ url: '/' })).statusCode).toBe(404);
});

test('by keyboard alone a scene is edited, moved and deleted, and the deletion is taken back', async () => {
  const maker = await console.newMaker();
  await using visit = await console.visit(maker);
  const { page, complaints, open } = visit;
  const project = await makeProject(maker, 'By keyboard', [claim('One'), claim('Two'), claim('Three')]);
  await open(`/projects/${project.id}`);
  const first = page.getByRole('navigation', { name: 'Scenes' }).getByRole('button', { name: /^1/ });
  await first.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await eventually(() => headlinesOf(maker, project.id)).toEqual(['Two', 'One', 'Three']);

  const headline = page.getByLabel('Headline');
  await headline.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Typed');
  await eventually(() => headlinesOf(maker, project.id)).toContain('Typed');
  // The next word goes where it was left, although the farm keeps a title without the blank at its end.
  const titles = async () =>
    (await maker.call('GET', `/projects/${project.id}`)).body.data.scenes.map(({ title }: { title: string }) => title);
  await page.getByLabel('Scene title').focus();
  await page.keyboard.type('Two ');
  await eventually(titles).toContain('Two');
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.keyboard.type('words');
  await eventually(titles).toContain('Two words');

  const acts = page.getByRole('button', { name: 'Acts on scene 3' });
  await acts.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Delete');
  await page.keyboard.press('Enter');
  await eventually(async () => (await headlinesOf(maker, project.id)).length).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await eventually(async () => (await headlinesOf(maker, project.id)).at(-1)).toBe('Three');

  // A dialog keeps the focus, ends with Escape, and gives the focus back.
  const add = page.getByRole('button', { name: 'Add a scene' });
  await add.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Add a scene' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Add a scene');
  expect(complaints).toEqual([]);
});

test('N10: what somebody else saved meanwhile is not overwritten, and what was typed here is not lost', async () => {
  const maker = await console.newMaker();
  await using visit = await console.visit(maker);
  const { page, complaints, open } = visit;
  const project = await makeProject(maker, 'Two at once', [claim('One'), claim('Two')]);
  await open(`/projects/${project.id}`);
  await page.getByLabel('Headline').waitFor();
  await maker.call('PATCH', `/projects/${project.id}/scenes/${project.sceneIds[1]}`, {
    parameters: { headline: 'Theirs' },
  });
  await page.getByLabel('Headline').fill('Mine');
  await page.getByRole('dialog', { name: 'This video was changed elsewhere' }).waitFor();
  expect(await headlinesOf(maker, project.id)).toEqual(['One', 'Theirs']);
  await page.getByRole('button', { name: 'Keep mine on top' }).click();
  await eventually(() => headlinesOf(maker, project.id)).toEqual(['Mine', 'Theirs']);
  // The refusal itself is logged by the browser; nothing else is.
  expect(complaints.splice(0).filter((text) => !text.includes('409'))).toEqual([]);
});

test('S40, S46: a field says what is wrong with it, and the others are saved all the same', async () => {
  const maker = await console.newMaker();
  await using visit = await console.visit(maker);
  const { page, complaints, open } = visit;
  const project = await makeProject(maker, 'Too long', [claim('One')]);
  await open(`/projects/${project.id}`);
  await page.getByLabel('Headline').fill('x'.repeat(70));
  await page.getByText('6 characters too long for this layer.').waitFor();
  await page.getByLabel('Eyebrow').fill('Saved anyway');
  await page.getByText('Not saved yet').waitFor();
  await eventually(
    async () => (await maker.call('GET', `/projects/${project.id}`)).body.data.scenes[0].parameters,
  ).toEqual({ headline: 'One', eyebrow: 'Saved anyway' });
  await page.getByLabel('Headline').fill('Two');
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await headlinesOf(maker, project.id)).toEqual(['Two']);
  expect(complaints).toEqual([]);
});

test('S45: a large photo is made small enough to send; another template says what it leaves behind, and can be taken back', async () => {
  const maker = await console.newMaker();
  await using visit = await console.visit(maker);
  const { page, complaints, open } = visit;
  const project = await makeProject(maker, 'A portrait', [
    { templateId: 'quote-avatar', parameters: { quote: 'So good' } },
  ]);
  const scene = async () => (await maker.call('GET', `/projects/${project.id}`)).body.data.scenes[0];
  await open(`/projects/${project.id}`);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const photo = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: 'white', noise } })
    .png()
    .toBuffer();
  expect(photo.length).toBeGreaterThan(2_000_000);
  await page
    .getByLabel('Portrait', { exact: true })
    .setInputFiles({ name: 'p.gif', mimeType: 'image/gif', buffer: photo });
  await page.getByText('This layer takes PNG, JPEG, WEBP, SVG.').waitFor();
  await page
    .getByLabel('Portrait', { exact: true })
    .setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: photo });
  await eventually(async () => String((await scene()).parameters.avatar).slice(0, 23)).toBe('data:image/webp;base64,');

  await page.getByRole('button', { name: 'Acts on scene 1' }).click();
  await page.getByRole('menuitem', { name: 'Swap the template' }).click();
  await page.getByRole('button', { name: 'Use this: Big claim' }).click();
  await page.getByText(/Now “Big claim”\..*Left behind: .*Portrait/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => (await scene()).templateId).toBe('tpl_quote-avatar');
  expect((await scene()).parameters).toMatchObject({ quote: 'So good', avatar: expect.stringMatching(/^data:image/) });
  expect(complaints).toEqual([]);
});

test('leaving waits for what is being saved, and asks where something cannot be', async () => {
  const maker = await console.newMaker();
  await using visit = await console.visit(maker);
  const { page, complaints, open } = visit;
  const project = await makeProject(maker, 'Leaving', [claim('One')]);
  await open(`/projects/${project.id}`);
  await page.getByLabel('Headline').fill('Just in time');
  await page.getByRole('link', { name: 'Publish' }).click();
  await page.getByText('Before you publish').waitFor();
  expect(await headlinesOf(maker, project.id)).toEqual(['Just in time']);

  await page.getByRole('link', { name: 'Editor' }).click();
  await page.getByLabel('Headline').fill('x'.repeat(80));
  await page.getByRole('link', { name: 'All videos' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await page.getByLabel('Headline').inputValue()).toHaveLength(80);
  await page.getByRole('link', { name: 'All videos' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Videos' }).waitFor();
  expect(await headlinesOf(maker, project.id)).toEqual(['Just in time']);
  expect(complaints).toEqual([]);
});

test('E9: texts that look like code are texts, in titles, layers and narrations', async () => {
  const maker = await console.newMaker();
  await using visit = await console.visit(maker);
  const { page, complaints, open } = visit;
  const evil = '<img src=x onerror=alert(1)>"><script>alert(2)</script>{{7*7}}';
  const project = await makeProject(maker, evil, [
    { templateId: 'quote-avatar', title: evil, parameters: { quote: evil } },
    claim('javascript:alert(3)', { title: '<svg/onload=alert(4)>' }),
  ]);
  await open('/');
  await page.getByText(evil).first().waitFor();
  await open(`/projects/${project.id}`);
  await page.getByRole('heading', { name: evil }).waitFor();
  expect(await page.getByLabel('Quote').inputValue()).toBe(evil);
  await open(`/projects/${project.id}/publish`);
  await page.getByText('<svg/onload=alert(4)>').waitFor();
  expect(complaints).toEqual([]);
});

test('S28: a publish that fails says which scene and why, is tried again, and can be cancelled', async () => {
  const maker = await console.newMaker();
  await using visit = await console.visit(maker);
  const { page, complaints, open } = visit;
  const project = await makeProject(maker, 'It fails', [claim('One')]);
  await open(`/projects/${project.id}/publish`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const held = await node.lease(10, ['scene.render']);
  await node.heartbeat(held, { stage: 'render', done: 60, total: 135 });
  await page.getByText('Rendering', { exact: true }).waitFor();
  await node.fail(held, {
    blame: 'input',
    retryable: false,
    stage: 'prepare',
    code: 'TEXT_UNFIT',
    message: 'The headline cannot be drawn.',
    layer: 'headline',
  });
  await page.getByText('Scene 1: The headline cannot be drawn.').waitFor();
  await page.getByRole('link', { name: 'Open scene 1' }).click();
  const focused = () =>
    page.evaluate<string | undefined>("document.activeElement?.closest('[data-layer]')?.dataset.layer");
  await eventually(focused).toBe('headline');

  await page.getByRole('link', { name: 'Publish' }).click();
  await page.getByRole('button', { name: /^Publish/ }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel the publish' }).click();
  await page.getByText('The last publish was cancelled').waitFor();
  expect(complaints).toEqual([]);
});

test('S86, S87: the narration is heard before the video is published', async () => {
  const maker = await console.newMaker();
  await using visit = await console.visit(maker);
  const { page, complaints, open } = visit;
  const project = await makeProject(maker, 'Spoken', [claim('One', { voiceoverText: 'Say this.' })]);
  await open(`/projects/${project.id}`);
  await page.getByRole('tab', { name: 'Video' }).click();
  await page.getByRole('button', { name: 'Hear it' }).click();
  await page.getByRole('region', { name: 'Narration' }).getByRole('status').waitFor();
  await node.finish(await node.lease(10, ['narration.synthesize']));
  await page.getByLabel('Listen to the narration').waitFor();
  expect(complaints).toEqual([]);
});

test('S60: a page that is missing is named with the way to it, and nothing can be published before', async () => {
  const maker = await console.newMaker();
  await using visit = await console.visit(maker);
  const { page, complaints, open } = visit;
  const project = await makeProject(maker, 'A page', [{ templateId: 'browser-tour', title: 'Our product' }]);
  await open(`/projects/${project.id}/publish`);
  await page.getByText('Scene 1 shows a page that was not captured yet.').waitFor();
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole('link', { name: 'Capture a page' }).getAttribute('href')).toBe(
    `/console/projects/${project.id}/captures?scene=${project.sceneIds[0]}`,
  );
  expect(complaints).toEqual([]);
});

test('S107, S109: what a plan does not have is said before it is asked for, or with what to do instead', async () => {
  const maker = await console.newMaker('free');
  await using visit = await console.visit(maker);
  const { page, complaints, open } = visit;
  await open('/');
  await page.getByRole('heading', { name: 'Make your first video' }).waitFor();
  await page.getByRole('link', { name: 'Start from a prompt' }).click();
  await page.getByLabel('What is the video about?').fill('Acme answers support tickets.');
  await page.getByRole('button', { name: 'Draft a storyboard' }).click();
  await page.getByText('Your plan has no storyboards from prompts').waitFor();
  expect(complaints.splice(0).filter((text) => !text.includes('403'))).toEqual([]);

  const project = await makeProject(maker, 'Free', [claim('One')]);
  await open(`/projects/${project.id}/publish`);
  await page.getByText('With a watermark').waitFor();
  await page.getByLabel('Quality').selectOption('4K');
  await page.getByText('Your plan has no 4K. Choose a lower quality, or another plan.').waitFor();
  expect(complaints).toEqual([]);
});

test('at 360 pixels nothing lies outside the window, and the navigation opens and closes', async () => {
  const maker = await console.newMaker();
  await using visit = await console.visit(maker, { widthPx: 360, heightPx: 740 });
  const { page, complaints, open } = visit;
  const project = await makeProject(maker, 'On a phone, with a title that is much longer than a phone is wide', [
    claim('One'),
  ]);
  for (const path of [
    '/',
    '/new',
    '/new/prompt',
    '/templates',
    `/projects/${project.id}`,
    `/projects/${project.id}/publish`,
  ]) {
    await open(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 360]);
  }
  await page.getByRole('button', { name: 'Open the navigation' }).click();
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('heading', { name: 'Templates' }).waitFor();
  expect(await page.getByRole('link', { name: 'Templates' }).isVisible()).toBe(false);
  expect(complaints).toEqual([]);
});

test('a session that ends while something is unsaved is said, and nothing is lost by it', async () => {
  const maker = await console.newMaker();
  await using visit = await console.visit(maker);
  const { page, complaints, open } = visit;
  const project = await makeProject(maker, 'Signed out', [claim('One')]);
  await open(`/projects/${project.id}`);
  await page.getByLabel('Headline').waitFor();
  await page.context().clearCookies();
  await page.getByLabel('Headline').fill('Still here');
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  expect(await page.getByLabel('Headline').inputValue()).toBe('Still here');
  expect(complaints.splice(0).filter((text) => !text.includes('401'))).toEqual([]);
});
