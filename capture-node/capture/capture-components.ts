import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  Candidate,
  CapturedFile,
  CaptureFile,
  CaptureFrame,
  ComponentCapture,
  ComponentCaptureResult,
  ComponentRole,
} from '@reelyard/shared/contracts/capture.ts';
import type { Page } from 'playwright-core';
import { annotate } from './annotate.ts';
import { detectAuthWall } from './auth-wall.ts';
import { refuseBadSelectors } from './bad-selectors.ts';
import { CaptureProblemError } from './capture-problem.ts';
import { type Chosen, chooseFrame } from './choose-frame.ts';
import { relativeTo } from './component-box.ts';
import type { PageSize } from './in-page/component-probe.ts';
import { type IsolatedWorld, isolatedWorld } from './isolated-world.ts';
import { type LiftedComponent, liftComponents } from './lift-components.ts';
import { restlessProblem, wasReplaced } from './page-replaced.ts';
import { preparePage } from './prepare-page.ts';
import type { RankedComponent } from './rank-candidates.ts';
import { matchScreen, type Shot, shoot } from './shoot.ts';

export interface CaptureOptions {
  /** An empty folder for the pictures. */
  readonly outDir: string;
  readonly signal: AbortSignal;
  /** Of the document as it was opened; null where a step led here. */
  readonly httpStatus: number | null;
  /** What was asked for before redirects, where the page was opened by address. */
  readonly askedUrl?: string | null;
  /** What the caller spent before, for `timingsMs`. */
  readonly openMs?: number;
  readonly stepsMs?: number;
}

export interface CapturedComponents {
  readonly result: ComponentCaptureResult;
  /** Where each file of the result lies. */
  readonly files: Readonly<Partial<Record<CaptureFile, string>>>;
}

type Capture = NonNullable<ComponentCaptureResult['capture']>;

const roleNames: Readonly<Record<ComponentRole, string>> = {
  heading: 'Heading',
  hero: 'Hero',
  card: 'Card',
  table: 'Table',
  chart: 'Chart',
  form: 'Form',
  navigation: 'Navigation',
  list: 'List',
  media: 'Picture',
  button: 'Button',
  dialog: 'Dialog',
  section: 'Section',
};

const save = async (shot: Shot, file: CaptureFile, outDir: string): Promise<CapturedFile> => {
  await writeFile(join(outDir, `${file}.png`), shot.bytes);
  return { file, mimeType: shot.mimeType, widthPx: shot.widthPx, heightPx: shot.heightPx };
};

const candidateOf = ({ found, id, score }: RankedComponent, index: number, frame: CaptureFrame): Candidate => ({
  id,
  number: index + 1,
  role: found.role,
  label: (found.label === '' ? `${roleNames[found.role]} ${index + 1}` : found.label).slice(0, 200),
  selector: found.selector.slice(0, 2_000),
  box: relativeTo(found.box, frame),
  score,
  text: found.text,
});

const takePictures = async (
  world: IsolatedWorld,
  request: ComponentCapture,
  { frame, candidates, selected, view }: Chosen,
  { outDir, signal }: CaptureOptions,
): Promise<{ capture: Capture; finalizeMs: number }> => {
  const options = { scale: frame.scale, isTransparent: false, isDraft: false, view };
  const whole = await shoot(world, frame, options);
  signal.throwIfAborted();
  const isLifting = candidates.length > 0;
  let plate: CapturedFile | null = null;
  if (selected.length > 0) {
    await world.call(
      'hideParts',
      selected.map(({ found }) => found.ref),
    );
    plate = await save(await shoot(world, frame, options), 'plate', outDir);
  }
  const parts = candidates.map(({ found }) => ({ ref: found.ref, box: found.box, spillPx: found.spillPx }));
  const lifted: LiftedComponent[] = isLifting
    ? await liftComponents(world, parts, { frame, picture: whole, view, outDir, signal })
    : [];
  // Fails where the page was replaced meanwhile, also when nothing had to be hidden.
  await world.call('hideParts', []);
  const startMs = performance.now();
  const picture = await save(whole, 'page', outDir);
  const shown = candidates.flatMap((candidate, index) => {
    const pictures = lifted[index];
    return pictures === undefined ? [] : [{ ...candidateOf(candidate, index, frame), ...pictures }];
  });
  const annotated = request.annotate
    ? await annotate(
        whole.bytes,
        frame.width,
        shown.map(({ number, box }, index) => {
          const candidate = candidates[index];
          return { number, box, isSelected: candidate !== undefined && selected.includes(candidate) };
        }),
        join(outDir, 'annotated.jpg'),
      )
    : null;
  const capture = { frame, candidates: shown, selectedIds: selected.map(({ id }) => id), picture, plate, annotated };
  return { capture, finalizeMs: performance.now() - startMs };
};

