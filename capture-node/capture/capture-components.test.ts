import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ComponentCapture, componentCaptureResultSchema } from '@reelyard/shared/contracts/capture.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaseOptions, openTestPool, type TestPool } from '../test/browser-pool.ts';
import { type FixtureHost, type FixtureSites, serveSites } from '../test/fixture-sites/serve-sites.ts';
import { colorAt, cropOf, differingPixels, flat, laidOver, pixelsIn } from '../test/pictures.ts';
import { type CapturedComponents, captureComponents } from './capture-components.ts';
import { openPage } from './open-page.ts';

let sites: FixtureSites;
let browsers: TestPool;
const folders: string[] = [];
const { signal } = new AbortController();

beforeAll(async () => {
  sites = await serveSites();
  browsers = await openTestPool(sites.allow, { size: 2, warmCount: 1 }, sites.resolve);
});
afterAll(async () => {
  await browsers[Symbol.asyncDispose]();
  await sites[Symbol.asyncDispose]();
  await Promise.all(folders.map(async (folder) => await rm(folder, { recursive: true, force: true })));
});

const slot = { kind: 'components', minComponents: 1, maxComponents: 4, widthPx: 1440, heightPx: 900 } as const;
const usual: ComponentCapture = {
  focus: [],
  selectors: [],
  frame: 'auto',
  targetFill: 0.7,
  slot,
  annotate: false,
  autoSelect: true,
  fixedClock: null,
};

/** Opens a page in a browser of its own and captures it. */
const take = async (
  host: FixtureHost | `${FixtureHost}/${string}`,
  wishes: Partial<ComponentCapture> = {},
  viewport: { widthPx: number; heightPx: number } = { widthPx: 1440, heightPx: 900 },
  afterwards: (page: Page) => Promise<void> = async () => {},
): Promise<CapturedComponents> => {
  const outDir = await mkdtemp(join(tmpdir(), 'capture-test-'));
  folders.push(outDir);
  await using lease = await browsers.pool.acquire(
    leaseOptions({ viewport: { ...viewport, scale: 2 }, wallMs: 60_000 }),
  );
  const [name = '', ...path] = host.split('/');
  const url = sites.addressOf(name as FixtureHost, `/${path.join('/')}`);
  const { httpStatus, openMs } = await openPage(lease, url, { signal, timeoutMs: 30_000 });
  return await lease.run(async (page) => {
    const taken = await captureComponents(
      page,
      { ...usual, ...wishes },
      { outDir, signal, httpStatus, openMs, askedUrl: url },
    );
    await afterwards(page);
    return taken;
  });
};

const captureOf = ({ result }: CapturedComponents) => {
  if (result.capture === null) throw new Error('nothing was captured');
  return result.capture;
};
const labelled = (taken: CapturedComponents): string[] =>
  captureOf(taken).candidates.map(({ role, label }) => `${role}: ${label}`);
const fileOf = ({ files }: CapturedComponents, name: string): string => (files as Record<string, string>)[name] ?? '';
const sha = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

/** Each part laid over what is behind it is the page again: nothing is missing, nothing is twice, nothing has moved. */
const expectParts = async (taken: CapturedComponents): Promise<void> => {
  const { candidates, frame } = captureOf(taken);
  const page = await pixelsIn(fileOf(taken, 'page'));
  for (const { number, role, componentBox } of candidates) {
    const [alone, ground] = await Promise.all(
      ['component', 'behind'].map(async (kind) => await pixelsIn(fileOf(taken, `${kind}-${number}`))),
    );
    if (alone === undefined || ground === undefined) throw new Error('a picture is missing');
    const place = cropOf(page, componentBox, frame.scale);
    // A bar of frosted glass blurs what shines through it only where it stands on it itself.
    const wrong = differingPixels(laidOver(alone, ground), place, role === 'navigation' ? 16 : 6);
    expect([number, wrong / (place.width * place.height) < 0.002]).toEqual([number, true]);
  }
};

