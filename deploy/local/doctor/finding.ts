/** What a look at one part of the machine brought to light. */
export interface Finding {
  /** `broken`: the farm could not run. `limited`: it runs, but less well or without something. */
  readonly verdict: 'good' | 'limited' | 'broken';
  readonly part: string;
  readonly what: string;
  /** What to do about it; present unless all is good. */
  readonly hint?: string;
}

export const good = (part: string, what: string): Finding => ({ verdict: 'good', part, what });
export const limited = (part: string, what: string, hint: string): Finding => ({
  verdict: 'limited',
  part,
  what,
  hint,
});
export const broken = (part: string, what: string, hint: string): Finding => ({ verdict: 'broken', part, what, hint });
