import { createCanvas } from '@napi-rs/canvas';
import { fontFamilies } from '@reelyard/shared/templates/template.ts';
import { describe, expect, it } from 'vitest';
import { fontsFor } from './fonts.ts';

const canvas = createCanvas(96, 96);

/** The pixels of one character drawn with a family list. */
const inkOf = (character: string, families: string): string => {
  const context = canvas.getContext('2d');
  context.clearRect(0, 0, 96, 96);
  context.font = `48px ${families}`;
  context.fillText(character, 16, 64);
  return Buffer.from(context.getImageData(0, 0, 96, 96).data).toString('latin1');
};

const unassigned = '\u0378';
const drawable = /^[^\p{C}\p{Z}\p{M}]$/u;

const texts = {
  Latin: 'The quick brown fox — “jumps” over 1,234.56 €!',
  'Latin extended': 'Příliš žluťoučký kůň, Łódź, İstanbul, Việt Nam',
  Greek: 'Καλημέρα κόσμε',
  Cyrillic: 'Съешь ещё этих мягких французских булок',
  Japanese: '製品の発表動画を、ランチの前に完成。',
  Arabic: 'أطلق فيلم منتجك قبل الغداء',
  emoji: '🚀❤👩💻🎉✨',
  symbols: '→ ✓ ★ • ≥ ₹ ™ ‰ †',
};

describe('fontsFor', () => {
  it.each(Object.entries(texts))('draws no box for %s in any family', (_script, text) => {
    for (const family of fontFamilies) {
      const { families, missing } = fontsFor(text, family, 700);
      expect(missing, family).toEqual([]);
      const box = inkOf(unassigned, families);
      for (const character of text) {
        if (drawable.test(character))
          expect(inkOf(character, families) === box, `${character} in ${family}`).toBe(false);
      }
    }
  });

  it('believes the file, not the range: no code point of the Latin blocks that it accepts is a box', () => {
    for (let point = 0x21; point <= 0x206f; point++) {
      const character = String.fromCodePoint(point);
      if (!drawable.test(character) || (point > 0x24f && point < 0x1e00)) continue;
      const { families, missing } = fontsFor(character, 'Inter Tight', 600);
      if (missing.length === 0)
        expect(inkOf(character, families) === inkOf(unassigned, families), character).toBe(false);
    }
  });

  it('names the characters that no bundled font has', () => {
    expect(fontsFor('Hi हिन्दी', 'Inter', 500).missing).toContain('ह');
  });

  it('asks for no face that the text does not need', () => {
    expect(fontsFor('Hello', 'Inter Tight', 700).families.split(',')).toHaveLength(1);
  });
});
