import type { Capture, Scene, TemplateDetail } from '@reelyard/shared/sdk/operations.gen.ts';

export type Slot = TemplateDetail['uiCaptureSlots'][number];
export type Candidate = Capture['candidates'][number];

/** What to do about a capture that was not made, by the API's code; null where its own words are enough. */
const advices: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED:
    'The farm opens pages of the public web only. Ask its operator to allow an intranet (FARM_EGRESS_ALLOW).',
  HOST_UNREACHABLE: 'Look whether the address is written as it should be, and whether it opens in your own browser.',
  TLS_INVALID: "The site's certificate is not valid. Its owner has to mend that; the farm does not look past it.",
  PAGE_TIMEOUT:
    'The page did not settle in time. Try again, or open it in the remote browser and capture what it shows.',
  PAGE_ERROR_STATUS: 'Give the address of a page that anyone can open, or sign in to it in the remote browser first.',
  PAGE_CRASHED: 'The page broke its browser. Try again; a lighter page of the site may work.',
  PAGE_TOO_LARGE: 'Capture what the window shows instead of the whole page.',
  TOO_MANY_REDIRECTS: 'The page sends its visitors around in circles. Give the address at which it ends.',
  NOT_A_PAGE: 'The address leads to a file. Give a web page; a picture goes below, where the template takes one.',
  PAGE_EMPTY: 'Nothing was to be seen. A notice or a sign-in may hide the page: open it in the remote browser.',
  NO_BROWSER_AVAILABLE: 'Every browser of the farm is busy, or no capture node runs. Try again in a moment.',
  CAPTURE_TIMEOUT: 'Try again; where the page is heavy, capture what the window shows instead of the whole page.',
  CAPTURE_FAILED: 'It cost nothing. Try again.',
  HUMAN_HOLD: 'Press “I am signed in” in the remote browser when you are done there, then capture.',
  BROWSE_CONCURRENCY: 'Close a remote browser that you no longer need.',
  BROWSE_DAILY_MINUTES: 'Give the address of the page instead: that takes no minutes.',
  SESSION_CLOSED: 'Open the remote browser again.',
  SESSION_LOST: 'Open the remote browser again.',
  PLAN_LIMIT_REACHED: 'More captures come with the next month or a larger plan.',
};
export const adviceFor = (code: string): string | null =>
  Object.hasOwn(advices, code) ? (advices[code] ?? null) : null;

/** After these the remote browser that was open is there no more. */
export const endsSession = (code: string): boolean => code === 'SESSION_CLOSED' || code === 'SESSION_LOST';

/** How many components a slot shows. */
export const countText = ({ minComponents, maxComponents }: Pick<Slot, 'minComponents' | 'maxComponents'>): string => {
  if (maxComponents === 0) return 'Shows the page as a whole.';
  if (minComponents === maxComponents)
    return `Shows ${maxComponents} ${maxComponents === 1 ? 'part' : 'parts'} of the page.`;
  return minComponents === 0
    ? `Shows up to ${maxComponents} parts of the page, or the page alone.`
    : `Shows ${minComponents} to ${maxComponents} parts of the page.`;
};

/** What is wrong with a selection; null where it can be saved. */
export const selectionProblem = (
  { minComponents, maxComponents }: Pick<Slot, 'minComponents' | 'maxComponents'>,
  count: number,
): string | null => {
  if (count < minComponents) return `Choose ${minComponents - count} more.`;
  return count > maxComponents ? `Take ${count - maxComponents} away.` : null;
};

/** The selection after a press on one candidate: it goes, or comes last. Where only one fits, the new one takes its place. */
export const toggled = (
  selected: readonly string[],
  id: string,
  { maxComponents }: Pick<Slot, 'maxComponents'>,
): readonly string[] => {
  if (selected.includes(id)) return selected.filter((each) => each !== id);
  return maxComponents === 1 ? [id] : [...selected, id];
};

export const isSameSelection = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

export interface PercentBox {
  readonly left: string;
  readonly top: string;
  readonly width: string;
  readonly height: string;
}

const percent = (part: number, whole: number): number => Math.min(100, Math.max(0, (part / whole) * 100));

/** Where a candidate lies over the picture, whatever its size on the page; what sticks out is cut off. */
export const boxOver = (
  { x, y, width, height }: Candidate['box'],
  frame: Pick<Capture['frame'], 'width' | 'height'>,
): PercentBox => {
  const [left, top] = [percent(x, frame.width), percent(y, frame.height)];
  const [right, bottom] = [percent(x + width, frame.width), percent(y + height, frame.height)];
  const text = (value: number): string => `${Number(value.toFixed(3))}%`;
  return { left: text(left), top: text(top), width: text(right - left), height: text(bottom - top) };
};

/** Small parts over large ones, so that each can be pressed. */
export const largestFirst = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);

/** What a candidate is called: its own words and what it is, since a card and its heading have the same words. */
export const candidateName = ({ label, role, number }: Pick<Candidate, 'label' | 'role' | 'number'>): string => {
  const name = label.trim();
  return name === '' ? `${number}. ${role}` : `${number}. ${name} (${role})`;
};

/** Words that the page should be searched for, as they are typed: parted by commas; ten of 200 characters at most. */
export const focusOf = (text: string): string[] =>
  text
    .split(',')
    .map((word) => Array.from(word.trim()).slice(0, 200).join(''))
    .filter((word) => word !== '')
    .slice(0, 10);

/** An address as people type it: without https:// it is taken for https. */
export const addressOf = (text: string): string => {
  const typed = text.trim();
  return typed === '' || (/^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/]+:\d+(\/|$)/.test(typed))
    ? typed
    : `https://${typed}`;
};

/** What a slot of a scene shows now; null where it shows nothing that fits. */
export const shownIn = ({ captures }: Pick<Scene, 'captures'>, slotKey: string): Scene['captures'][number] | null =>
  captures.find((capture) => capture.slotKey === slotKey) ?? null;