const filesOf = ({ candidates, plate, annotated }: Capture, outDir: string): Partial<Record<CaptureFile, string>> => {
  const names = [
    'page',
    ...(plate === null ? [] : ['plate']),
    ...candidates.flatMap(({ component, behind }) => [component.file, behind.file]),
  ] as CaptureFile[];
  return {
    ...Object.fromEntries(names.map((name) => [name, join(outDir, `${name}.png`)])),
    ...(annotated === null ? {} : { annotated: join(outDir, 'annotated.jpg') }),
  };
};

/** Measured from the top of the page, so that bars that stick to the window's top stand where the page begins. */
const toTop = async (world: IsolatedWorld, request: ComponentCapture): Promise<PageSize> => {
  const before = await world.call('pageSize');
  if (request.frame !== 'current') await world.call('scrollPageTo', 0, 0);
  return before;
};

type Facts = Pick<ComponentCaptureResult, 'page' | 'authWall'> & { readonly browser: Record<string, number> };

/** Probes, frames and takes the pictures of a page at rest, and leaves it as it was. */
const captureParts = async (
  page: Page,
  request: ComponentCapture,
  options: CaptureOptions,
  { browser, ...facts }: Facts,
  startMs: number,
): Promise<CapturedComponents> => {
  const world = await isolatedWorld(page);
  await matchScreen(world, page);
  await world.call('beginPictures');
  const before = await toTop(world, request);
  try {
    const probe = await world.call('probeComponents', { selectors: request.selectors });
    refuseBadSelectors(probe);
    const probedMs = performance.now();
    const chosen = await chooseFrame(world, request, probe);
    const kept = chosen.selected.map(({ found }) => found.ref);
    if (request.frame !== 'current') await world.call('hideFloaters', kept);
    await world.call('endMotion');
    await world.call('drawn');
    const framedMs = performance.now();
    const { capture, finalizeMs } = await takePictures(world, request, chosen, options);
    const timingsMs = {
      openSession: options.openMs ?? 0,
      steps: options.stepsMs ?? 0,
      probe: probedMs - startMs,
      frame: framedMs - probedMs,
      capture: performance.now() - framedMs - finalizeMs,
      finalize: finalizeMs,
      browser,
    };
    return { result: { ...facts, capture, timingsMs }, files: filesOf(capture, options.outDir) };
  } finally {
    await world.call('endPictures').catch(() => undefined);
    await world.call('scrollPageTo', before.scrollX, before.scrollY).catch(() => undefined);
  }
};

const emptyMessage = 'The page shows nothing to capture. Add steps that bring its content up, or give another address.';

const captureOnce = async (
  page: Page,
  request: ComponentCapture,
  options: CaptureOptions,
): Promise<CapturedComponents> => {
  const startMs = performance.now();
  await preparePage(page, { fixedClock: request.fixedClock, signal: options.signal });
  const { call } = await isolatedWorld(page);
  const { httpStatus } = options;
  const authWall = await detectAuthWall(page, { httpStatus, askedUrl: options.askedUrl ?? null });
  const facts = {
    page: { ...(await call('pageIdentity')), httpStatus },
    authWall,
    browser: await call('browserTimings'),
  };
  if (authWall.detected) {
    const { openMs: openSession = 0, stepsMs: steps = 0 } = options;
    const probe = performance.now() - startMs;
    const timingsMs = { openSession, steps, probe, frame: 0, capture: 0, finalize: 0, browser: facts.browser };
    return { result: { page: facts.page, authWall, capture: null, timingsMs }, files: {} };
  }
  const { textLength, pictureCount } = await call('contentOf');
  if (textLength + pictureCount === 0) throw new CaptureProblemError('PAGE_EMPTY', emptyMessage);
  return await captureParts(page, request, options, facts, startMs);
};

/**
 * Captures parts of an open page (S70): brings it to rest, finds what means something on it, selects, frames, and takes the
 * page, every candidate alone, what is behind each, the page without the selected ones, and the numbered overview.
 * Nothing is captured where the page asks to sign in. The page can be used on afterwards.
 *
 * @throws CaptureProblemError where the page or a selector is at fault
 */
export const captureComponents = async (
  page: Page,
  request: ComponentCapture,
  options: CaptureOptions,
): Promise<CapturedComponents> => {
  try {
    return await captureOnce(page, request, options);
  } catch (error) {
    if (!wasReplaced(error)) throw error;
  }
  try {
    // A page that has just gone on to another one is at rest there.
    return await captureOnce(page, request, options);
  } catch (error) {
    throw wasReplaced(error) ? restlessProblem(error) : error;
  }
};
