import type { LayerMeta } from '@reelyard/shared/contracts/template.ts';
import { defaultMaxTextLength, textLength } from './layer-values.ts';

/** What an unset text layer may draw from, in this order (S46). Null = there is none. */
export interface FillTexts {
  readonly sceneTitle: string | null;
  readonly narration: string | null;
  /** Only a title that the caller or the brand gave; "Untitled video" is nothing to draw. */
  readonly projectTitle: string | null;
}

export const textSources = ['sceneTitle', 'narration', 'projectTitle'] as const satisfies readonly (keyof FillTexts)[];
export type TextSource = (typeof textSources)[number];

export interface FilledText {
  readonly text: string;
  readonly source: TextSource;
  /** True where the text had to be cut to what the layer takes. */
  readonly shortened: boolean;
}

const collapsed = (text: string | null): string => (text ?? '').trim().replaceAll(/\s+/gu, ' ');

/** The text cut at a word so that it ends in an ellipsis within `limit` characters. */
export const shortenText = (text: string, limit: number): string => {
  const characters = Array.from(text);
  if (characters.length <= limit) return text;
  const head = characters.slice(0, Math.max(0, limit - 1)).join('');
  const lastSpace = head.lastIndexOf(' ');
  const whole = lastSpace > head.length / 2 ? head.slice(0, lastSpace) : head;
  return `${whole.replace(/[\s.,;:!?–—-]+$/u, '')}…`;
};

/**
 * The text of an unset text layer: the scene's title, else its narration, else the project's title (S46). A source
 * that breaks the layer's pattern or is too short for it is passed over; one that is too long is cut at a word.
 */
export const fillText = (layer: LayerMeta, texts: FillTexts): FilledText | null => {
  const { maxLength = defaultMaxTextLength, minLength = 0, pattern } = layer.validation;
  for (const source of textSources) {
    const full = collapsed(texts[source]);
    if (full === '') continue;
    const text = shortenText(full, maxLength);
    const fits =
      textLength(text) >= minLength && (pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(text));
    if (fits) return { text, source, shortened: text !== full };
  }
  return null;
};
