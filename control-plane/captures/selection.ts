import type { Box } from '@reelyard/shared/contracts/capture.ts';
import type { CaptureSlot } from '@reelyard/shared/contracts/template.ts';
import type { StoredImage } from '../assets/stored-image.ts';
import type { Problem } from '../http/refusal.ts';
import type { CaptureValue } from '../projects/scene-capture.ts';
import type { StoredCandidate, StoredComponents } from './stored-capture.ts';

type SlotCounts = Pick<CaptureSlot, 'key' | 'minComponents' | 'maxComponents'>;

/** True where a slot can show this many components. */
export const isCountTaken = ({ minComponents, maxComponents }: SlotCounts, count: number): boolean =>
  count >= minComponents && count <= maxComponents;

const countMessage = ({ key, minComponents, maxComponents }: SlotCounts): string => {
  if (maxComponents === 0) return `The slot "${key}" shows the page whole: select nothing.`;
  const range = minComponents === maxComponents ? `${maxComponents}` : `${minComponents} to ${maxComponents}`;
  return `The slot "${key}" takes ${range} component(s).`;
};

/** S71: everything that is wrong with a selection; empty where it can be shown. */
export const selectionProblems = (
  candidates: readonly Pick<StoredCandidate, 'id'>[],
  slot: SlotCounts,
  selectedIds: readonly string[],
): Problem[] => {
  const known = candidates.map(({ id }) => id);
  const problems: Problem[] = selectedIds.flatMap((id, index): Problem[] => {
    const path = `selectedComponentIds[${index}]`;
    if (!known.includes(id)) {
      const message = `The capture has no component "${id.slice(0, 40)}".`;
      return [{ path, code: 'UNKNOWN_COMPONENT', message, allowed: known }];
    }
    return selectedIds.indexOf(id) < index
      ? [{ path, code: 'DUPLICATE_COMPONENT', message: `The component "${id}" is named twice.` }]
      : [];
  });
  if (!isCountTaken(slot, selectedIds.length)) {
    problems.push({ path: 'selectedComponentIds', code: 'COMPONENT_COUNT', message: countMessage(slot) });
  }
  return problems;
};

/** The candidates of a selection, in its order. Ids that are none of the capture's are left out. */
export const selectedCandidates = (
  { candidates }: Pick<StoredComponents, 'candidates'>,
  selectedIds: readonly string[],
): StoredCandidate[] => selectedIds.flatMap((id) => candidates.find((candidate) => candidate.id === id) ?? []);

/** True where `plate` was taken with exactly these components hidden. */
export const isOwnSelection = (
  { selectedIds }: Pick<StoredComponents, 'selectedIds'>,
  ids: readonly string[],
): boolean => ids.length === selectedIds.length && ids.every((id) => selectedIds.includes(id));

/** Where a box of the page lies in its picture, in whole pixels. */
export const cornerPx = ({ x, y }: Pick<Box, 'x' | 'y'>, scale: number): { leftPx: number; topPx: number } => ({
  leftPx: Math.round(x * scale),
  topPx: Math.round(y * scale),
});

/** What an address bar shows of a page's address: host and path. A query may carry a secret. */
export const shownAddress = (pageUrl: string): string => {
  const url = URL.parse(pageUrl);
  return url === null ? '' : `${url.host}${url.pathname === '/' ? '' : url.pathname}`.slice(0, 200);
};

/** The pictures of a selection as they are kept for good. */
export interface KeptPictures {
  readonly page: StoredImage;
  readonly plate: StoredImage | null;
  /** In the order of the selection. */
  readonly components: readonly StoredImage[];
}

/** What the slot's layer shows: components in the order of the selection. */
export const captureValue = (
  { page, frame, candidates }: Pick<StoredComponents, 'page' | 'frame' | 'candidates'>,
  selectedIds: readonly string[],
  pictures: KeptPictures,
): CaptureValue => ({
  type: 'capture',
  page: pictures.page,
  scale: frame.scale,
  plate: pictures.plate,
  components: selectedCandidates({ candidates }, selectedIds).flatMap(({ componentBox: box, label }, index) => {
    const picture = pictures.components[index];
    return picture === undefined ? [] : [{ picture, box, label }];
  }),
  address: shownAddress(page.url),
  title: page.title,
});

/** S72: a still image as the captured page, as wide as the slot's window. */
export const stillValue = (image: StoredImage, slot: Pick<CaptureSlot, 'widthPx'>): CaptureValue => ({
  type: 'capture',
  page: image,
  scale: image.widthPx / slot.widthPx,
  plate: null,
  components: [],
  address: '',
  title: '',
});
