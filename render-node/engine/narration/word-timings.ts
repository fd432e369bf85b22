import type { Span } from './speech-shape.ts';
import { endsClause, wordsOf } from './spoken-text.ts';

export interface WordTiming {
  readonly text: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Without phonemes a word takes about as long as it is written, plus a beat of its own. */
const writtenWeight = (word: string): number => Array.from(word.replaceAll(/[^\p{L}\p{N}]/gu, '')).length + 1.5;

interface Clause {
  readonly first: number;
  readonly end: number;
}

const clausesOf = (words: readonly string[]): Clause[] => {
  const clauses: Clause[] = [];
  let first = 0;
  words.forEach((word, index) => {
    if (index < words.length - 1 && !endsClause(word)) return;
    clauses.push({ first, end: index + 1 });
    first = index + 1;
  });
  return clauses;
};

/** The stretch of sound of each clause: cut at the longest pauses; one stretch for all where there are too few. */
const soundOfClauses = (clauses: readonly Clause[], sound: Span, pauses: readonly Span[]): Span[] | null => {
  if (pauses.length < clauses.length - 1) return null;
  const cuts = pauses.slice(0, clauses.length - 1).toSorted((a, b) => a.startSeconds - b.startSeconds);
  return clauses.map((_, index) => ({
    startSeconds: cuts[index - 1]?.endSeconds ?? sound.startSeconds,
    endSeconds: cuts[index]?.startSeconds ?? sound.endSeconds,
  }));
};

const spread = (words: readonly string[], weights: readonly number[], span: Span): WordTiming[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const length = span.endSeconds - span.startSeconds;
  let at = span.startSeconds;
  return words.map((text, index) => {
    const startSeconds = at;
    at = Math.min(span.endSeconds, at + (length * (weights[index] ?? 0)) / total);
    return { text, startSeconds, endSeconds: at };
  });
};

/**
 * When each word of a line is spoken: the pauses that are heard anchor the ends of clauses, and inside a clause words
 * share the time by their weight. Times are seconds in the recording.
 */
export const wordTimings = (
  text: string,
  weights: readonly number[] | null,
  sound: Span,
  pauses: readonly Span[],
): WordTiming[] => {
  const words = wordsOf(text);
  const known = weights !== null && weights.length === words.length && weights.some((weight) => weight > 0);
  const weightOf = known ? weights : words.map(writtenWeight);
  const clauses = clausesOf(words);
  const sounds = soundOfClauses(clauses, sound, pauses);
  if (sounds === null) return spread(words, weightOf, sound);
  return clauses.flatMap(({ first, end }, index) =>
    spread(words.slice(first, end), weightOf.slice(first, end), sounds[index] ?? sound),
  );
};
