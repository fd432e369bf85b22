import { asPhrase, collapsed, fittingHead, lengthOf, withoutDangling } from './sentences.ts';

/** A number of the prompt with what it counts. */
export interface Figure {
  readonly value: number;
  readonly decimals: number;
  readonly prefix: string;
  readonly suffix: string;
  readonly label: string;
  /** The number and what it counts, as it is written. */
  readonly spoken: string;
  readonly sentence: string;
}

const number =
  /(?<![\p{L}\p{N}.,:/#@-])(?<prefix>[$€£¥])?(?<digits>\d{1,3}(?:[.,  ’]\d{3})+|\d{1,9})(?:(?<mark>[.,])(?<fraction>\d{1,2}))?(?![\d/:]|[.,]\d|\.\p{L})\s?(?<times>million(?:en|s)?|mio\.?|millones)?(?![\p{L}])\s?(?<suffix>%|×|x(?![\p{L}])|[kKM](?![\p{L}])|€(?![\p{L}]))?(?<rest>.*)$/iu;
const notCounted =
  /^(?:st|nd|rd|th|am|pm|a\.m|p\.m|o['’]clock|uhr|h|january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|de\s)(?![\p{L}])/iu;
const datedBefore =
  /(?:january|february|march|april|may|june|july|august|september|october|november|december|version|street|room|hall|gate|chapter|page|nr\.?|no\.?|since|in|from|seit|um|at|ab|until|bis|zu|january)\s*$/iu;
const leadsOn = /^(?:to|in|by|from|for|on|at|within|since|than|auf|in|im|seit|von|zu|en|de|à|por)\s/iu;
/** Words before a number without which it would say something else. */
const weighing =
  /(?:up\s+to|less\s+than|under|below|fewer\s+than|not|no|nearly|almost|about|around|bis\s+zu|unter|weniger\s+als|fast|etwa|rund|only|just)\s*$/iu;

/** The first number of a sentence that counts something; null where there is none, or only a date, a time or a year. */
export const figureOf = (sentence: string): Figure | null => {
  const whole = collapsed(sentence);
  const found = number.exec(whole);
  const { prefix = '', digits = '', fraction = '', suffix = '', rest = '', times } = found?.groups ?? {};
  if (found === null || digits === '') return null;
  const before = whole.slice(0, found.index);
  const isYear = /^(?:19|20)\d\d$/.test(digits) && suffix === '' && prefix === '';
  if (isYear || (prefix === '' && suffix === '' && datedBefore.test(before)) || notCounted.test(rest.trimStart()))
    return null;
  const counted = collapsed(rest.replace(/^[\s–-]+/u, '')).replace(/[.!?…。]+$/u, '');
  // "Revenue grew 23% to 4 million": what is counted stands before the number.
  const isBefore = (counted === '' && (suffix !== '' || prefix !== '')) || leadsOn.test(counted);
  if (!isBefore && !/^\p{L}/u.test(counted)) return null;
  const label = fittingHead(isBefore ? withoutDangling(before) : counted, 60);
  if (isBefore && !(label ?? '').includes(' ')) return null;
  // "12 engineers" alone says too little for a figure that fills the picture.
  const says = suffix !== '' || prefix !== '' || (label ?? '').includes(' ');
  if (label === null || lengthOf(label) < 3 || !says) return null;
  if (weighing.test(before) && lengthOf(whole) > 90) return null;
  const written = Number(`${digits.replaceAll(/\D/g, '')}${fraction === '' ? '' : `.${fraction}`}`);
  return {
    value: times === undefined ? written : Math.round(written * 1_000_000),
    decimals: times === undefined ? fraction.length : 0,
    prefix,
    suffix: suffix === '' || suffix === '%' ? suffix : ` ${suffix}`.trim(),
    label: asPhrase(label),
    spoken: isBefore ? whole : whole.slice(found.index),
    sentence: whole,
  };
};
