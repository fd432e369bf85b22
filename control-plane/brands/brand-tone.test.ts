import { describe, expect, it } from 'vitest';
import { guessTone } from './brand-tone.ts';

describe('brand tone', () => {
  it.each([
    ['First Capital Bank', '#ff6600', 'serious'],
    ['Kids Club', '#111111', 'playful'],
    ['Peak Fitness', null, 'energetic'],
    ['Still Mindfulness', null, 'calm'],
    ['Corner Café', '#0033aa', 'warm'],
  ] as const)('a name speaks louder than a colour: %s', (name, primaryColor, tone) => {
    expect(guessTone({ name, primaryColor })).toBe(tone);
  });

  it.each([
    ['#e11d2e', 'energetic'],
    ['#ea7c0c', 'warm'],
    ['#f2c40f', 'playful'],
    ['#16a34a', 'calm'],
    ['#1d4ed8', 'confident'],
    ['#0b1b4d', 'serious'],
    ['#bfdbfe', 'calm'],
    ['#9333ea', 'playful'],
    ['#111111', 'serious'],
    ['#d4d4d4', 'confident'],
    ['#ffffff', 'confident'],
  ] as const)('the colour %s sounds %s', (primaryColor, tone) => {
    expect(guessTone({ name: 'Nordlys', primaryColor })).toBe(tone);
  });

  it('N12: what a site says of itself speaks louder than a colour, where it says it twice', () => {
    const name = 'Nordlys';
    const primaryColor = '#1d4ed8';
    const phrases = ['Sleep better tonight', 'A calm mind', 'Try it for your family'];
    expect(guessTone({ name, primaryColor, phrases })).toBe('calm');
    expect(guessTone({ name, primaryColor, phrases: phrases.slice(1) })).toBe('confident');
    expect(guessTone({ name: 'Kids Club', primaryColor, phrases })).toBe('playful');
  });

  it('is confident where nothing is known', () => {
    expect(guessTone({ name: null, primaryColor: null })).toBe('confident');
  });

  it('does not take a word for another that contains it', () => {
    expect(guessTone({ name: 'Spacelab', primaryColor: null })).toBe('confident');
  });
});