it('S70: finds the parts of a dashboard by meaning, selects and frames them, and leaves the page as it was', async () => {
  const left: unknown[] = [];
  const taken = await take('tideline.test', { annotate: true }, undefined, async (page) => {
    const marks = '[data-ry-off],[data-ry-on],[data-ry-alone],[data-ry-holds]';
    left.push(
      await page.evaluate(
        `[document.querySelectorAll("${marks}").length, document.adoptedStyleSheets.length, scrollY]`,
      ),
    );
  });
  expect(() => componentCaptureResultSchema.parse(taken.result)).not.toThrow();
  const { candidates, selectedIds, frame, annotated } = captureOf(taken);
  expect(labelled(taken)).toEqual(
    expect.arrayContaining([
      'chart: Revenue over time',
      'table: Accounts to watch',
      'card: Plan mix',
      'card: Latest activity',
    ]),
  );
  expect(candidates.map(({ number }) => number)).toEqual(candidates.map((_, index) => index + 1));
  expect(selectedIds).toEqual(candidates.slice(0, 4).map(({ id }) => id));
  expect(frame).toMatchObject({ mode: 'auto', width: 1440, height: 900, scale: 2 });
  for (const { box } of candidates) {
    expect(box.x >= 0 && box.y >= 0).toBe(true);
    expect(box.x + box.width <= frame.width && box.y + box.height <= frame.height).toBe(true);
  }
  expect(annotated).toMatchObject({ mimeType: 'image/jpeg', widthPx: 1_280 });
  expect(left).toEqual([[0, 0, 0]]);

  // The clean plate: where the panels stood there is nothing but the page's ground, their shadows gone as well.
  const [page, plate] = await Promise.all([pixelsIn(fileOf(taken, 'page')), pixelsIn(fileOf(taken, 'plate'))]);
  for (const { id, componentBox } of candidates.filter((candidate) => selectedIds.includes(candidate.id))) {
    const ground = cropOf(plate, componentBox, frame.scale);
    // The figures above, which stay, throw the last of their shadow on it.
    expect([id, differingPixels(ground, flat(ground, [243, 246, 247, 255]), 4)]).toEqual([id, 0]);
  }
  // Everything else is the page, to the pixel: here the menu at the side.
  const side = { x: 0, y: 0, width: 230, height: frame.height };
  expect(differingPixels(cropOf(page, side, 2), cropOf(plate, side, 2), 0)).toBe(0);
});

it('S70: lifts every part so that it fits its place to the pixel: laid over what is behind it, it is the page again', async () => {
  const taken = await take('fernhill.test');
  const { candidates } = captureOf(taken);
  expect(labelled(taken)).toEqual(
    expect.arrayContaining(['card: Moor jug', 'card: Hollow lamp', 'form: Letters from the kiln']),
  );
  await expectParts(taken);
  for (const { number, box, componentBox, component, behind } of candidates) {
    const alone = await pixelsIn(fileOf(taken, `component-${number}`));
    expect([component.widthPx, component.heightPx]).toEqual([alone.width, alone.height]);
    expect([behind.widthPx, behind.heightPx]).toEqual([alone.width, alone.height]);
    expect(componentBox.x).toBeLessThanOrEqual(box.x + 0.5);
    expect(componentBox.width).toBeGreaterThanOrEqual(box.width - 0.5);
  }
  // A card's corner is round, and nothing is around it but its shadow.
  const card = await pixelsIn(fileOf(taken, 'component-1'));
  expect(colorAt(card, 1, 1)[3]).toBeLessThan(40);
  expect(colorAt(card, card.width / 2, card.height / 2)[3]).toBe(255);
});

it('S70: captures the same page the same way twice, motion, delays and counting numbers notwithstanding', async () => {
  const [first, second] = await Promise.all([take('spa.test'), take('spa.test')]);
  expect(labelled(first)).toEqual(expect.arrayContaining(['card: To do', 'card: Release health']));
  const { timingsMs: _, ...result } = first.result;
  const { timingsMs: __, ...again } = second.result;
  expect(again).toEqual({ ...result, page: { ...result.page, url: again.page.url } });
  for (const name of Object.keys(first.files))
    expect([name, await sha(fileOf(second, name))]).toEqual([name, await sha(fileOf(first, name))]);
});

it('S70: follows focus words and selectors, into shadow roots too', async () => {
  const focused = await take('fernhill.test', { focus: ['newsletter sign-up form', 'lamp'] });
  const { candidates, selectedIds } = captureOf(focused);
  const selected = candidates.filter(({ id }) => selectedIds.includes(id)).map(({ label }) => label);
  expect(selected.toSorted()).toEqual(['Hollow lamp', 'Letters from the kiln']);

  const named = await take('spa.test', { selectors: ['status-badge >> .badge-card', 'h1'] });
  expect(
    captureOf(named)
      .candidates.slice(0, 2)
      .map(({ label }) => label),
  ).toEqual(['Release health', 'Sprint board']);
  expect(captureOf(named).selectedIds).toEqual(
    captureOf(named)
      .candidates.slice(0, 2)
      .map(({ id }) => id),
  );
});

