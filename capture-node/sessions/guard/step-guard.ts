import { type Danger, type GuardedWords, guardedWords } from './guarded-words.ts';
import { helpNouns, leadingWords, lookAlikes } from './harmless-words.ts';
import { phrasePattern, plainText } from './plain-text.ts';
import type { FormFacts, StepTarget } from './step-target.ts';

const dangers: readonly Danger[] = ['deletion', 'payment', 'purchase', 'account'];
const languages = Object.values(guardedWords);
const wordsOf = (kind: keyof GuardedWords): readonly string[] => languages.flatMap((words) => words[kind]);
const inText = (phrases: readonly string[]): RegExp =>
  phrasePattern(phrases.filter((phrase) => !phrase.startsWith('=')));
const wholeTexts = (phrases: readonly string[]): ReadonlySet<string> =>
  new Set(phrases.map((phrase) => plainText(phrase.replace(/^=/, ''))));

const dangerPatterns = Object.fromEntries(dangers.map((danger) => [danger, inText(wordsOf(danger))])) as Record<
  Danger,
  RegExp
>;
const dangerTexts = Object.fromEntries(dangers.map((danger) => [danger, wholeTexts(wordsOf(danger))])) as Record<
  Danger,
  ReadonlySet<string>
>;
const removal = inText(wordsOf('removal'));
const viewState = inText(wordsOf('viewState'));
const consent = wholeTexts(wordsOf('consent'));
const saving = wholeTexts(wordsOf('saving'));
const accountArea = inText(wordsOf('accountArea'));
const asking = inText(wordsOf('asking'));
const help = inText(helpNouns);
const leading = inText(leadingWords);
const lookAlike = new RegExp(inText(lookAlikes).source, 'gu');

/** A link with a longer text is a headline or a teaser, which tells of a matter and does not do it. */
const longestLinkCommand = 48;

const cleaned = (text: string): string => plainText(text).replace(lookAlike, ' ').replace(/\s+/g, ' ').trim();
/** What stands around the words of a button: arrows, counts, punctuation. */
const bare = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** What a text asks for; null where it asks for nothing that is guarded. */
const dangerIn = (text: string): Danger | null => {
  const found = dangers.find((danger) => dangerPatterns[danger].test(text) || dangerTexts[danger].has(bare(text)));
  if (found !== undefined) return found;
  return removal.test(text) && !viewState.test(text) ? 'deletion' : null;
};

/** Words of code: `btn-deleteAccount` is btn delete account. */
const codeWords = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/),
  );
const codeDangers: Readonly<Record<string, Danger>> = {
  delete: 'deletion',
  destroy: 'deletion',
  trash: 'deletion',
  erase: 'deletion',
  dustbin: 'deletion',
  pay: 'payment',
  donate: 'payment',
  buy: 'purchase',
  purchase: 'purchase',
  checkout: 'purchase',
  deactivate: 'account',
  unsubscribe: 'account',
};
const dangerInCode = (text: string): Danger | null => {
  const words = codeWords(text);
  return Object.entries(codeDangers).find(([word]) => words.has(word))?.[1] ?? null;
};

/** The last part of a path and what `action=` says: `/items/5/delete` does it, `/docs/delete-a-user` tells of it. */
const dangerInAddress = (href: string): Danger | null => {
  const url = URL.parse(href, 'http://here.invalid');
  if (url === null) return null;
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? '';
  const named = ['action', 'do', 'op', 'cmd', 'task', '_method'].map((name) => url.searchParams.get(name) ?? '');
  return (
    [last.replace(/\.\w{1,5}$/, ''), ...named]
      .map((part) => codeDangers[part.toLowerCase()] ?? null)
      .find((each) => each !== null) ?? null
  );
};

const cardField =
  /\bcc-(number|csc|exp|name)|card ?num|cardnumber|card-number|\bcvc\b|\bcvv\b|kartennummer|numero de (la )?(carte|tarjeta)|numero d[ao] (cartao|carta)|kaartnummer|numer karty|kart numarasi|カード番号|卡号|رقم البطاقة|\biban\b/;
const newPasswordField =
  /new-password|newpassword|new_password|password_confirm|confirm.?password|password2|repeat.?password/;

const hasCardField = ({ fields }: FormFacts): boolean => fields.some((field) => cardField.test(plainText(field)));
const hasNewPassword = ({ fields }: FormFacts): boolean =>
  fields.some((field) => newPasswordField.test(plainText(field))) ||
  fields.filter((field) => field.startsWith('password')).length > 1;

