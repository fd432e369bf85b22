import { describe, expect, test } from 'vitest';
import { chord, noteAtOrAbove, voiceLead } from './harmony.ts';

describe('chords', () => {
  test('symbols become pitch classes, the root left to the bass where there are more than four notes', () => {
    expect(chord('Bm7')).toEqual({ bassPitchClass: 11, pitchClasses: [11, 2, 6, 9] });
    expect(chord('Fmaj9')).toEqual({ bassPitchClass: 5, pitchClasses: [9, 0, 4, 7] });
    expect(chord('D/F#')).toEqual({ bassPitchClass: 6, pitchClasses: [2, 6, 9] });
    expect(() => chord('H7')).toThrow('H7');
    expect(() => chord('Cwhat')).toThrow('Cwhat');
  });
  test('voices move little from chord to chord and never bunch into semitones', () => {
    const voicings = voiceLead(['Dadd9', 'Bm7', 'Gmaj9', 'A9sus4', 'Dadd9', 'F#m7', 'Gmaj9', 'A'].map(chord), 52, 74);
    for (const [index, voicing] of voicings.entries()) {
      for (const [at, note] of voicing.entries()) {
        expect(note).toBeGreaterThanOrEqual(52);
        expect(note).toBeLessThanOrEqual(74);
        if (at > 0) expect(note - (voicing[at - 1] ?? 0)).toBeGreaterThan(1);
        const before = voicings[index - 1];
        if (before) expect(Math.min(...before.map((earlier) => Math.abs(earlier - note)))).toBeLessThanOrEqual(4);
      }
    }
  });
  test('a bass note is the lowest of its name in range', () => {
    expect(noteAtOrAbove(33, 9)).toBe(33);
    expect(noteAtOrAbove(33, 8)).toBe(44);
  });
});
