import { arabic } from './words/arabic.ts';
import { chinese } from './words/chinese.ts';
import { dutch } from './words/dutch.ts';
import { english } from './words/english.ts';
import { french } from './words/french.ts';
import { german } from './words/german.ts';
import { italian } from './words/italian.ts';
import { japanese } from './words/japanese.ts';
import { polish } from './words/polish.ts';
import { portuguese } from './words/portuguese.ts';
import { spanish } from './words/spanish.ts';
import { turkish } from './words/turkish.ts';

/** What a step must not do on a person's behalf (S83). */
export type Danger = 'payment' | 'purchase' | 'deletion' | 'account';

/**
 * The words of one language. Each is a whole word or phrase; writing systems without spaces match anywhere. `=` before
 * one: it has another meaning inside of longer texts, so it counts only where it is the whole text.
 */
export interface GuardedWords {
  readonly payment: readonly string[];
  readonly purchase: readonly string[];
  readonly deletion: readonly string[];
  /** Takes something away, which is harmless where it only changes the view (`viewState`). */
  readonly removal: readonly string[];
  readonly account: readonly string[];
  /** A filter, a search, a selection: to take these away loses nothing. */
  readonly viewState: readonly string[];
  /** Yes, OK, continue: means what the dialogue around it asks. */
  readonly consent: readonly string[];
  /** Save, update, apply: is a change of the account where the account is what is edited. */
  readonly saving: readonly string[];
  /** What the part of a page that edits an account is called. */
  readonly accountArea: readonly string[];
  /** What begins a text about the matter: a help page is not the matter itself. */
  readonly asking: readonly string[];
}

/** S83: ten languages, and two that cost nothing more. A page is held to all of them: its own language is not asked. */
export const guardedWords: Readonly<Record<string, GuardedWords>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
  nl: dutch,
  pl: polish,
  tr: turkish,
  ja: japanese,
  zh: chinese,
  ar: arabic,
};
