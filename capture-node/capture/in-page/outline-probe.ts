import { selectorOf } from './element-selector.ts';
import { boxOf, everyElement, isShown, textOf } from './element-tree.ts';
import type { PageDocument, PageElement, PageWindow } from './page-dom.ts';

declare const document: PageDocument;
declare const window: PageWindow;

/** N16: the page in words, as far as the page itself knows it. */
export interface PageOutline {
  readonly url: string;
  readonly title: string;
  readonly headings: { level: number; text: string; id: string | null }[];
  readonly links: { text: string; href: string; selector: string }[];
  readonly sections: { id: string; label: string; box: { x: number; y: number; width: number; height: number } }[];
  readonly scroll: { y: number; height: number; viewportHeight: number };
}

/** As much as an agent reads without losing the thread. */
const most = { elements: 12_000, headings: 60, links: 100, sections: 40 } as const;

const isSection = (element: PageElement): boolean =>
  element.matches(
    'main,header,footer,nav,aside,section,form,dialog,[role=main],[role=navigation],[role=search],[role=dialog],[role=region],[role=banner],[role=contentinfo]',
  );

const labelOfSection = (element: PageElement): string => {
  const named = element.getAttribute('aria-label') ?? '';
  if (named !== '') return named.slice(0, 120);
  const heading = element.querySelector('h1,h2,h3,h4,legend,[role=heading]');
  const text = heading === null ? '' : textOf(heading, 120);
  return text !== '' ? text : (element.getAttribute('role') ?? element.tagName.toLowerCase());
};

const levelOf = (element: PageElement): number | null => {
  const level =
    /^H([1-6])$/.exec(element.tagName)?.[1] ??
    (element.getAttribute('role') === 'heading' ? (element.getAttribute('aria-level') ?? '2') : null);
  return level === null ? null : Math.min(6, Math.max(1, Number(level) || 2));
};

const isPressable = (element: PageElement): boolean =>
  element.matches('a[href],button,[role=button],[role=link],[role=tab],[role=menuitem],input[type=submit],summary');

const wordsOf = (element: PageElement): string =>
  textOf(element, 100) ||
  element.getAttribute('aria-label') ||
  element.getAttribute('title') ||
  element.getAttribute('value') ||
  '';

/** Links and buttons alike: both are what an agent may press. A button's href is empty. */
export const pageOutline = (): PageOutline => {
  const headings: PageOutline['headings'] = [];
  const links: PageOutline['links'] = [];
  const sections: PageOutline['sections'] = [];
  for (const element of everyElement(most.elements)) {
    const level = levelOf(element);
    const isLink = links.length < most.links && isPressable(element);
    const isPart = sections.length < most.sections && isSection(element);
    if ((level === null && !isLink && !isPart) || !isShown(element)) continue;
    if (level !== null && headings.length < most.headings) {
      const text = textOf(element, 160);
      if (text !== '') headings.push({ level, text, id: element.id === '' ? null : element.id.slice(0, 120) });
    }
    if (isLink) {
      const text = wordsOf(element).slice(0, 100);
      const href = (element as PageElement & { readonly href?: unknown }).href;
      if (text !== '')
        links.push({
          text,
          href: typeof href === 'string' ? href.slice(0, 1_000) : '',
          selector: selectorOf(element).slice(0, 500),
        });
    }
    if (isPart) {
      const { x, y, width, height } = boxOf(element);
      if (width >= 1 && height >= 1)
        sections.push({
          id: element.id === '' ? selectorOf(element).slice(0, 300) : element.id.slice(0, 120),
          label: labelOfSection(element),
          box: { x, y, width, height },
        });
    }
  }
  const page = document.scrollingElement ?? document.documentElement;
  return {
    url: document.URL.slice(0, 4_000),
    title: document.title.slice(0, 500),
    headings,
    links,
    sections,
    scroll: { y: window.scrollY, height: page.scrollHeight, viewportHeight: window.innerHeight },
  };
};

/** What the window shows now, in CSS pixels, and how many device pixels each has. */
export const windowNow = (): {
  scrollX: number;
  scrollY: number;
  screenWidth: number;
  screenHeight: number;
  pixelRatio: number;
} => ({
  scrollX: window.scrollX,
  scrollY: window.scrollY,
  screenWidth: window.innerWidth,
  screenHeight: window.innerHeight,
  pixelRatio: window.devicePixelRatio,
});
