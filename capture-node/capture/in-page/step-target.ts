import type { FormFacts, StepTarget } from '../../sessions/guard/step-target.ts';
import { findAll, holds } from './element-selector.ts';
import { boxOf, everyElement, innerDocument, isShown, textOf } from './element-tree.ts';
import type { PageDocument, PageElement, PageWindow } from './page-dom.ts';

declare const document: PageDocument;
declare const window: PageWindow;

/** Where a step would touch the page, in CSS pixels of the window, and what is there. */
export interface FoundTarget {
  readonly x: number;
  readonly y: number;
  readonly facts: StepTarget;
}
export type TargetProblem =
  | 'SELECTOR_INVALID'
  | 'ELEMENT_NOT_FOUND'
  | 'ELEMENT_HIDDEN'
  | 'ELEMENT_COVERED'
  /** Part of a page of another site (a payment field, a captcha): nobody can tell from here what a step would do. */
  | 'ELEMENT_IN_FRAME';

const activeElements =
  'a[href],button,input,select,textarea,summary,label,option,[role=button],[role=link],[role=menuitem],[role=tab],[role=option],[role=checkbox],[role=switch],[role=radio],[contenteditable=""],[contenteditable=true],[onclick],[tabindex]';
const editableElements = 'textarea,input,[contenteditable=""],[contenteditable=true]';
const pressedInputs =
  'input[type=submit],input[type=button],input[type=reset],input[type=image],input[type=checkbox],input[type=radio]';
const submitters = 'button:not([type]),button[type=submit],input[type=submit],input[type=image]';

const attribute = (element: PageElement, name: string): string => (element.getAttribute(name) ?? '').slice(0, 300);
const isEditable = (element: PageElement): boolean =>
  element.matches(editableElements) && !element.matches(pressedInputs);

/** The rest of an element's names; a field's own value is what somebody typed, and is never read. */
const calledBy = (element: PageElement): string =>
  [
    attribute(element, 'aria-label'),
    attribute(element, 'title'),
    attribute(element, 'alt'),
    element.matches('input[type=submit],input[type=button],input[type=reset]') ? attribute(element, 'value') : '',
    ...Array.from(element.querySelectorAll('img[alt],svg title,[aria-label]'))
      .slice(0, 3)
      .map((part) => attribute(part, 'alt') || attribute(part, 'aria-label') || textOf(part, 80)),
  ]
    .filter((name) => name !== '')
    .join(' ')
    .slice(0, 300);

const hintsOf = (element: PageElement): string =>
  [element, ...Array.from(element.querySelectorAll('i,svg,use,span,img')).slice(0, 6)]
    .flatMap((part) =>
      ['id', 'class', 'name', 'data-testid', 'data-test', 'data-action', 'data-icon', 'href', 'xlink:href', 'src'].map(
        (name) => (part === element && name === 'href' ? '' : attribute(part, name).slice(0, 120)),
      ),
    )
    .filter((name) => name !== '' && !name.startsWith('data:'))
    .join(' ')
    .slice(0, 600);

const fieldLabelOf = (field: PageElement): string => {
  const label = field.id === '' ? null : document.querySelector(`label[for="${window.CSS.escape(field.id)}"]`);
  const around = label ?? field.closest('label');
  return around === null ? '' : textOf(around, 80);
};

const fieldOf = (element: PageElement): string =>
  [
    attribute(element, 'type') || element.tagName.toLowerCase(),
    attribute(element, 'autocomplete'),
    attribute(element, 'name'),
    attribute(element, 'id'),
    attribute(element, 'placeholder'),
    attribute(element, 'aria-label'),
    fieldLabelOf(element),
  ]
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, 300);

const headingAbove = (element: PageElement): string => {
  const part = element.closest('section,article,fieldset,form,[role=region],[role=tabpanel],main');
  const heading = part?.querySelector('h1,h2,h3,h4,legend,[role=heading]') ?? null;
  return heading === null ? '' : textOf(heading, 120);
};

const formOf = (element: PageElement): FormFacts | null => {
  const named = attribute(element, 'form');
  const form = named === '' ? element.closest('form') : document.getElementById(named);
  if (form === null) return null;
  const fields = Array.from(form.querySelectorAll('input,select,textarea')).slice(0, 60);
  const methodField = fields.find((field) => attribute(field, 'name') === '_method');
  const submitter = form.querySelector(submitters);
  return {
    action: attribute(element, 'formaction') || attribute(form, 'action'),
    method:
      attribute(element, 'formmethod') ||
      (methodField === undefined ? attribute(form, 'method') : attribute(methodField, 'value')),
    fields: fields.filter((field) => attribute(field, 'type') !== 'hidden').map(fieldOf),
    submitText: submitter === null ? '' : textOf(submitter, 120) || calledBy(submitter),
    heading: headingAbove(form),
  };
};

const factsOf = (element: PageElement): StepTarget => {
  const href = element.matches('a[href]') ? ((element as PageElement & { readonly href?: unknown }).href ?? '') : '';
  const address = typeof href === 'string' ? href.slice(0, 2_000) : '';
  const role = attribute(element, 'role');
  const dialogue = element.closest('dialog,[role=dialog],[role=alertdialog],[aria-modal=true]');
  return {
    tag: element.tagName.toLowerCase(),
    role,
    text: isEditable(element) || element.tagName === 'SELECT' ? '' : textOf(element, 300),
    names: calledBy(element),
    hints: hintsOf(element),
    href: address,
    method:
      attribute(element, 'data-method') ||
      attribute(element, 'data-turbo-method') ||
      attribute(element, 'hx-delete').replace(/.+/, 'delete'),
    isLink: /^https?:/.test(address) && role !== 'button' && !address.endsWith('#'),
    isSubmit: (element.matches(submitters) && element.closest('form') !== null) || attribute(element, 'form') !== '',
    isEditable: isEditable(element),
    isDisabled: element.matches(':disabled,[aria-disabled=true]'),
    field: isEditable(element) ? fieldOf(element) : '',
    form: formOf(element),
    dialogue: dialogue === null ? '' : textOf(dialogue, 600),
    area: `${pagePath()} ${headingAbove(element)}`.slice(0, 300),
  };
};

