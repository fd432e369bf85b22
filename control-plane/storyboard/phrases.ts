/** The few words that a draft adds to the prompt's own, in the language of the prompt: none of them claims anything. */

export interface Phrases {
  readonly is: string;
  readonly meet: string;
  readonly moreButton: string;
  readonly visit: string;
  readonly glance: string;
  readonly steps: string;
}

const table = {
  en: ['is', 'Meet {x}.', 'Find out more', 'Visit {x}.', 'At a glance', 'How it works'],
  de: ['ist', 'Das ist {x}.', 'Mehr erfahren', 'Mehr auf {x}.', 'Auf einen Blick', 'So geht es'],
  fr: ['est', 'Voici {x}.', 'En savoir plus', 'Rendez-vous sur {x}.', 'En bref', 'Comment ça marche'],
  es: ['es', 'Esto es {x}.', 'Descubre más', 'Visita {x}.', 'De un vistazo', 'Cómo funciona'],
  it: ['è', 'Ecco {x}.', 'Scopri di più', 'Visita {x}.', 'In breve', 'Come funziona'],
  pt: ['é', 'Conheça {x}.', 'Saiba mais', 'Visite {x}.', 'Em resumo', 'Como funciona'],
  nl: ['is', 'Dit is {x}.', 'Meer weten', 'Kijk op {x}.', 'In het kort', 'Zo werkt het'],
  ar: ['', '{x}.', 'اعرف المزيد', 'زوروا {x}.', 'لمحة سريعة', 'كيف يعمل'],
  ru: ['', 'Это {x}.', 'Узнать больше', 'Подробнее на {x}.', 'Коротко', 'Как это работает'],
  ja: ['', '{x}。', '詳しく見る', '{x}へ。', 'ポイント', '使い方'],
  zh: ['', '{x}。', '了解更多', '请访问 {x}。', '要点', '如何使用'],
} as const satisfies Record<string, readonly [string, string, string, string, string, string]>;
export type Language = keyof typeof table;

export const phrasesOf = (language: Language): Phrases => {
  const [is, meet, moreButton, visit, glance, steps] = table[language];
  return { is, meet, moreButton, visit, glance, steps };
};

export const withName = (phrase: string, name: string): string => phrase.replaceAll('{x}', () => name);

const scripts: readonly (readonly [RegExp, Language])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Arabic}/gu, 'ar'],
];
const commonWords: readonly (readonly [Language, string])[] = [
  ['en', 'the and of to is are for with your our we you it that in on at from this'],
  ['de', 'der die das und ist für mit wir ihr sie ein eine nicht auf den im zu von euch uns'],
  ['fr', 'le la les et est pour avec nous vous une des du dans sur votre notre au'],
  ['es', 'el la los las y es para con una que en del nuestro su por tu'],
  ['it', 'il lo gli e è per con una che di del della nostro nostra dal nel'],
  ['pt', 'o os as e é para com uma que do da nosso nossa em no não você'],
  ['nl', 'de het een en is voor met wij jij van op niet onze ons dat'],
];

/**
 * The language of a prompt, as far as the added words need it; null where it is none of those: nothing is added then.
 */
export const languageOf = (text: string): Language | null => {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const byScript = scripts.find(([script]) => (text.match(script)?.length ?? 0) > letters / 4);
  // Persian and Urdu are written in Arabic letters too, with some of their own.
  if (byScript?.[1] === 'ar') return /[پچژگکیےںٹڈڑ]/u.test(text) ? null : 'ar';
  if (byScript?.[1] === 'ru') return /[іїєґўѝћђџљњј]/iu.test(text) ? null : 'ru';
  if (byScript !== undefined) return byScript[1];
  if ((text.match(/\p{Script=Latin}/gu)?.length ?? 0) < letters / 2) return null;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const scores = commonWords.map(([language, list]) => {
    const known = new Set(list.split(' '));
    return { language, score: words.filter((word) => known.has(word)).length };
  });
  const best = scores.reduce((first, next) => (next.score > first.score ? next : first));
  if (best.score > 0) return best.language;
  // A word or a few of plain letters may be anything; of a longer text without one common word the language is unknown.
  return words.length > 0 && words.length <= 4 && /^[a-z]+$/.test(words.join('')) ? 'en' : null;
};
