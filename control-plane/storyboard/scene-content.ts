import type { Beat, Parameters, TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import type { Figure } from './figures.ts';
import type { Quote } from './prompt-facts.ts';
import { asPhrase, collapsed, cutAtWord, fittingHead } from './sentences.ts';
import { mainTextKey, type Shape, shapeOf } from './template-shape.ts';

export interface Point {
  readonly title: string;
  readonly body: string | null;
}

/** What one scene says, before a template is chosen for it. */
export interface Content {
  readonly headline: string;
  readonly eyebrow?: string | null;
  readonly subline?: string | null;
  readonly points?: readonly Point[];
  readonly figure?: Figure;
  readonly quote?: Quote;
  readonly button?: string | null;
  readonly address?: string | null;
}

/** A scene of the story with the ways in which it can be shown, the best first. */
export interface Piece {
  readonly beats: readonly (readonly [Shape, Beat])[];
  readonly content: Content;
  /** What may be said, the best first; the first that fits the template is. */
  readonly lines: readonly string[];
  /** Lower stays longer when there is not room for everything. */
  readonly rank: number;
}

const defaultLimit = 200;
const limitOf = (manifest: TemplateManifest, key: string): number =>
  manifest.layers[key]?.validation.maxLength ?? defaultLimit;

/** "Fast: done in a second" as a title and what stands below it. */
export const pointOf = (item: string): Point => {
  const parts = /^(?<title>[^:–—]{2,40}?)\s*(?::\s|\s[–—-]\s)(?<body>.+)$/u.exec(collapsed(item))?.groups;
  if (parts === undefined) return { title: asPhrase(item), body: null };
  return { title: asPhrase(parts['title'] ?? ''), body: asPhrase(parts['body'] ?? '') };
};

/** The title of a card may be two words of a longer point. */
const titleWords = 2;
const pointKeys: Partial<Record<Shape, { title: string; body: string | null; most: number }>> = {
  strikes: { title: 'item', body: null, most: 4 },
  cards: { title: 'title', body: 'body', most: 3 },
  steps: { title: 'step', body: 'detail', most: 3 },
};

/** True where the template can show the content as it is meant. */
export const takesContent = (manifest: TemplateManifest, { points = [] }: Content): boolean => {
  const shape = shapeOf(manifest);
  const keys = shape === null ? undefined : pointKeys[shape];
  if (keys === undefined) return true;
  const shown = points.slice(0, keys.most);
  const least = shape === 'strikes' ? 1 : 2;
  return (
    shown.length >= least &&
    shown.every(({ title }) => fittingHead(title, limitOf(manifest, `${keys.title}1`), titleWords) !== null)
  );
};

/** What the layers of a template show of the content. Every text is within what its layer takes. */
export const parametersOf = (manifest: TemplateManifest, content: Content): Parameters => {
  const parameters: Parameters = {};
  const optional = (key: string, text: string | null | undefined, leastWords?: number): void => {
    if (text == null || manifest.layers[key] === undefined) return;
    const fitting = fittingHead(text, limitOf(manifest, key), leastWords);
    if (fitting !== null && fitting !== '') parameters[key] = fitting;
  };
  const set = (key: string, value: number | boolean): void => {
    if (manifest.layers[key] !== undefined) parameters[key] = value;
  };
  const shape = shapeOf(manifest);
  const main = mainTextKey(manifest);
  const { figure, quote } = content;
  const headline = shape === 'quote' && quote !== undefined ? `“${quote.text}”` : content.headline;
  if (main !== null)
    parameters[main] = fittingHead(headline, limitOf(manifest, main)) ?? cutAtWord(headline, limitOf(manifest, main));
  if (shape === 'quote' && quote !== undefined) {
    optional('person', quote.person);
    optional('role', quote.role);
    return parameters;
  }
  if (shape === 'figure') {
    if (figure === undefined) set('showCurve', false);
    else {
      set('value', figure.value);
      set('decimals', figure.decimals);
      optional('prefix', figure.prefix);
      optional('suffix', figure.suffix);
      if (main !== null) parameters[main] = cutAtWord(figure.label, limitOf(manifest, main));
    }
    optional('detail', figure?.sentence ?? content.subline);
    return parameters;
  }
  const keys = shape === null ? undefined : pointKeys[shape];
  for (const [index, { title, body }] of (content.points ?? []).slice(0, keys?.most ?? 0).entries()) {
    if (keys === undefined) break;
    const key = `${keys.title}${index + 1}`;
    optional(key, title, titleWords);
    // A title that had to be cut stands in full below.
    if (keys.body !== null) optional(`${keys.body}${index + 1}`, body ?? (parameters[key] === title ? null : title));
  }
  if (content.eyebrow != null && !headline.includes(content.eyebrow)) optional('eyebrow', content.eyebrow);
  if (content.subline != null && content.subline !== headline) optional('subline', content.subline);
  optional('button', content.button);
  optional('address', content.address);
  return parameters;
};
