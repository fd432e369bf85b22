import type { Voice } from '@reelyard/shared/contracts/music.ts';
import { describe, expect, test } from 'vitest';
import { chooseVoice, voiceIdOf } from './choose-voice.ts';

const voice = (id: string, locale: string): Voice => ({
  id,
  locale,
  language: locale.slice(0, 2),
  name: id,
  gender: 'neutral',
  style: 'neutral',
  engine: 'test',
  charsPerSecond: 14,
});
const voices = [voice('voi_gb', 'en-GB'), voice('voi_us', 'en-US'), voice('voi_de', 'de-DE'), voice('voi_at', 'de-AT')];
const offer = { voices, keptVoiceId: null, defaultVoiceId: 'voi_us' };

test('S54: the voice of the request comes before the one of the project, and both before the farm’s', () => {
  expect(voiceIdOf('voi_a', { voiceId: 'voi_b' }, 'voi_c')).toBe('voi_a');
  expect(voiceIdOf(undefined, { voiceId: 'voi_b' }, 'voi_c')).toBe('voi_b');
  expect(voiceIdOf(undefined, { voiceId: null }, 'voi_c')).toBe('voi_c');
});

describe('N37: the voice of a narration', () => {
  test.each([
    ['the one that is named', { voiceId: 'voi_de' }, offer, 'voi_de'],
    ['the one that is named, where it speaks the language', { voiceId: 'voi_at', language: 'de' }, offer, 'voi_at'],
    ['the one that is kept', {}, { ...offer, keptVoiceId: 'voi_at' }, 'voi_at'],
    ['the farm’s where none is kept', {}, offer, 'voi_us'],
    ['of a language the kept one', { language: 'de' }, { ...offer, keptVoiceId: 'voi_at' }, 'voi_at'],
    ['of a language the farm’s', { language: 'en' }, { ...offer, keptVoiceId: 'voi_at' }, 'voi_us'],
    ['of a language the first', { language: 'de' }, offer, 'voi_de'],
    ['of a country', { language: 'EN_gb' }, offer, 'voi_gb'],
  ])('is %s', (_which, wish, offered, expected) => {
    expect(chooseVoice(wish, offered)).toEqual({ voiceId: expected, problems: [] });
  });

  test.each([
    ['an unknown one', { voiceId: 'voi_none' }, offer, 'voiceId', 'VOICE_NOT_FOUND', /GET \/media\/voices/],
    ['a kept one that is gone', {}, { ...offer, keptVoiceId: 'voi_x' }, 'voiceId', 'VOICE_NOT_FOUND', /voi_x/],
    ['a language of nobody', { language: 'ja' }, offer, 'language', 'LANGUAGE_NOT_SPOKEN', /They speak de, en\./],
    [
      'a language that the voice does not speak',
      { voiceId: 'voi_de', language: 'fr' },
      offer,
      'language',
      'VOICE_LANGUAGE_DIFFERS',
      /language=fr/,
    ],
  ])('is not %s', (_which, wish, offered, path, code, message) => {
    expect(chooseVoice(wish, offered).problems).toMatchObject([
      { path, code, message: expect.stringMatching(message) },
    ]);
  });
});
