import { createCanvas } from '@napi-rs/canvas';
import { fontChooser } from '@reelyard/shared/scene/font-chooser.ts';
import { fontFamilies } from '@reelyard/shared/templates/template.ts';
import { describe, expect, it } from 'vitest';
import { nodeFonts } from './node-platform.ts';

const chooseFonts = fontChooser(nodeFonts);

const canvas = createCanvas(96, 96);

/** The pixels of one character drawn with a family list. */
const inkOf = (character: string, families: readonly string[]): string => {
  const context = canvas.getContext('2d');
  context.clearRect(0, 0, 96, 96);
  context.font = `48px ${families.map((alias) => `"${alias}"`).join(', ')}`;
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
  Hebrew: 'השיקו את הסרט לפני הצהריים',
  Devanagari: 'दोपहर से पहले अपनी फ़िल्म',
  Thai: 'เปิดตัววิดีโอก่อนเที่ยง',
  Korean: '점심 전에 출시 영상을 완성하세요',
  'Simplified Chinese': '午餐前完成您的发布视频，简单又快速',
  emoji: '🚀❤👩💻🎉✨',
  symbols: '→ ✓ ★ • ≥ ₹ ™ ‰ †',
};

describe('fontChooser on a node', () => {
  it.each(Object.entries(texts))('draws no box for %s in any family', async (_script, text) => {
    for (const family of fontFamilies) {
      const { families, missing } = await chooseFonts(text, family, 700);
      expect(missing, family).toEqual([]);
      const box = inkOf(unassigned, families);
      for (const character of text) {
        if (drawable.test(character))
          expect(inkOf(character, families) === box, `${character} in ${family}`).toBe(false);
      }
    }
  });

  it('believes the file, not the range: no code point of the Latin blocks that it accepts is a box', async () => {
    for (let point = 0x21; point <= 0x206f; point++) {
      const character = String.fromCodePoint(point);
      if (!drawable.test(character) || (point > 0x24f && point < 0x1e00)) continue;
      const { families, missing } = await chooseFonts(character, 'Inter Tight', 600);
      if (missing.length === 0)
        expect(inkOf(character, families) === inkOf(unassigned, families), character).toBe(false);
    }
  });

  it('names the characters that no bundled font has', async () => {
    expect((await chooseFonts('Hi வணக்கம்', 'Inter', 500)).missing).toContain('வ');
  });

  it.each([
    ['発売', 'jp'],
    ['新しい製品', 'jp'],
    ['发布视频', 'sc'],
    ['출시 新聞', 'kr'],
  ])('draws %s with the font of one language', async (text, language) => {
    const { families } = await chooseFonts(text, 'Inter Tight', 700);
    const languages = families.flatMap((alias) => /noto-sans-(jp|sc|kr) /.exec(alias)?.[1] ?? []);
    expect(new Set(languages)).toEqual(new Set([language]));
  });

  it('asks for no face that the text does not need', async () => {
    expect((await chooseFonts('Hello', 'Inter Tight', 700)).families).toHaveLength(1);
  });
});
