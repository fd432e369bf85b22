import type { ComponentRole } from '@reelyard/shared/contracts/capture.ts';
import { heroOf, meaningOf, meaningOfContent } from './component-meaning.ts';
import { areaOf, type ElementLook, lookOf, spillOf } from './element-look.ts';
import { findAll, holds, selectorOf } from './element-selector.ts';
import {
  boxOf,
  boxOfRect,
  type DocumentBox,
  drawnParent,
  everyElement,
  isShown,
  shownBoxOf,
  styleOf,
  textOf,
} from './element-tree.ts';
import type { PageDocument, PageElement, PageWindow } from './page-dom.ts';

declare const document: PageDocument;
declare const window: PageWindow;

/** A part of the page as it was found: facts alone, the choice is the rule's (rank-candidates.ts). */
export interface FoundComponent {
  /** Names the element in later calls for as long as the document stays. */
  readonly ref: number;
  readonly role: ComponentRole;
  readonly label: string;
  readonly text: string;
  readonly selector: string;
  readonly box: DocumentBox;
  /** How much of the box is not cut off by scroll areas around it, 0…1. */
  readonly shownShare: number;
  readonly look: ElementLook;
  readonly spillPx: number;
  readonly fontSizePx: number;
  /** `ref` of the nearest found component around it. */
  readonly withinRef: number | null;
  /** Words of ids, classes and test marks: they often say what a part is where its text does not. */
  readonly names: string;
  /** Which of the caller's selectors named it. */
  readonly requestedBy: number | null;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
  readonly scrollX: number;
  readonly scrollY: number;
  readonly screenWidth: number;
  readonly screenHeight: number;
}

export interface ComponentProbe {
  readonly page: PageSize;
  readonly components: readonly FoundComponent[];
  readonly badSelectors: readonly { readonly selector: string; readonly why: 'invalid' | 'missing' | 'hidden' }[];
}

const maxElements = 20_000;
const maxFound = 260;

/** Elements that were found, by `ref`, and what they mean. */
const found: PageElement[] = [];
const roles: ComponentRole[] = [];
export const elementOf = (ref: number): PageElement | undefined => found[ref];
export const refOf = (element: PageElement): number => {
  const known = found.indexOf(element);
  return known >= 0 ? known : found.push(element) - 1;
};

export const pageSize = (): PageSize => {
  const root = document.scrollingElement ?? document.documentElement;
  return {
    width: Math.max(root.clientWidth, 1),
    height: Math.max(root.scrollHeight, root.clientHeight, 1),
    scrollX: window.scrollX,
    scrollY: window.scrollY,
    screenWidth: window.innerWidth,
    screenHeight: window.innerHeight,
  };
};

/** A heading's box goes around its words, not to the end of the line that they stand in. */
const tightBoxOf = (element: PageElement, role: ComponentRole): DocumentBox => {
  if (role !== 'heading') return boxOf(element);
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  const rect = range.getBoundingClientRect();
  return rect.width < 4 || rect.height < 4 ? boxOf(element) : boxOfRect(rect, element.ownerDocument);
};

const firstText = (element: PageElement, selector: string): string => {
  const part = element.querySelector(selector);
  return part === null || !isShown(part) ? '' : textOf(part, 120);
};

/** The title that stands before a part on the same level, as those of tables and lists often do. */
const titleBefore = (element: PageElement): string => {
  const siblings = Array.from(element.parentElement?.children ?? []);
  const before = siblings.slice(Math.max(0, siblings.indexOf(element) - 3), Math.max(0, siblings.indexOf(element)));
  const title = before.findLast((sibling) => /^H[1-6]$/.test(sibling.tagName));
  return title === undefined || !isShown(title) ? '' : textOf(title, 120);
};

const untitled: readonly ComponentRole[] = ['table', 'list', 'form', 'chart'];

const labelOf = (element: PageElement, role: ComponentRole, text: string): string => {
  const labelledBy = (element.getAttribute('aria-labelledby') ?? '')
    .split(/\s+/)
    .map((id) => (id === '' ? '' : (element.ownerDocument.getElementById(id)?.textContent ?? '').trim()))
    .join(' ')
    .trim();
  const label = [
    element.getAttribute('aria-label') ?? '',
    labelledBy,
    firstText(element, 'h1,h2,h3,h4,h5,h6,[role=heading],legend,caption,figcaption'),
    firstText(element, '[class*=title],[class*=label],[class*=heading],strong'),
    element.getAttribute('alt') ?? element.querySelector('img[alt]')?.getAttribute('alt') ?? '',
    element.getAttribute('title') ?? '',
    untitled.includes(role) ? titleBefore(element) : '',
    text,
  ].find((candidate) => candidate.trim() !== '');
  const tidy = (label ?? '').replace(/\s+/g, ' ').trim();
  return tidy.length > 80 ? `${tidy.slice(0, 79).trimEnd()}…` : tidy;
};

const namesOf = (element: PageElement): string =>
  [element.id, element.getAttribute('class'), element.getAttribute('data-testid'), element.getAttribute('name')]
    .filter((name) => name !== null)
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .slice(0, 300);

interface Pick {
  readonly element: PageElement;
  readonly role: ComponentRole;
  readonly requestedBy: number | null;
}

