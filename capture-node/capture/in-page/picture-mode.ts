import { elementOf } from './component-probe.ts';
import { boxOf, everyElement, everyRoot, innerDocument, isShown, styleOf } from './element-tree.ts';
import type { PageDocument, PageElement, PageRoot, PageStyleSheet, PageWindow } from './page-dom.ts';

declare const document: PageDocument;
declare const window: PageWindow;

const rootLimit = 20_000;
const stillCss =
  '*,*::before,*::after{transition:none!important;caret-color:transparent!important;scroll-behavior:auto!important}' +
  // A ring shows where the keyboard is, and goes out as soon as its part is hidden once.
  ':focus-visible{outline:none!important}';
const partsCss =
  '[data-ry-off],[data-ry-off] *{visibility:hidden!important}' +
  // The veil of a dialog is not a part of it: it stays when the dialog is hidden, and never comes along.
  '[data-ry-off]::backdrop{visibility:visible!important}' +
  ':root[data-ry-alone] ::backdrop{display:none!important}' +
  '[data-ry-on]{visibility:visible!important}' +
  ':root[data-ry-alone],:root[data-ry-alone] *:not([data-ry-on],[data-ry-on] *,[data-ry-holds]){visibility:hidden!important}' +
  ':root[data-ry-alone],:root[data-ry-alone] body{background:transparent!important}' +
  '[data-ry-holds]{visibility:visible!important;background:transparent!important;border-color:transparent!important;box-shadow:none!important}';

/** Elements that wear one of our marks, so that leaving finds them without a walk of the page. */
const marked = new Set<PageElement>();
const mark = (element: PageElement, name: string): void => {
  element.setAttribute(name, '');
  marked.add(element);
};

let floaters: PageElement[] = [];
let dressed: { readonly root: PageRoot; readonly sheet: PageStyleSheet }[] = [];

/**
 * Dresses the page for pictures: nothing fades, no caret blinks. Constructed style sheets, because a page's security
 * policy forbids style elements of others.
 */
export const beginPictures = (): void => {
  endPictures();
  for (const root of everyRoot(rootLimit)) {
    const view =
      root === document ? window : ((root as PageDocument).defaultView ?? root.host?.ownerDocument.defaultView);
    if (view === null || view === undefined) continue;
    // A sheet belongs to the document that made it.
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(stillCss + partsCss);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    dressed.push({ root, sheet });
  }
};

const unmark = (): void => {
  for (const element of marked)
    for (const name of ['data-ry-off', 'data-ry-on', 'data-ry-alone', 'data-ry-holds']) element.removeAttribute(name);
  marked.clear();
};

/** Shows the whole page again and takes our style off it. */
export const endPictures = (): void => {
  floaters = [];
  unmark();
  for (const { root, sheet } of dressed)
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((worn) => worn !== sheet);
  dressed = [];
};

/** A page that loads itself anew has lost our parts: hiding none of them would make a picture that lies. */
const expectBegun = (): void => {
  if (dressed.length === 0) throw new Error('the page was replaced while its pictures were taken');
};

/** Shows everything but the given parts; what lies behind them appears. */
export const hideParts = (refs: readonly number[]): void => {
  expectBegun();
  unmark();
  for (const ref of refs) {
    const element = elementOf(ref);
    if (element !== undefined) mark(element, 'data-ry-off');
  }
  hideAgain();
};

/** Shows the given parts alone on nothing. */
export const isolateParts = (refs: readonly number[]): void => {
  expectBegun();
  unmark();
  mark(document.documentElement, 'data-ry-alone');
  for (const ref of refs) {
    const element = elementOf(ref);
    if (element === undefined) continue;
    mark(element, 'data-ry-on');
    let view = element.ownerDocument.defaultView;
    while (view !== null && view !== window && view.frameElement !== null) {
      mark(view.frameElement.ownerDocument.documentElement, 'data-ry-alone');
      const inner = innerDocument(view.frameElement)?.documentElement;
      if (inner !== undefined) mark(inner, 'data-ry-alone');
      mark(view.frameElement, 'data-ry-holds');
      view = view.frameElement.ownerDocument.defaultView;
    }
  }
};

const hideAgain = (): void => {
  for (const floater of floaters) if (!marked.has(floater)) mark(floater, 'data-ry-off');
};

const isFloater = (element: PageElement, keep: readonly PageElement[]): boolean => {
  const { position } = styleOf(element);
  if (position !== 'fixed' || !isShown(element)) return false;
  if (keep.some((part) => element === part || element.contains(part) || part.contains(element))) return false;
  const box = boxOf(element);
  const top = box.y - window.scrollY;
  // Bars at the top and columns at the side belong to the page; what floats over its content does not.
  const isTopBar = top <= 4 && box.height <= 200;
  const isColumn = box.height >= window.innerHeight * 0.85 && box.width <= window.innerWidth * 0.4;
  const isWhole = box.height >= window.innerHeight * 0.85 && box.width >= window.innerWidth * 0.85;
  return !isTopBar && !isColumn && !isWhole;
};

/** Chat bubbles, "back to top" and bars at the bottom: hidden in every picture from here on, unless one of them is asked for. */
export const hideFloaters = (keepRefs: readonly number[]): void => {
  const keep = keepRefs.map(elementOf).filter((element) => element !== undefined);
  floaters = Array.from(everyElement(rootLimit)).filter((element) => isFloater(element, keep));
  hideAgain();
};

/** Resolves after the next two frames: what was changed is drawn. */
export const drawn = async (): Promise<void> => {
  const frame = async (): Promise<void> =>
    await new Promise((resolve) => {
      window.setTimeout(resolve, 200);
      window.requestAnimationFrame(resolve);
    });
  await frame();
  await frame();
};

export const scrollPageTo = (left: number, top: number): void => {
  window.scrollTo({ left, top, behavior: 'instant' });
};
