/** S40/N21: the narration budget of a template. The same function serves the API, the SDK and the storyboard. */

/** A short beat at the cut that narration must leave free. */
const cutBeatSeconds = 0.5;
const charactersPerSecond = 11;
const charactersPerWord = 6;

export interface NarrationBudget {
  readonly seconds: number;
  readonly maxChars: number;
  readonly maxWords: number;
}

/** The budget of a template of `durationSeconds`. */
export const narrationBudget = (durationSeconds: number): NarrationBudget => {
  const seconds = Math.max(0, durationSeconds - cutBeatSeconds);
  const maxChars = Math.floor(seconds * charactersPerSecond + 1e-9);
  return { seconds, maxChars, maxWords: Math.floor(maxChars / charactersPerWord) };
};

/** Length as the budget counts it: Unicode code points after trim and whitespace collapse. */
export const narrationLength = (text: string): number => Array.from(text.trim().replaceAll(/\s+/gu, ' ')).length;
