import { areaOf, rgbaOf } from './element-look.ts';
import { boxOf, drawnParent, everyElement, isShown, styleOf, textOf } from './element-tree.ts';
import type { PageDocument, PageElement, PageWindow } from './page-dom.ts';

declare const document: PageDocument;
declare const window: PageWindow;

/** Words by which notices and their buttons are known; folded (no accents, lower case). */
export interface ConsentWords {
  readonly notice: readonly string[];
  /** Best first: what gives the least away comes before what agrees. */
  readonly answers: readonly string[];
  /** Containers of widespread notices, which need no words. */
  readonly containers: readonly string[];
}

const elementLimit = 12_000;
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const area = (element: PageElement): number => areaOf(boxOf(element));

const floats = (element: PageElement): boolean => {
  const { position } = styleOf(element);
  return (
    position === 'fixed' ||
    position === 'sticky' ||
    element.matches('dialog[open],[role=dialog],[role=alertdialog],[aria-modal=true]')
  );
};

const buttonsOf = (notice: PageElement): PageElement[] => {
  const own = [notice, ...notice.querySelectorAll('*')].flatMap((element) =>
    element.shadowRoot === null ? [element] : [element, ...element.shadowRoot.querySelectorAll('*')],
  );
  return own.filter(
    (element) => element.matches('button,a,[role=button],input[type=button],input[type=submit]') && isShown(element),
  );
};

const isNotice = (element: PageElement, words: ConsentWords): boolean => {
  if (!isShown(element) || area(element) < 1_500) return false;
  if (words.containers.some((container) => element.matches(container))) return true;
  const isNamed = /cookie|consent|gdpr|privacy-(banner|notice)|\bcmp\b/i.test(
    `${element.id} ${element.getAttribute('class') ?? ''}`,
  );
  if (!isNamed && !floats(element)) return false;
  const text = folded(textOf(element, 3_000));
  return (
    text.length > 0 &&
    text.length < 2_900 &&
    words.notice.some((word) => text.includes(word)) &&
    buttonsOf(element).length > 0
  );
};

/** The outermost notices: a bar inside a dialog inside a backdrop is one. */
const noticesOf = (words: ConsentWords): PageElement[] => {
  const notices: PageElement[] = [];
  for (const element of everyElement(elementLimit)) {
    if (/^(HTML|BODY|MAIN|HEAD|SCRIPT|STYLE|A|BUTTON|P|SPAN)$/.test(element.tagName)) continue;
    if (notices.some((outer) => outer.contains(element))) continue;
    if (isNotice(element, words)) notices.push(element);
  }
  return notices;
};

const consentFrame = /sp_message|consent|cookie|cmp|onetrust|didomi|quantcast|trustarc|usercentrics/i;

/** Whether anything on the page asks for consent: cheap, so that pages without a notice cost nothing more. */
export const noticeSigns = (words: ConsentWords): { noticeCount: number; frameCount: number } => ({
  noticeCount: noticesOf(words).length,
  frameCount: Array.from(document.querySelectorAll('iframe')).filter(
    (frame) =>
      isShown(frame) &&
      area(frame) >= 5_000 &&
      consentFrame.test(`${frame.id} ${frame.getAttribute('src') ?? ''} ${frame.getAttribute('title') ?? ''}`),
  ).length,
});

const wordsOn = (button: PageElement): string =>
  folded((textOf(button, 80) || button.getAttribute('value') || button.getAttribute('aria-label')) ?? '')
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Presses the answer that gives the least away in every notice; answers what was pressed. */
export const answerNotices = (words: ConsentWords): string[] => {
  const pressed: string[] = [];
  for (const notice of noticesOf(words)) {
    const buttons = buttonsOf(notice).map((button) => ({ button, text: wordsOn(button) }));
    for (const answer of words.answers) {
      const match = buttons.find(
        ({ text }) => text === answer || (text.startsWith(answer) && text.length <= answer.length + 14),
      );
      if (match === undefined) continue;
      match.button.click();
      pressed.push(match.text);
      break;
    }
  }
  return pressed;
};

const isBackdrop = (element: PageElement): boolean => {
  const style = styleOf(element);
  if (style['position'] !== 'fixed' || !isShown(element)) return false;
  const box = element.getBoundingClientRect();
  if (box.width < window.innerWidth * 0.9 || box.height < window.innerHeight * 0.9) return false;
  const [, , , alpha] = rgbaOf(style['backgroundColor'] ?? '');
  const dims = (alpha > 0.05 && alpha < 0.98) || (style['backdropFilter'] ?? 'none') !== 'none';
  return dims && textOf(element, 40) === '' && element.querySelector('img,video,canvas,iframe,input') === null;
};

/**
 * Takes away what stayed of notices: the notice itself where no answer closed it, the veil behind it, and the lock that
 * keeps the page from scrolling.
 */
export const clearLeftovers = (words: ConsentWords): { hiddenCount: number; isUnlocked: boolean } => {
  let hiddenCount = 0;
  const hide = (element: PageElement): void => {
    element.style.setProperty('display', 'none', 'important');
    hiddenCount += 1;
  };
  for (const notice of noticesOf(words)) hide(notice);
  for (const frame of document.querySelectorAll('iframe'))
    if (consentFrame.test(`${frame.id} ${frame.getAttribute('src') ?? ''}`) && isShown(frame) && area(frame) >= 5_000) {
      const holder = drawnParent(frame);
      hide(holder !== null && holder.tagName === 'DIV' && styleOf(holder)['position'] === 'fixed' ? holder : frame);
    }
  for (const element of Array.from(everyElement(elementLimit)).filter(isBackdrop)) hide(element);
  let isUnlocked = false;
  for (const root of [document.documentElement, document.body].filter((element) => element !== null)) {
    const style = styleOf(root);
    if (style['overflowY'] !== 'hidden' && style['position'] !== 'fixed') continue;
    root.style.setProperty('overflow', 'visible', 'important');
    if (style['position'] === 'fixed') root.style.setProperty('position', 'static', 'important');
    isUnlocked = true;
  }
  for (const blurred of document.querySelectorAll('[inert],[aria-hidden=true]'))
    if (/^(MAIN|DIV)$/.test(blurred.tagName) && (styleOf(blurred)['filter'] ?? 'none').includes('blur'))
      blurred.style.setProperty('filter', 'none', 'important');
  return { hiddenCount, isUnlocked };
};
