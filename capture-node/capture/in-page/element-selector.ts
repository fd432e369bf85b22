import { drawnParent, everyRoot } from './element-tree.ts';
import type { PageDocument, PageElement, PageRoot, PageWindow } from './page-dom.ts';

declare const document: PageDocument;
declare const window: PageWindow;

const maxRoots = 4_000;
/** Ids and classes that a build makes anew (`css-1x2y3z`, `:r4:`) would not find the element on the next visit. */
const isMadeUp = (name: string): boolean => /\d{3,}|[:_]{2}|^:|[a-f0-9]{8}|^css-|^sc-|^ember|^radix/i.test(name);

const isOnly = (root: PageRoot, selector: string, element: PageElement): boolean => {
  try {
    const found = root.querySelectorAll(selector);
    return found.length === 1 && found[0] === element;
  } catch {
    return false;
  }
};

const marksOf = (element: PageElement): string[] => {
  const tag = element.tagName.toLowerCase();
  const marks: string[] = [];
  if (element.id !== '' && !isMadeUp(element.id)) marks.push(`#${window.CSS.escape(element.id)}`);
  for (const name of ['data-testid', 'data-test', 'data-cy', 'aria-label', 'name']) {
    const value = element.getAttribute(name);
    if (value !== null && value !== '' && value.length <= 80)
      marks.push(`${tag}[${name}="${value.replace(/["\\]/g, '\\$&')}"]`);
  }
  const classes = (element.getAttribute('class') ?? '').split(/\s+/).filter((name) => name !== '' && !isMadeUp(name));
  for (const name of classes.slice(0, 4)) marks.push(`${tag}.${window.CSS.escape(name)}`);
  marks.push(tag);
  return marks;
};

const nthOf = (element: PageElement): string => {
  const tag = element.tagName;
  const siblings = Array.from(element.parentElement?.children ?? []).filter((sibling) => sibling.tagName === tag);
  const name = tag.toLowerCase();
  return siblings.length <= 1 ? name : `${name}:nth-of-type(${siblings.indexOf(element) + 1})`;
};

const withinRoot = (element: PageElement, root: PageRoot): string => {
  let path = '';
  for (let at: PageElement | null = element; at !== null; at = at.parentElement) {
    for (const mark of marksOf(at)) {
      const selector = path === '' ? mark : `${mark} > ${path}`;
      if (isOnly(root, selector, element)) return selector;
    }
    const step = nthOf(at);
    path = path === '' ? step : `${step} > ${path}`;
    if (isOnly(root, path, element)) return path;
  }
  return path;
};

/** A selector that finds this element alone; ` >> ` enters a shadow root or a frame of the same site. */
export const selectorOf = (element: PageElement): string => {
  const root = element.getRootNode() as PageRoot;
  const own = withinRoot(element, root);
  if (root === document) return own;
  const holder = root.host ?? element.ownerDocument.defaultView?.frameElement ?? null;
  return holder === null ? own : `${selectorOf(holder)} >> ${own}`;
};

const rootsWithin = (element: PageElement): PageRoot[] => {
  const inner = element.tagName === 'IFRAME' ? element.contentDocument : null;
  return [...(element.shadowRoot ? [element.shadowRoot] : []), ...(inner ? [inner] : [])];
};

/**
 * Elements that a caller's selector names, document first, then shadow roots and frames. Throws what the browser throws
 * for text that is no selector.
 */
export const findAll = (selector: string): PageElement[] => {
  const parts = selector.split(' >> ');
  let roots: PageRoot[] | null = null;
  let found: PageElement[] = [];
  for (const part of parts) {
    // The document alone first: walking every root of a big page is for selectors that it does not know.
    const within: PageRoot[] = roots ?? [document];
    found = within.flatMap((root) => Array.from(root.querySelectorAll(part)));
    if (found.length === 0 && roots === null)
      found = everyRoot(maxRoots).flatMap((root) => Array.from(root.querySelectorAll(part)));
    roots = found.flatMap(rootsWithin);
  }
  return found;
};

/** Whether `outer` holds `inner` in the drawn tree. */
export const holds = (outer: PageElement, inner: PageElement): boolean => {
  for (let at: PageElement | null = inner; at !== null; at = drawnParent(at)) if (at === outer) return true;
  return false;
};
