import { describe, expect, it } from 'vitest';
import { narrationBudget, narrationLength } from './narration-budget.ts';

describe('the narration budget', () => {
  it.each([
    [5, 49, 8],
    [6, 60, 10],
    [4.5, 44, 7],
    [0.5, 0, 0],
    [0.2, 0, 0],
  ])('S40/N21: a template of %s s has room for %s characters and %s words', (durationSeconds, maxChars, maxWords) => {
    expect(narrationBudget(durationSeconds)).toMatchObject({ maxChars, maxWords });
  });

  it('N21: length counts code points after trim and whitespace collapse', () => {
    expect(narrationLength('  one \n\t two  ')).toBe(7);
    expect(narrationLength('👩‍🚀')).toBe(3);
    expect(narrationLength('é')).toBe(1);
    expect(narrationLength('   ')).toBe(0);
  });
});