it('S70: refuses selectors that name nothing, naming each', async () => {
  await expect(take('rtl.test', { selectors: ['#nothing', 'head > title'] })).rejects.toMatchObject({
    problem: 'SELECTOR_NOT_FOUND',
    message: expect.stringMatching(/#nothing.*head > title.*not shown/s) as string,
  });
  await expect(take('rtl.test', { selectors: ['div[['] })).rejects.toMatchObject({ problem: 'SELECTOR_INVALID' });
});

it('S70: with autoSelect false offers candidates and selects none', async () => {
  const taken = await take('rtl.test', { autoSelect: false, annotate: true });
  expect(labelled(taken)).toEqual(
    expect.arrayContaining(['hero: مواعيد عيادتك في مكان واحد', 'card: مواعيد اليوم', 'card: تقارير شهرية']),
  );
  expect(captureOf(taken)).toMatchObject({ selectedIds: [], plate: null });
});

it('S70: finds the table and the code of documentation, below a bar that stays in the window', async () => {
  const taken = await take('docs.harbor.test', { focus: ['parameters table'] });
  const { candidates, frame, selectedIds } = captureOf(taken);
  const table = candidates.find(({ id }) => selectedIds.includes(id));
  expect(table).toMatchObject({ role: 'table', label: 'Parameters' });
  const bar = 64;
  expect((table?.box.y ?? 0) + frame.y - frame.scrollY).toBeGreaterThan(bar);
});

it('S70: lifts parts out of frames of the same site', async () => {
  const taken = await take('docs.harbor.test', { focus: ['Greenwheel carrier'] });
  const [part] = captureOf(taken).candidates;
  expect(part).toMatchObject({
    role: 'card',
    label: 'Greenwheel',
    selector: expect.stringMatching(/^iframe.* >> /) as string,
  });
  await expectParts(taken);
});

it('S70: lifts glass off dark ground, and a dialog off its veil, which stays', async () => {
  const glass = await take('docs.harbor.test/night');
  expect(labelled(glass)).toContain('card: Label printing');
  await expectParts(glass);

  const dialog = await take('docs.harbor.test/night#dialog', { selectors: ['dialog'] });
  expect(labelled(dialog)).toEqual(['dialog: Planned maintenance', 'heading: Planned maintenance']);
  await expectParts(dialog);
  const [page, plate] = await Promise.all([pixelsIn(fileOf(dialog, 'page')), pixelsIn(fileOf(dialog, 'plate'))]);
  expect(colorAt(plate, 4, 4)).toEqual(colorAt(page, 4, 4));
  expect(colorAt(plate, plate.width / 2, plate.height / 2)).toEqual([7, 7, 7, 255]);
});

it('S70: takes a long page whole: what appears on sight is there, what floats over it is not', async () => {
  const narrow = { widthPx: 480, heightPx: 800 };
  const taken = await take(
    'long.test',
    { frame: 'full', slot: { ...slot, minComponents: 0, maxComponents: 0 } },
    narrow,
  );
  const { frame, picture } = captureOf(taken);
  expect(frame.height).toBeGreaterThan(6_000);
  expect(picture.widthPx).toBe(Math.round(480 * frame.scale));
  const page = await pixelsIn(fileOf(taken, 'page'));
  // Pictures of the notes have colours; a note that was never on sight would be white all over.
  const middle = Array.from({ length: Math.floor(page.height / 100) }, (_, row) =>
    colorAt(page, page.width / 2, row * 100),
  );
  const longestWhite = middle.reduce(
    ({ run, most }, [red = 0, green = 0, blue = 0]) => {
      const next = red + green + blue > 740 ? run + 1 : 0;
      return { run: next, most: Math.max(most, next) };
    },
    { run: 0, most: 0 },
  ).most;
  expect(longestWhite * 100).toBeLessThan(1_500 * frame.scale);
  const corner = cropOf(page, { x: 330, y: 720, width: 140, height: 80 }, frame.scale);
  expect([...corner.data].filter((_, at) => at % 4 === 0 && (corner.data[at] ?? 255) < 40).length).toBeLessThan(
    corner.width * 8,
  );
});

it('S70: follows a page that goes on to another one', async () => {
  const { result } = await take('odd.test/moving');
  // The page leaves as soon as one of its parts is hidden: what is captured is the page where it arrived, and only that.
  expect(result.page).toMatchObject({ url: sites.addressOf('odd.test', '/arrived') });
  expect(result.capture?.candidates.map(({ label }) => label)).toContain('Here we are');
});

it('D9: a crowded page is looked at as far as one can look', async () => {
  const taken = await take('odd.test/crowded');
  expect(labelled(taken)).toContain('heading: Everything at once');
});

it('S70: captures nothing where the page asks to sign in, and says by which signs', async () => {
  const taken = await take('signin.test');
  expect(taken.result.capture).toBeNull();
  expect(taken.files).toEqual({});
  expect(taken.result.authWall).toMatchObject({ detected: true });
  expect(taken.result.authWall.signals).toContain('A password field is shown');
});

it('S70: shows the window as it is scrolled with frame current, and refuses a named part that is not on it', async () => {
  const { frame, candidates } = captureOf(await take('tideline.test', { frame: 'current' }));
  expect(frame).toMatchObject({ mode: 'current', y: 0, height: 900 });
  expect(candidates.every(({ box }) => box.y + box.height <= 900)).toBe(true);
  await expect(take('tideline.test', { frame: 'current', selectors: ['#customers'] })).rejects.toMatchObject({
    problem: 'SELECTOR_NOT_FOUND',
    message: expect.stringContaining('"auto"') as string,
  });
});
