import type { ComponentRole } from '@reelyard/shared/contracts/capture.ts';
import { areaOf, type ElementLook, isPanel } from './element-look.ts';
import { boxOf, type DocumentBox, isShown, styleOf } from './element-tree.ts';
import type { PageElement } from './page-dom.ts';

/** An element as the rules of meaning see it. */
export interface Sighting {
  readonly element: PageElement;
  readonly box: DocumentBox;
  readonly look: ElementLook;
  readonly pageWidth: number;
}

const roleByAria: Readonly<Record<string, ComponentRole>> = {
  table: 'table',
  grid: 'table',
  treegrid: 'table',
  form: 'form',
  search: 'form',
  navigation: 'navigation',
  tablist: 'navigation',
  list: 'list',
  feed: 'list',
  dialog: 'dialog',
  alertdialog: 'dialog',
};

const shownCount = (element: PageElement, selector: string, enough: number): number => {
  let count = 0;
  for (const found of element.querySelectorAll(selector)) {
    if (isShown(found)) count += 1;
    if (count >= enough) break;
  }
  return count;
};

const isInChrome = (element: PageElement): boolean => element.closest('nav,header,footer,[role=navigation]') !== null;

const headingRole = ({ element }: Sighting): ComponentRole | null => {
  const level = Number(element.getAttribute('aria-level') ?? element.tagName.slice(1));
  const isHeading = /^H[1-3]$/.test(element.tagName) || (element.getAttribute('role') === 'heading' && level <= 3);
  const length = (element.textContent ?? '').trim().length;
  return isHeading && length >= 2 && length <= 240 ? 'heading' : null;
};

/** Drawings that say something: many shapes and room to read them; icons and logos are neither. */
const chartRole = ({ element, box }: Sighting): ComponentRole | null => {
  if (box.width < 140 || box.height < 70 || element.closest('svg') !== (element.tagName === 'svg' ? element : null))
    return null;
  if (element.tagName === 'CANVAS') return 'chart';
  if (element.tagName !== 'svg' || element.closest('header,[class*=logo]') !== null) return null;
  return element.querySelectorAll('path,rect,line,circle,polyline,polygon').length >= 4 ? 'chart' : null;
};

const tagRole = ({ element, box }: Sighting): ComponentRole | null => {
  switch (element.tagName) {
    case 'TABLE':
      return element.querySelectorAll('tr').length >= 2 ? 'table' : null;
    case 'FORM':
      return shownCount(element, 'input:not([type=hidden]),textarea,select', 1) > 0 ? 'form' : null;
    case 'NAV':
      return shownCount(element, 'a,button', 3) >= 3 ? 'navigation' : null;
    case 'HEADER':
      return box.height < 220 && shownCount(element, 'a,button', 3) >= 3 ? 'navigation' : null;
    case 'DIALOG':
      return element.open === true ? 'dialog' : null;
    case 'IMG':
    case 'VIDEO':
    case 'PICTURE':
      return box.width >= 140 && box.height >= 100 ? 'media' : null;
    case 'UL':
    case 'OL':
    case 'DL':
      return !isInChrome(element) && shownCount(element, ':scope > *', 3) >= 3 ? 'list' : null;
    default:
      return null;
  }
};

const buttonRole = ({ element, box, look }: Sighting): ComponentRole | null => {
  const isControl = element.matches('button,a,[role=button],input[type=submit]');
  if (!isControl || box.width < 80 || box.height < 28 || box.height > 96) return null;
  return isPanel(look) && (element.textContent ?? '').trim().length <= 60 ? 'button' : null;
};

const isRepeated = ({ element, box }: Sighting): boolean => {
  const siblings = Array.from(element.parentElement?.children ?? []).slice(0, 40);
  const alike = siblings.filter((sibling) => {
    if (sibling === element || sibling.tagName !== element.tagName) return false;
    const other = sibling.getBoundingClientRect();
    return (
      Math.abs(other.width - box.width) < box.width * 0.12 && Math.abs(other.height - box.height) < box.height * 0.35
    );
  });
  return alike.length >= 2;
};

const blocks = new Set([
  'DIV',
  'ARTICLE',
  'SECTION',
  'LI',
  'ASIDE',
  'A',
  'FIGURE',
  'MAIN',
  'DD',
  'FIELDSET',
  'BLOCKQUOTE',
  'PRE',
]);

