import { expect, it } from 'vitest';
import { folded, stemsOf } from './folded-text.ts';

it('compares words without accents, case and the apostrophes of their language', () => {
  expect(folded('  J’ACCEPTE  les Témoins ')).toBe('j accepte les temoins');
});

it('takes plurals and endings off, but leaves short words alone', () => {
  expect(stemsOf('Charts charting pricing price prices')).toEqual(['chart', 'chart', 'pric', 'pric', 'pric']);
  expect(stemsOf('bus glass API')).toEqual(['bus', 'glass', 'api']);
});

it('reads scripts without spaces by character, and Arabic by word', () => {
  expect(stemsOf('売上 表')).toEqual(['売', '上', '表']);
  expect(stemsOf('مواعيد اليوم')).toEqual(['مواعيد', 'اليوم']);
});

it('answers nothing for text without a word, and survives what is no text', () => {
  expect(stemsOf('…  🙂 \u0000 --')).toEqual([]);
});
