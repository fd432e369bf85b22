import { areaOf } from './element-look.ts';
import { boxOf, everyElement, isShown, textOf } from './element-tree.ts';
import type { PageDocument, PageElement } from './page-dom.ts';

declare const document: PageDocument;

/** What is on the page that a sign-in wall would have; the verdict is the rule's (auth-wall.ts). */
export interface SignInSigns {
  readonly url: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly buttons: readonly string[];
  readonly passwordFieldCount: number;
  readonly accountFieldCount: number;
  readonly textLength: number;
  readonly linkCount: number;
}

const accountField =
  'input[type=email],input[autocomplete*=username],input[name*=user i],input[name*=email i],input[name*=login i],input[id*=user i],input[id*=email i]';

const shown = (element: PageElement): boolean => isShown(element) && areaOf(boxOf(element)) >= 100;

export const signInSigns = (): SignInSigns => {
  const headings: string[] = [];
  const buttons: string[] = [];
  let passwordFieldCount = 0;
  let accountFieldCount = 0;
  let linkCount = 0;
  for (const element of everyElement(8_000)) {
    const isButton = element.matches('button,[role=button],input[type=submit],a');
    const isHeading = /^H[1-3]$/.test(element.tagName) || element.getAttribute('role') === 'heading';
    const isField = element.tagName === 'INPUT';
    if (!(isButton || isHeading || isField) || !shown(element)) continue;
    if (isHeading && headings.length < 20) headings.push(textOf(element, 120));
    if (isField && element.getAttribute('type') === 'password') passwordFieldCount += 1;
    else if (isField && element.matches(accountField)) accountFieldCount += 1;
    if (element.tagName === 'A') linkCount += 1;
    if (isButton && buttons.length < 60) {
      const words = (textOf(element, 80) || element.getAttribute('value') || element.getAttribute('aria-label')) ?? '';
      if (words !== '') buttons.push(words.slice(0, 80));
    }
  }
  return {
    url: document.URL,
    title: document.title.slice(0, 300),
    headings,
    buttons,
    passwordFieldCount,
    accountFieldCount,
    textLength: textOf(document.body ?? document.documentElement, 4_000).length,
    linkCount,
  };
};
