import type { Tone } from '@reelyard/shared/contracts/music.ts';
import { hslOf, rgbOf } from './color-space.ts';

export interface ToneEvidence {
  readonly name: string | null;
  /** `#rrggbb` */
  readonly primaryColor: string | null;
  /** What the brand says of itself: headlines and calls to action. */
  readonly phrases?: readonly string[];
}

/** Words that a name carries when it says what it is for; a colour only hints at it. */
const namesTone = (...words: string[]): RegExp => new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'iu');
const wordsOfTone: readonly (readonly [Tone, RegExp])[] = [
  ['playful', namesTone('kids?', 'toys?', 'games?', 'gaming', 'play', 'fun', 'party', 'pets?', 'candy', 'school')],
  ['energetic', namesTone('sports?', 'fit(?:ness)?', 'gym', 'run(?:ning)?', 'energy', 'power', 'racing', 'bikes?')],
  [
    'calm',
    namesTone('spa', 'yoga', 'calm', 'sleep', 'zen', 'mindful(?:ness)?', 'wellness', 'health', 'clinic', 'care'),
  ],
  [
    'warm',
    namesTone('home', 'family', 'caf[eé]', 'coffee', 'bakery', 'kitchen', 'gardens?', 'wedding', 'travel', 'food'),
  ],
  ['serious', namesTone('bank', 'capital', 'legal', 'law', 'insurance', 'security', 'tax', 'audit', 'funds?', 'trust')],
];

const toneOfColor = (hex: string): Tone => {
  const { hue, saturation, lightness } = hslOf(rgbOf(hex));
  if (saturation < 0.18 || lightness < 0.12 || lightness > 0.95) return lightness < 0.3 ? 'serious' : 'confident';
  if (hue < 18 || hue >= 345) return 'energetic';
  if (hue < 45) return 'warm';
  if (hue < 70) return 'playful';
  if (hue < 165) return 'calm';
  if (hue < 255) return lightness < 0.25 ? 'serious' : lightness > 0.78 ? 'calm' : 'confident';
  return 'playful';
};

/** One word in passing is no tone; the tone that most phrases speak in is, where two do. */
const toneOfPhrases = (phrases: readonly string[]): Tone | null => {
  const counted = wordsOfTone
    .map(([tone, words]) => ({ tone, count: phrases.filter((phrase) => words.test(phrase)).length }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = counted;
  return first !== undefined && first.count >= 2 && first.count > (second?.count ?? 0) ? first.tone : null;
};

/** The tone of a brand that did not name one (N12): its music is chosen by it (S52). Never without an answer. */
export const guessTone = ({ name, primaryColor, phrases = [] }: ToneEvidence): Tone => {
  const spoken = name === null ? undefined : wordsOfTone.find(([, words]) => words.test(name));
  if (spoken !== undefined) return spoken[0];
  return toneOfPhrases(phrases) ?? (primaryColor === null ? 'confident' : toneOfColor(primaryColor));
};
