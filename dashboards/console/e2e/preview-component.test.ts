import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShownPreview } from '../src/preview/test/page-types.ts';
import { openPreviewFarm, type PreviewFarm } from './test/preview-farm.ts';

let opened: PreviewFarm;
let project: { readonly id: string; readonly scenes: readonly { readonly id: string; readonly inputHash: string }[] };

beforeAll(async () => {
  opened = await openPreviewFarm('component-page.tsx', 'showPreview');
  const scenes = [
    { templateId: 'big-claim', parameters: { headline: 'As it is saved', style: 'dark' } },
    { templateId: 'component-pop-out', parameters: { headline: 'No capture yet' } },
  ];
  project = (await opened.maker.call('POST', '/projects', { title: 'Component', scenes })).body.data;
});
afterAll(async () => await opened?.[Symbol.asyncDispose]());

/** Gives the component other properties and waits for nothing. */
const show = async (index: number, edits: ShownPreview['edits']): Promise<void> => {
  const scene = project.scenes[index];
  if (scene === undefined) throw new Error('no such scene');
  const shown: ShownPreview = { projectId: project.id, scene, edits, aspectRatio: '16:9' };
  await opened.page.evaluate((given) => globalThis.showPreview(given), shown);
};
const slider = () => opened.page.getByRole('slider', { name: 'Position in the scene' });
const picture = async (): Promise<string> => await opened.page.evaluate("document.querySelector('canvas').toDataURL()");

test('shows the frame that stands for the scene first, and stands still', async () => {
  await show(0, {});
  await opened.page.getByRole('button', { name: 'Play' }).and(opened.page.locator(':enabled')).waitFor();
  expect(await slider().inputValue()).toBe('72');
  expect(await opened.page.getByText('2.4 / 4.5 s').count()).toBe(1);
});

test('a text that is typed is drawn before the farm has answered, and is what the farm then says', async () => {
  const { page } = opened;
  const before = await picture();
  const asked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  await page.route('**/preview', async (route) => {
    asked.resolve();
    await mayAnswer.promise;
    await route.continue();
  });
  const answered = page.waitForResponse('**/preview');
  await show(0, { parameters: { headline: 'Typed just now' } });
  await expect.poll(picture).not.toBe(before);
  await asked.promise;
  const typed = await picture();
  mayAnswer.resolve();
  const { data } = (await (await answered).json()) as { data: { values: { headline: unknown } } };
  expect(data.values.headline).toEqual({ type: 'text', text: 'Typed just now' });
  await page.unroute('**/preview');
  expect(await picture()).toBe(typed);
});

test('what is no text is drawn as the farm answers for it', async () => {
  const before = await picture();
  await show(0, { parameters: { headline: 'Typed just now', style: 'light' } });
  await expect.poll(picture).not.toBe(before);
});

test('plays from the beginning, pauses, and goes where the slider is put', async () => {
  const { page } = opened;
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(async () => Number(await slider().inputValue())).toSatisfy((at) => at > 0 && at < 60);
  await page.getByRole('button', { name: 'Pause' }).click();
  await slider().fill('100');
  expect(await page.getByText('3.3 / 4.5 s').count()).toBe(1);
  await slider().press('ArrowRight');
  expect(await slider().inputValue()).toBe('101');
});

test('is drawn sharper where its box grows', async () => {
  const widthPx = async (): Promise<number> => await opened.page.evaluate("document.querySelector('canvas').width");
  expect(await widthPx()).toBe(640);
  await opened.page.evaluate("document.getElementById('place').style.width = '1200px'");
  await expect.poll(widthPx).toBe(1_280);
  expect(await slider().inputValue()).toBe('101');
});

test('says why an edit cannot be, and shows what was there', async () => {
  const { page } = opened;
  await show(0, { parameters: { headline: 'x'.repeat(5_000) } });
  await page.getByRole('status').filter({ hasText: 'headline' }).waitFor();
  await show(0, { parameters: { headline: 'வணக்கம்' } });
  await page.getByRole('status').filter({ hasText: 'no bundled font can draw' }).waitFor();
  await show(0, {});
  await page.getByRole('status').waitFor({ state: 'detached' });
});

test('says that a scene needs its captured page, and does not show another scene in its place', async () => {
  await show(1, {});
  await opened.page.getByRole('status').filter({ hasText: 'captured page' }).waitFor();
  expect(await slider().isDisabled()).toBe(true);
  expect(opened.complaints).toEqual([]);
});
