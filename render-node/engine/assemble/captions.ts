import type { SpokenSpan } from './ducking.ts';

/** One scene's part of the narration: what is said and when. */
export interface CaptionSource extends SpokenSpan {
  readonly text: string;
  readonly words: readonly CaptionWord[];
}

export interface CaptionWord extends SpokenSpan {
  readonly text: string;
}

export interface Cue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** One or two. */
  readonly lines: readonly string[];
}

const lineLength = 42;
const leastSeconds = 1;
const mostSeconds = 6;
/** Stays this long after the last word where nothing follows at once. */
const lingerSeconds = 0.4;
/** A pause this long ends a caption. */
const pauseSeconds = 0.7;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const lengthOf = (text: string): number => [...graphemes.segment(text)].length;

/** Words longer than a line (addresses, scripts without spaces) in pieces that fit, the time shared by length. */
const pieces = (word: CaptionWord): CaptionWord[] => {
  const parts = [...graphemes.segment(word.text)].map(({ segment }) => segment);
  if (parts.length <= lineLength) return [word];
  const count = Math.ceil(parts.length / lineLength);
  const size = Math.ceil(parts.length / count);
  const share = (word.endSeconds - word.startSeconds) / count;
  return Array.from({ length: count }, (_, index) => ({
    text: parts.slice(index * size, (index + 1) * size).join(''),
    startSeconds: word.startSeconds + index * share,
    endSeconds: word.startSeconds + (index + 1) * share,
  }));
};

const wordsOf = (source: CaptionSource): CaptionWord[] => {
  if (source.words.length > 0) return source.words.flatMap(pieces);
  return pieces({ text: source.text, startSeconds: source.startSeconds, endSeconds: source.endSeconds });
};

/** One line, or two of the most equal length; null where the words need more. */
const wrap = (words: readonly CaptionWord[]): string[] | null => {
  const texts = words.map(({ text }) => text);
  const whole = texts.join(' ');
  if (lengthOf(whole) <= lineLength) return [whole];
  let best: string[] | null = null;
  let longest = Number.POSITIVE_INFINITY;
  for (let cut = 1; cut < texts.length; cut += 1) {
    const lines = [texts.slice(0, cut).join(' '), texts.slice(cut).join(' ')];
    const length = Math.max(...lines.map(lengthOf));
    if (length <= lineLength && length <= longest) {
      best = lines;
      longest = length;
    }
  }
  return best;
};

const startOf = (words: readonly CaptionWord[]): number => words[0]?.startSeconds ?? 0;
const endOf = (words: readonly CaptionWord[]): number => words.at(-1)?.endSeconds ?? 0;
const endsSentence = (word: CaptionWord | undefined): boolean => /[.!?…。！？؟]["'”’»)]?$/u.test(word?.text ?? '');

/** Cuts a line into groups of words that fit a caption: at pauses, at the ends of sentences, else where it is full. */
const groups = (words: readonly CaptionWord[]): CaptionWord[][] => {
  const result: CaptionWord[][] = [];
  for (const word of words) {
    const group = result.at(-1);
    const last = group?.at(-1);
    const full = group === undefined || wrap([...group, word]) === null;
    const long = group !== undefined && word.endSeconds - startOf(group) > mostSeconds;
    const paused = last !== undefined && word.startSeconds - last.endSeconds > pauseSeconds;
    const sentence = group !== undefined && endsSentence(last) && endOf(group) - startOf(group) >= 2 * leastSeconds;
    if (full || long || paused || sentence || group === undefined) result.push([word]);
    else group.push(word);
  }
  return result;
};

/** Joins a group that is too short to read with its neighbour where both fit one caption. */
const joinShort = (all: readonly CaptionWord[][]): CaptionWord[][] => {
  const result: CaptionWord[][] = [];
  for (const group of all) {
    const before = result.at(-1);
    const short =
      before !== undefined &&
      (endOf(group) - startOf(group) < leastSeconds || endOf(before) - startOf(before) < leastSeconds);
    const near = before !== undefined && startOf(group) - endOf(before) <= pauseSeconds;
    if (before !== undefined && short && near && wrap([...before, ...group]) !== null) before.push(...group);
    else result.push([...group]);
  }
  return result;
};

/**
 * Captions of the whole video: at most two lines of 42 characters, at least a second each where the neighbours leave
 * room for it, never overlapping, timed by the words. Characters are counted as a reader sees them.
 */
export const captionCues = (sources: readonly CaptionSource[], totalSeconds: number): Cue[] => {
  const all = sources.flatMap((source) => joinShort(groups(wordsOf(source))));
  const cues: Cue[] = [];
  for (const [index, group] of all.entries()) {
    const next = all[index + 1];
    const latest = Math.min(totalSeconds, next === undefined ? totalSeconds : startOf(next));
    const wanted = Math.max(endOf(group) + lingerSeconds, startOf(group) + leastSeconds);
    const endSeconds = Math.min(latest, wanted);
    const earliest = cues.at(-1)?.endSeconds ?? 0;
    const startSeconds = Math.max(earliest, Math.min(startOf(group), endSeconds - leastSeconds));
    if (endSeconds > startSeconds) cues.push({ startSeconds, endSeconds, lines: wrap(group) ?? [] });
  }
  return cues;
};

const clock = (seconds: number, mark: string): string => {
  const millis = Math.max(0, Math.round(seconds * 1_000));
  const part = (value: number, width: number): string => String(value).padStart(width, '0');
  const [hours, minutes] = [Math.floor(millis / 3_600_000), Math.floor(millis / 60_000) % 60];
  return `${part(hours, 2)}:${part(minutes, 2)}:${part(Math.floor(millis / 1_000) % 60, 2)}${mark}${part(millis % 1_000, 3)}`;
};

/** SubRip. It has no escapes: angle brackets, which players take for markup, become their typographic cousins. */
export const srtFile = (cues: readonly Cue[]): string =>
  cues
    .map(({ startSeconds, endSeconds, lines }, index) => {
      const text = lines.map((line) => line.replaceAll('<', '‹').replaceAll('>', '›')).join('\n');
      return `${index + 1}\n${clock(startSeconds, ',')} --> ${clock(endSeconds, ',')}\n${text}\n`;
    })
    .join('\n');

/** WebVTT. */
export const vttFile = (cues: readonly Cue[]): string => {
  const escaped = (line: string): string =>
    line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const blocks = cues.map(
    ({ startSeconds, endSeconds, lines }) =>
      `${clock(startSeconds, '.')} --> ${clock(endSeconds, '.')}\n${lines.map(escaped).join('\n')}\n`,
  );
  return ['WEBVTT\n', ...blocks].join('\n');
};
