import type { TextBlock } from '../templates/template.ts';

/** Width in pixels of `text` at `size`; tracking included. */
export type Measure = (text: string, size: number) => number;

export interface FittedText {
  readonly size: number;
  readonly lines: readonly string[];
  /** True where the text had to end in an ellipsis. */
  readonly cut: boolean;
}

type Policy = Pick<TextBlock, 'size' | 'minSize' | 'lineHeight' | 'maxLines' | 'balance' | 'width'>;

/** No box shows more than this; what follows cannot be seen and must not be measured. */
const maxCharacters = 1_500;
const sizeStep = 2;
const ellipsis = '…';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('ja', { granularity: 'word' });

/** Signs that no bundled font has, and the ones that say the same. */
const lookAlikes: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '✕': '×',
  '✗': '×',
  '➜': '→',
  '➔': '→',
  '⟶': '→',
  '❝': '“',
  '❞': '”',
};

/** What may be drawn: no control characters, no lone surrogates, single spaces; explicit line breaks stay. */
export const cleanText = (text: string): string =>
  text
    .slice(0, maxCharacters * 4)
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\u2010\u2011✕✗➜➔⟶❝❞]/gu, (sign) => lookAlikes[sign] ?? sign)
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replaceAll(/(?!\n)[\p{Cc}\ufffd\ufffe\uffff\u{e0001}\p{Co}]/gu, ' ')
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/gu, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');

/** A piece that stays together; `space` where the next piece of the line follows after a space. */
interface Piece {
  readonly text: string;
  readonly space: boolean;
}

const ideographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
const noLineStart =
  /^[、。，．・：；？！）］｝〉》」』】〕〙〗ゝゞーァィゥェォッャュョヮぁぃぅぇぉっゃゅょゎ々!?,.;:)\]}’”…]/u;
const noLineEnd = /[（［｛〈《「『【〔〘〖([{‘“]$/u;

/** Words between spaces; within Japanese and Chinese, dictionary words with their punctuation kept on. */
const piecesOf = (line: string): Piece[] =>
  line.split(' ').flatMap((word): Piece[] => {
    if (!ideographic.test(word)) return [{ text: word, space: true }];
    const parts: string[] = [];
    for (const { segment } of words.segment(word)) {
      const last = parts.at(-1);
      if (last !== undefined && (noLineStart.test(segment) || noLineEnd.test(last)))
        parts[parts.length - 1] = last + segment;
      else parts.push(segment);
    }
    return parts.map((text, index) => ({ text, space: index === parts.length - 1 }));
  });

const join = (pieces: readonly Piece[]): string =>
  pieces.map((piece, index) => piece.text + (piece.space && index < pieces.length - 1 ? ' ' : '')).join('');

/** The longest head of `text` that is at most `width` wide, at least one grapheme; binary search over graphemes. */
const headWithin = (text: string, size: number, width: number, measure: Measure): [head: string, rest: string] => {
  const units = Array.from(graphemes.segment(text), (unit) => unit.segment);
  let low = 1;
  let high = units.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(units.slice(0, middle).join(''), size) <= width) low = middle;
    else high = middle - 1;
  }
  return [units.slice(0, low).join(''), units.slice(low).join('')];
};

interface Wrap {
  readonly lines: readonly string[];
  readonly brokenWord: boolean;
}

/** Greedy wrap; a word wider than the box is broken between graphemes. Stops at `limit` lines. */
const wrap = (text: string, size: number, width: number, measure: Measure, limit: number): Wrap => {
  const lines: string[] = [];
  let brokenWord = false;
  for (const paragraph of text.split('\n')) {
    let line: Piece[] = [];
    const queue = piecesOf(paragraph);
    for (let index = 0; index < queue.length && lines.length <= limit; index++) {
      const piece = queue[index];
      if (piece === undefined) break;
      if (measure(join([...line, piece]), size) <= width) {
        line.push(piece);
      } else if (line.length > 0) {
        lines.push(join(line));
        line = [];
        index -= 1;
      } else {
        brokenWord = true;
        const [head, rest] = headWithin(piece.text, size, width, measure);
        lines.push(head);
        if (rest !== '') queue.splice(index + 1, 0, { text: rest, space: piece.space });
      }
    }
    if (line.length > 0) lines.push(join(line));
    if (lines.length > limit) break;
  }
  return { lines, brokenWord };
};

/** The narrowest wrap with the same number of lines: lines of like length, and no lonely word at the end. */
const balanced = (text: string, size: number, width: number, measure: Measure, found: Wrap): Wrap => {
  if (found.lines.length < 2 || found.brokenWord) return found;
  let low = width / (found.lines.length + 1);
  let high = width;
  let best = found;
  for (let step = 0; step < 10; step++) {
    const middle = (low + high) / 2;
    const candidate = wrap(text, size, middle, measure, found.lines.length);
    if (candidate.lines.length === found.lines.length && !candidate.brokenWord) {
      best = candidate;
      high = middle;
    } else low = middle;
  }
  return best;
};

const withEllipsis = (lines: readonly string[], size: number, width: number, measure: Measure): string[] => {
  const kept = lines.slice(0, -1);
  let last = `${lines.at(-1) ?? ''}${ellipsis}`;
  if (measure(last, size) > width) {
    const [head] = headWithin(lines.at(-1) ?? '', size, width - measure(ellipsis, size), measure);
    last = `${head.trimEnd()}${ellipsis}`;
  }
  return [...kept, last];
};

/**
 * Sets a text into a block: wrapped at full size if that holds, else shrunk in small steps to `minSize` (more lines
 * where the same height holds them), else cut with an ellipsis. Empty text has no lines. Cost is bounded for any input.
 */
export const fitText = (raw: string, policy: Policy, measure: Measure): FittedText => {
  const cleaned = cleanText(raw);
  const text = cleaned.slice(0, maxCharacters).toWellFormed();
  if (text === '') return { size: policy.size, lines: [], cut: false };
  const height = policy.maxLines * policy.size * policy.lineHeight;
  const linesAt = (size: number): number =>
    Math.max(policy.maxLines, Math.floor(height / (size * policy.lineHeight) + 1e-9));
  const sizes: number[] = [];
  for (let size = policy.size; size > policy.minSize; size -= sizeStep) sizes.push(size);
  sizes.push(policy.minSize);
  for (const size of sizes) {
    const limit = linesAt(size);
    const found = wrap(text, size, policy.width, measure, limit);
    if (found.lines.length > limit || (found.brokenWord && size > policy.minSize)) continue;
    if (cleaned.length > text.length) continue;
    const set = policy.balance ? balanced(text, size, policy.width, measure, found) : found;
    return { size, lines: set.lines, cut: false };
  }
  const limit = linesAt(policy.minSize);
  const lines = wrap(text, policy.minSize, policy.width, measure, limit).lines.slice(0, limit);
  return { size: policy.minSize, lines: withEllipsis(lines, policy.minSize, policy.width, measure), cut: true };
};