/** What sending a form would do. */
const dangerOfForm = (form: FormFacts, text: string, area: string): Danger | null => {
  if (hasCardField(form)) return 'payment';
  if (hasNewPassword(form)) return 'account';
  if (/^delete$/i.test(form.method)) return 'deletion';
  const byAddress = dangerInAddress(form.action);
  if (byAddress !== null) return byAddress;
  const isSaving = saving.has(bare(cleaned(text)));
  return isSaving && accountArea.test(plainText(`${form.heading} ${area}`)) ? 'account' : null;
};

const dangerOfLink = (target: StepTarget): Danger | null => {
  if (/^delete$/i.test(target.method)) return 'deletion';
  const byAddress = dangerInAddress(target.href);
  if (byAddress !== null) return byAddress;
  const text = cleaned(target.text === '' ? target.names : target.text);
  if (text.length > longestLinkCommand || help.test(text)) return null;
  // A question begins with its word; further inside it may be part of a command ("compra como invitado").
  const question = asking.exec(text);
  if (question?.index === 0) return null;
  if (leading.test(text)) return null;
  return dangerIn(text);
};

const dangerOfButton = (target: StepTarget): Danger | null => {
  const texts = [target.text, target.names].map(cleaned).filter((text) => text !== '');
  const byWords = texts.map(dangerIn).find((danger) => danger !== null) ?? null;
  if (byWords !== null) return byWords;
  // Where people read next to nothing, an icon says what it does.
  const isIcon = texts.every((text) => bare(text).length <= 1);
  const byIcon = isIcon ? dangerInCode(target.hints) : null;
  if (byIcon !== null) return byIcon;
  if (/^delete$/i.test(target.method)) return 'deletion';
  const isConsent = texts.some((text) => consent.has(bare(text))) || isIcon;
  return isConsent && target.dialogue !== '' ? dangerIn(cleaned(target.dialogue)) : null;
};

/**
 * S83: what a click on an element would do that only the person themselves may do; null where it may be done. It judges
 * by what people read, in ten languages at once, by what the page's code calls it, and by the form and the dialogue that
 * it stands in. Where it errs, it errs on the side of refusing: a person can do the step through the sign-in page.
 */
export const clickDanger = (target: StepTarget): Danger | null => {
  if (target.isLink) return dangerOfLink(target);
  if (target.isEditable) return null;
  const byButton = dangerOfButton(target);
  if (byButton !== null) return byButton;
  return target.isSubmit && target.form !== null
    ? dangerOfForm(target.form, target.text === '' ? target.names : target.text, target.area)
    : null;
};

/** Enter sends the form around the field that has the focus; on anything else it is a click, and so is a space. */
const sendDanger = ({ form, area }: StepTarget): Danger | null =>
  form === null ? null : (dangerIn(cleaned(form.submitText)) ?? dangerOfForm(form, form.submitText, area));

const multiline = /^(textarea|div|p|span|article|section)$/i;

/** S83: what pressing a key would do; `focused` is null where nothing has the focus. */
export const pressDanger = (key: string, focused: StepTarget | null): Danger | null => {
  const name = key.split('+').findLast((part) => part !== '') ?? '';
  const isPlain = !key.includes('Control+') && !key.includes('Meta+');
  if ((name === 'Delete' || name === 'Backspace') && focused?.isEditable !== true) return 'deletion';
  if (focused === null || (name !== 'Enter' && name !== ' ' && name !== 'Space')) return null;
  if (!focused.isEditable) return clickDanger(focused);
  if (name !== 'Enter') return null;
  return multiline.test(focused.tag) && isPlain ? null : sendDanger(focused);
};

/** S83: a card's number or a bank account's is typed by the person themselves. */
export const typeDanger = (target: StepTarget): Danger | null =>
  cardField.test(plainText(target.field)) ? 'payment' : null;

/** S83: an address that does something by being opened. */
export const gotoDanger = (url: string): Danger | null => dangerInAddress(url);

/** Why a step was refused, for the caller. */
export const refusalOf: Readonly<Record<Danger, { readonly code: string; readonly message: string }>> = {
  payment: {
    code: 'STEP_LOOKS_LIKE_PAYMENT',
    message: 'This step looks like a payment. Only a person may do it, through the loginUrl.',
  },
  purchase: {
    code: 'STEP_LOOKS_LIKE_PURCHASE',
    message: 'This step looks like a purchase. Only a person may do it, through the loginUrl.',
  },
  deletion: {
    code: 'STEP_LOOKS_LIKE_DELETION',
    message: 'This step looks like it deletes something. Only a person may do it, through the loginUrl.',
  },
  account: {
    code: 'STEP_LOOKS_LIKE_ACCOUNT_CHANGE',
    message: 'This step looks like a change of the account. Only a person may do it, through the loginUrl.',
  },
};
