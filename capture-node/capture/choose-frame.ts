import type { Box, CaptureFrame, ComponentCapture } from '@reelyard/shared/contracts/capture.ts';
import { CaptureProblemError } from './capture-problem.ts';
import { bottomOf, shareWithin, unionOf } from './component-box.ts';
import { frameOf } from './frame.ts';
import type { ComponentProbe, FoundComponent, PageSize } from './in-page/component-probe.ts';
import type { IsolatedWorld } from './isolated-world.ts';
import { type RankedComponent, rankCandidates } from './rank-candidates.ts';
import { selectComponents } from './select-components.ts';

/** What a capture shows, with the page scrolled to where it is shown. Boxes are the document's. */
export interface Chosen {
  readonly frame: CaptureFrame;
  /** Those that lie on the frame whole, best first. */
  readonly candidates: readonly RankedComponent[];
  readonly selected: readonly RankedComponent[];
  /** The part of the document that the window shows. */
  readonly view: Box;
}

/** Between a bar at the window's top and the first selected part below it. */
const barGapPx = 20;

/** A part of which more is under a bar is not seen on the picture. */
const mostCovered = 0.3;

const isWanted = ({ id, found }: RankedComponent, selectedIds: ReadonlySet<string>): boolean =>
  found.requestedBy !== null || selectedIds.has(id);
const boxesOf = (parts: readonly RankedComponent[]): Box[] => parts.map(({ found }) => found.box);
const isOn = (frame: Box, { found }: RankedComponent): boolean => shareWithin(found.box, frame) >= 0.995;

/** Boxes as they are now: sticky parts move, and some pages change their layout, as they are scrolled. */
const measured = async (world: IsolatedWorld, parts: readonly RankedComponent[]): Promise<RankedComponent[]> => {
  const boxes = await world.call(
    'boxesNow',
    parts.map(({ found }) => found.ref),
  );
  return parts.flatMap((part, index) => {
    const box = boxes[index];
    return box === null || box === undefined || box.width === 0 || box.height === 0
      ? []
      : [{ ...part, found: { ...part.found, box } }];
  });
};

/** Makes room for a bar that stays at the top, so that it covers none of the selected parts. */
const clearOfBar = (frame: CaptureFrame, selected: readonly Box[], barHeight: number, page: PageSize): CaptureFrame => {
  const [first, ...others] = selected;
  if (first === undefined) return frame;
  const union = unionOf([first, ...others]);
  const highest = union.y - barHeight - barGapPx;
  if (barHeight === 0 || highest >= frame.y) return frame;
  const y = Math.max(0, Math.floor(highest));
  const height = Math.min(page.height - y, Math.max(frame.height, Math.ceil(bottomOf(union) + barGapPx - y)));
  return { ...frame, y, height };
};

/**
 * Scrolls to the frame, as a visitor would to see it: bars and columns that stay in the window stand in the picture as
 * they do in a browser. Answers the frame and the parts as they are then.
 */
const scrolledTo = async (
  world: IsolatedWorld,
  frame: CaptureFrame,
  ranked: readonly RankedComponent[],
  selectedIds: ReadonlySet<string>,
  page: PageSize,
): Promise<{ frame: CaptureFrame; ranked: RankedComponent[] }> => {
  await world.call('scrollPageTo', 0, frame.y);
  await world.call('drawn');
  let parts = await measured(world, ranked);
  const selected = (): Box[] => boxesOf(parts.filter(({ id }) => selectedIds.has(id)));
  const cleared = clearOfBar(frame, selected(), await world.call('topBarHeight'), page);
  if (cleared.y !== frame.y) {
    await world.call('scrollPageTo', 0, cleared.y);
    await world.call('drawn');
    parts = await measured(world, ranked);
  }
  const { scrollY } = await world.call('pageSize');
  return { frame: { ...cleared, scrollY }, ranked: parts };
};

const refuseOffFrame = (
  ranked: readonly RankedComponent[],
  candidates: readonly RankedComponent[],
  { frame, selectors }: ComponentCapture,
): void => {
  const missing = ranked.find((part) => part.found.requestedBy !== null && !candidates.includes(part));
  if (missing === undefined) return;
  const selector = selectors[missing.found.requestedBy ?? 0] ?? '';
  const remedy = frame === 'auto' ? 'Name fewer parts, or parts that stand nearer to each other.' : 'Use frame "auto".';
  throw new CaptureProblemError(
    'SELECTOR_NOT_FOUND',
    `"${selector.slice(0, 200)}" does not lie whole on the picture that frame "${frame}" takes. ${remedy}`,
  );
};

/** Without what lies under a dialog's veil or a bar: lifted off the page it would look as it does not look on it. */
const uncovered = async (world: IsolatedWorld, components: readonly FoundComponent[]): Promise<FoundComponent[]> => {
  const covered = await world.call(
    'coveredNow',
    components.map(({ ref }) => ref),
  );
  return components.filter(({ requestedBy }, index) => requestedBy !== null || (covered[index] ?? 0) <= mostCovered);
};

/** Ranks, selects and frames (S70), and scrolls the page to the frame. */
export const chooseFrame = async (
  world: IsolatedWorld,
  request: ComponentCapture,
  { page, components }: ComponentProbe,
): Promise<Chosen> => {
  const seen = await uncovered(world, components);
  const all = rankCandidates({ page, components: seen }, request);
  const fixedFrame = request.frame === 'auto' ? null : frameOf(request, page, [], []);
  const wanted = selectComponents(fixedFrame === null ? all : all.filter((part) => isOn(fixedFrame, part)), request);
  const planned =
    fixedFrame ??
    frameOf(
      request,
      page,
      boxesOf(wanted),
      seen.map(({ box }) => box),
    );
  const ids = new Set(wanted.map(({ id }) => id));
  const { frame, ranked } =
    planned.mode === 'auto' && planned.y > 0
      ? await scrolledTo(world, planned, all, ids, page)
      : { frame: planned, ranked: all };
  const onFrame = ranked.filter((part) => isOn(frame, part));
  const covered = await world.call(
    'coveredNow',
    onFrame.map(({ found }) => found.ref),
  );
  const candidates = onFrame.filter((part, index) => isWanted(part, ids) || (covered[index] ?? 0) <= mostCovered);
  refuseOffFrame(ranked, candidates, request);
  const { scrollX, scrollY } = await world.call('pageSize');
  return {
    frame,
    candidates,
    selected: candidates.filter(({ id }) => ids.has(id)),
    view: { x: scrollX, y: scrollY, width: page.screenWidth, height: page.screenHeight },
  };
};