const describe = ({ element, role, requestedBy }: Pick, refs: ReadonlySet<PageElement>): FoundComponent => {
  const box = tightBoxOf(element, role);
  const text = textOf(element, 1_000);
  let around: PageElement | null = drawnParent(element);
  while (around !== null && !refs.has(around)) around = drawnParent(around);
  const ref = refOf(element);
  roles[ref] = role;
  return {
    ref,
    role,
    label: labelOf(element, role, text),
    text,
    selector: selectorOf(element),
    box,
    shownShare: Math.min(1, areaOf(shownBoxOf(element)) / Math.max(1, areaOf(boxOf(element)))),
    look: lookOf(element),
    spillPx: spillOf(element),
    fontSizePx: Number.parseFloat(styleOf(element)['fontSize'] ?? '0') || 0,
    withinRef: around === null ? null : refOf(around),
    names: namesOf(element),
    requestedBy,
  };
};

const requestedOf = (
  selectors: readonly string[],
): { picks: Pick[]; bad: ComponentProbe['badSelectors'][number][] } => {
  const picks: Pick[] = [];
  const bad: ComponentProbe['badSelectors'][number][] = [];
  const page = pageSize();
  for (const [index, selector] of selectors.entries()) {
    let elements: PageElement[];
    try {
      elements = findAll(selector);
    } catch {
      bad.push({ selector, why: 'invalid' });
      continue;
    }
    const shown = elements.filter((element) => isShown(element) && areaOf(boxOf(element)) >= 16);
    const [element] = shown;
    if (element === undefined) {
      bad.push({ selector, why: elements.length === 0 ? 'missing' : 'hidden' });
      continue;
    }
    // A part scrolled out of sight inside the page would be captured cut off.
    if (areaOf(shownBoxOf(element)) < areaOf(boxOf(element)) * 0.98)
      element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const sighting = { element, box: boxOf(element), look: lookOf(element), pageWidth: page.width };
    picks.push({
      element,
      role: meaningOfContent(meaningOf(sighting) ?? 'section', element, sighting.box),
      requestedBy: index,
    });
  }
  window.scrollTo({ left: page.scrollX, top: page.scrollY, behavior: 'instant' });
  return { picks, bad };
};

const isWorthALook = (box: DocumentBox, page: PageSize): boolean =>
  box.width >= 40 &&
  box.height >= 16 &&
  box.x + box.width > 0 &&
  box.x < page.width &&
  box.y + box.height > 0 &&
  areaOf(box) < page.width * Math.max(page.screenHeight * 1.6, 600);

/** Finds the parts of the page that mean something, and those that the caller's selectors name. */
export const probeComponents = (request: { readonly selectors: readonly string[] }): ComponentProbe => {
  const { picks, bad } = requestedOf(request.selectors);
  const page = pageSize();
  const taken = new Set(picks.map(({ element }) => element));
  const take = (element: PageElement, role: ComponentRole): void => {
    if (taken.has(element)) return;
    taken.add(element);
    picks.push({ element, role, requestedBy: null });
  };
  const hero = heroOf(document.querySelector('h1') ?? document.querySelector('h2'), page);
  if (hero !== null) take(hero, 'hero');
  for (const element of everyElement(maxElements)) {
    if (picks.length >= maxFound) break;
    const box = boxOf(element);
    if (!isWorthALook(box, page) || !isShown(element)) continue;
    const role = meaningOf({ element, box, look: lookOf(element), pageWidth: page.width });
    if (role !== null) take(element, meaningOfContent(role, element, box));
  }
  return { page, components: picks.map((pick) => describe(pick, taken)), badSelectors: bad };
};

/** Where components lie now, by `ref`; null for one that is gone. */
export const boxesNow = (refs: readonly number[]): (DocumentBox | null)[] =>
  refs.map((ref) => {
    const element = elementOf(ref);
    return element === undefined || !element.isConnected ? null : tightBoxOf(element, roles[ref] ?? 'section');
  });

const staysInWindow = (element: PageElement): boolean => {
  for (let at: PageElement | null = element; at !== null; at = drawnParent(at)) {
    const { position } = styleOf(at);
    if (position === 'fixed' || position === 'sticky') return true;
  }
  return false;
};

const samples = [0.08, 0.5, 0.92];

/** How much of each component lies under something that stays in the window, of what the window shows of it, 0…1. */
export const coveredNow = (refs: readonly number[]): number[] =>
  refs.map((ref) => {
    const element = elementOf(ref);
    const rect = element?.getBoundingClientRect();
    if (element === undefined || rect === undefined || element.ownerDocument !== document) return 0;
    const points = samples
      .flatMap((down) =>
        samples.map((along) => ({ x: rect.left + rect.width * along, y: rect.top + rect.height * down })),
      )
      .filter(({ x, y }) => x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight);
    const covered = points.filter(({ x, y }) => {
      const [top] = document.elementsFromPoint(x, y);
      return top !== undefined && !holds(element, top) && !holds(top, element) && staysInWindow(top);
    });
    return points.length === 0 ? 0 : covered.length / points.length;
  });

/** Height of the bars that stay at the window's top while the page scrolls under them; 0 without any. */
export const topBarHeight = (): number => {
  let height = 0;
  for (const element of document.elementsFromPoint(window.innerWidth / 2, 2)) {
    for (let at: PageElement | null = element; at !== null && at !== document.body; at = drawnParent(at)) {
      const { position } = styleOf(at);
      const rect = at.getBoundingClientRect();
      const isBar = rect.top <= 4 && rect.height <= 220 && rect.width >= window.innerWidth * 0.5;
      if ((position === 'fixed' || position === 'sticky') && isBar) height = Math.max(height, rect.bottom);
    }
  }
  return height;
};
