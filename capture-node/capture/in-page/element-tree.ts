import type { PageDocument, PageElement, PageNode, PageRect, PageRoot, PageWindow } from './page-dom.ts';

declare const document: PageDocument;
declare const window: PageWindow;

/** Rectangle in CSS pixels of the top document (not of the viewport), as it is scrolled now. */
export interface DocumentBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The parent that an element is drawn in: through slots, shadow hosts and same-origin frames. */
export const drawnParent = (element: PageElement): PageElement | null => {
  if (element.assignedSlot !== null && element.assignedSlot !== undefined) return element.assignedSlot;
  if (element.parentElement !== null) return element.parentElement;
  const root = element.getRootNode() as PageRoot;
  if (root.host !== undefined) return root.host;
  const view = element.ownerDocument.defaultView;
  return view === null || view === window ? null : view.frameElement;
};

/** The document of a same-origin frame; null for any other element and for frames of other sites. */
export const innerDocument = (element: PageElement): PageDocument | null => {
  if (element.tagName !== 'IFRAME' && element.tagName !== 'FRAME') return null;
  try {
    return element.contentDocument ?? null;
  } catch {
    return null;
  }
};

/**
 * Every element of the page in document order, shadow roots and same-origin frames included; stops after `limit`, so that
 * a page of a million nodes costs no more than one of twenty thousand.
 */
export const everyElement = function* (limit: number): Generator<PageElement> {
  const waiting: PageElement[] = [document.documentElement];
  let count = 0;
  while (waiting.length > 0 && count < limit) {
    const element = waiting.pop();
    if (element === undefined) return;
    count += 1;
    yield element;
    const inner = innerDocument(element)?.documentElement;
    const groups = [element.children, element.shadowRoot?.children ?? [], inner ? [inner] : []];
    for (const group of groups)
      for (let index = Math.min(group.length, limit) - 1; index >= 0; index -= 1) {
        const child = group[index];
        if (child !== undefined) waiting.push(child);
      }
  }
};

/** Documents and shadow roots of the page that our style sheets must reach. */
export const everyRoot = (limit: number): PageRoot[] => {
  const roots: PageRoot[] = [document];
  for (const element of everyElement(limit)) {
    if (element.shadowRoot !== null) roots.push(element.shadowRoot);
    const inner = innerDocument(element);
    if (inner !== null) roots.push(inner);
  }
  return roots;
};

const originOf = (owner: PageDocument): { x: number; y: number } => {
  let x = window.scrollX;
  let y = window.scrollY;
  let view = owner.defaultView;
  while (view !== null && view !== window && view.frameElement !== null) {
    const frame: PageElement & { clientLeft?: number; clientTop?: number } = view.frameElement;
    const rect = frame.getBoundingClientRect();
    x += rect.left + (frame.clientLeft ?? 0);
    y += rect.top + (frame.clientTop ?? 0);
    view = frame.ownerDocument.defaultView;
  }
  return { x, y };
};

export const boxOfRect = (rect: PageRect, owner: PageDocument): DocumentBox => {
  const origin = originOf(owner);
  return { x: rect.left + origin.x, y: rect.top + origin.y, width: rect.width, height: rect.height };
};
export const boxOf = (element: PageElement): DocumentBox =>
  boxOfRect(element.getBoundingClientRect(), element.ownerDocument);

export const styleOf = (element: PageElement): ReturnType<PageWindow['getComputedStyle']> =>
  (element.ownerDocument.defaultView ?? window).getComputedStyle(element);

export const meetOf = (a: DocumentBox, b: DocumentBox): DocumentBox => {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
};

const clips = (element: PageElement): boolean => {
  if (element.tagName === 'BODY' || element.tagName === 'HTML') return false;
  const { overflowX, overflowY } = styleOf(element);
  return overflowX !== 'visible' || overflowY !== 'visible';
};

/** What is left of an element's box after the scroll areas and cut-offs around it. */
export const shownBoxOf = (element: PageElement): DocumentBox => {
  let box = boxOf(element);
  if (styleOf(element).position === 'fixed') return box;
  for (let at = drawnParent(element); at !== null; at = drawnParent(at)) {
    if (clips(at)) box = meetOf(box, boxOf(at));
    if (styleOf(at).position === 'fixed') break;
  }
  return box;
};

export const isShown = (element: PageElement): boolean =>
  element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });

const textNode = 3;
const elementNode = 1;
const silent = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'OPTION', 'TITLE', 'DEFS']);

/** Visible text of an element, words parted by single spaces; reads no more nodes than it needs for `length` characters. */
export const textOf = (element: PageElement, length: number): string => {
  const words: string[] = [];
  let size = 0;
  let visited = 0;
  const read = (node: PageNode): void => {
    if (size >= length || visited > 2_000) return;
    visited += 1;
    if (node.nodeType === textNode) {
      const text = (node.textContent ?? '').slice(0, length).replace(/\s+/g, ' ').trim();
      if (text !== '') {
        words.push(text);
        size += text.length + 1;
      }
      return;
    }
    if (node.nodeType !== elementNode || silent.has(node.nodeName.toUpperCase())) return;
    const child = node as PageElement;
    if (!isShown(child)) return;
    for (const part of Array.from(child.shadowRoot?.childNodes ?? child.childNodes)) read(part);
  };
  read(element);
  return words.join(' ').slice(0, length);
};