/** A panel of its own, or one of several alike that carry a picture and words. */
const cardRole = (sighting: Sighting): ComponentRole | null => {
  const { element, box, look, pageWidth } = sighting;
  const isCustom = element.tagName.includes('-');
  if (!(blocks.has(element.tagName) || isCustom) || box.width < 120 || box.height < 56) return null;
  if (box.width > pageWidth * 0.92 || styleOf(element)['display'] === 'inline') return null;
  const isLifted = isPanel(look) && (look.isRounded || look.isShadowed || look.isBordered);
  const hasWords = (element.textContent ?? '').trim().length >= 2;
  if (isLifted && (hasWords || element.querySelector('img,svg,canvas') !== null)) return 'card';
  const isNamed =
    element.tagName === 'ARTICLE' ||
    /(^|[-_ ])(card|tile|product)s?($|[-_ ])/i.test(element.getAttribute('class') ?? '');
  const isPictured = element.querySelector('img,svg,picture,video') !== null;
  return hasWords && (isNamed || isPictured) && isRepeated(sighting) ? 'card' : null;
};

const sectionRole = ({ element, box, pageWidth }: Sighting): ComponentRole | null => {
  const isSection = element.matches('section,[role=region],footer,aside,main > div');
  if (!isSection || box.height < 120 || box.width < pageWidth * 0.2) return null;
  return element.querySelector('h1,h2,h3,h4') !== null ? 'section' : null;
};

/** What an element means on its page; null where it is no part that a person would point at. */
export const meaningOf = (sighting: Sighting): ComponentRole | null => {
  const aria = roleByAria[sighting.element.getAttribute('role') ?? ''];
  if (sighting.element.getAttribute('aria-modal') === 'true') return 'dialog';
  return (
    aria ??
    headingRole(sighting) ??
    tagRole(sighting) ??
    chartRole(sighting) ??
    buttonRole(sighting) ??
    cardRole(sighting) ??
    sectionRole(sighting)
  );
};

/** A panel whose content is one thing is that thing with its title and edge: a chart's card is the chart. */
export const meaningOfContent = (role: ComponentRole, element: PageElement, box: DocumentBox): ComponentRole => {
  if (role !== 'card' && role !== 'section') return role;
  const fills = (selector: string, share: number): boolean =>
    Array.from(element.querySelectorAll(selector))
      .slice(0, 20)
      .some((part) => isShown(part) && areaOf(boxOf(part)) >= areaOf(box) * share);
  if (fills('form', 0.4) || shownCount(element, 'input:not([type=hidden]):not([type=checkbox]),textarea', 2) >= 2)
    return areaOf(box) < 500_000 ? 'form' : role;
  if (fills('table,[role=table],[role=grid]', 0.4)) return 'table';
  const charts = Array.from(element.querySelectorAll('svg,canvas')).slice(0, 20);
  const isChart = charts.some(
    (part) =>
      isShown(part) &&
      areaOf(boxOf(part)) >= areaOf(box) * 0.25 &&
      (part.tagName === 'CANVAS' || part.querySelectorAll('path,rect,line,circle,polyline').length >= 4),
  );
  return isChart ? 'chart' : role;
};

/**
 * The part around the page's first title that a visitor sees before scrolling: the widest parent of the title that is
 * still no more than a screen. Null for pages that begin without one, as most applications do.
 */
export const heroOf = (
  title: PageElement | null,
  page: { width: number; screenHeight: number },
): PageElement | null => {
  if (title === null || !isShown(title) || boxOf(title).y > page.screenHeight) return null;
  const isLarge = Number.parseFloat(styleOf(title)['fontSize'] ?? '0') >= 30;
  let hero: PageElement | null = null;
  for (let at = title.parentElement; at !== null && !/^(BODY|HTML|MAIN)$/.test(at.tagName); at = at.parentElement) {
    const box = boxOf(at);
    if (box.height > page.screenHeight * 1.15 || box.y > 700) break;
    if (box.width >= page.width * 0.55 && box.height >= 200) hero = at;
  }
  return hero !== null && isLarge && hero.querySelector('a,button,img,svg,video,input') !== null ? hero : null;
};