const pagePath = (): string =>
  document.URL.replace(/^https?:\/\/[^/]*/, '')
    .replace(/[?#].*$/, '')
    .slice(0, 150);

const comparable = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** How well an element fits a visible text; 0 = not at all. */
const fitOf = (element: PageElement, wanted: string): number => {
  if (!isShown(element)) return 0;
  const isActive = element.matches(activeElements);
  const words = comparable(isEditable(element) ? fieldOf(element) : textOf(element, 400) || calledBy(element));
  const names = comparable(calledBy(element));
  const closeness =
    words === wanted || names === wanted ? 4 : words.startsWith(wanted) ? 2 : words.includes(wanted) ? 1 : 0;
  if (closeness === 0 || (!isActive && closeness < 4)) return 0;
  // Of nested elements with the same words the innermost; of a sentence and a button the button.
  return closeness * 1_000 + (isActive ? 500 : 0) - Math.min(400, words.length - wanted.length);
};

const byText = (text: string): PageElement[] => {
  const wanted = comparable(text);
  let best: PageElement | null = null;
  let bestFit = 0;
  for (const element of everyElement(20_000)) {
    const fit = fitOf(element, wanted);
    if (fit > bestFit || (fit === bestFit && fit > 0 && best !== null && holds(best, element))) {
      best = element;
      bestFit = fit;
    }
  }
  return best === null ? [] : [best];
};

/** The element of a frame or shadow root that is drawn at a point, too. */
const topmostAt = (x: number, y: number): PageElement | null => {
  let found: PageElement | null = document.elementsFromPoint(x, y)[0] ?? null;
  for (let root = found?.shadowRoot ?? null; root !== null; ) {
    const inner: PageElement | null = root.elementsFromPoint(x, y)[0] ?? null;
    if (inner === null || inner === found) break;
    found = inner;
    root = inner.shadowRoot;
  }
  return found;
};

const middleOf = (element: PageElement): { x: number; y: number } | null => {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = boxOf(element);
  const left = Math.max(0, box.x - window.scrollX);
  const top = Math.max(0, box.y - window.scrollY);
  const right = Math.min(window.innerWidth, box.x - window.scrollX + box.width);
  const bottom = Math.min(window.innerHeight, box.y - window.scrollY + box.height);
  return right - left < 1 || bottom - top < 1 ? null : { x: (left + right) / 2, y: (top + bottom) / 2 };
};

const activeOf = (element: PageElement): PageElement => element.closest(activeElements) ?? element;

/** The first shown element that a selector or a visible text names, scrolled into sight, and what a click there touches. */
export const stepTarget = (named: { selector?: string; text?: string }): FoundTarget | { problem: TargetProblem } => {
  let found: PageElement[];
  try {
    found = named.selector === undefined ? byText(named.text ?? '') : findAll(named.selector);
  } catch {
    return { problem: 'SELECTOR_INVALID' };
  }
  if (found.length === 0) return { problem: 'ELEMENT_NOT_FOUND' };
  const element = found.find(isShown);
  if (element === undefined) return { problem: 'ELEMENT_HIDDEN' };
  const middle = middleOf(element);
  if (middle === null) return { problem: 'ELEMENT_HIDDEN' };
  // A click lands on what is drawn there: that is judged, whatever the selector named.
  const hit = topmostAt(middle.x, middle.y);
  if (hit !== null && hit.tagName === 'IFRAME') {
    return innerDocument(hit) === element.ownerDocument
      ? { ...middle, facts: factsOf(activeOf(element)) }
      : { problem: 'ELEMENT_IN_FRAME' };
  }
  const isReached = hit !== null && (holds(element, hit) || holds(hit, element) || activeOf(hit) === activeOf(element));
  if (!isReached) return { problem: 'ELEMENT_COVERED' };
  return { ...middle, facts: factsOf(activeOf(holds(element, hit) ? hit : element)) };
};

/** What has the focus; null where nothing has. */
export const focusedTarget = (): StepTarget | null => {
  let focused = document.activeElement;
  while (focused?.shadowRoot) {
    const inner = (focused.shadowRoot as unknown as PageDocument).activeElement;
    if (inner === null) break;
    focused = inner;
  }
  return focused === null || focused === document.body || focused === document.documentElement
    ? null
    : factsOf(focused);
};

/** Scrolls the element that a selector names into the middle of the window; false where there is none. */
export const scrollToElement = (selector: string): 'done' | TargetProblem => {
  try {
    const element = findAll(selector).find(isShown);
    if (element === undefined) return 'ELEMENT_NOT_FOUND';
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    return 'done';
  } catch {
    return 'SELECTOR_INVALID';
  }
};

export const isElementShown = (selector: string): boolean | TargetProblem => {
  try {
    return findAll(selector).some(isShown);
  } catch {
    return 'SELECTOR_INVALID';
  }
};
