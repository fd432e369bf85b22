/** Sentences of any script: how a text is taken apart, and how a part of it becomes a line that can be spoken. */

const closers = `["'”’»)\\]」』]`;
const endOfSentence = new RegExp(`[.!?…。！？؟۔।॥։]${closers}*$`, 'u');
const trailingMarks = /[\s.,;:!?…。、，；：！？؟،؛۔।–—-]+$/u;
/** Marks that nobody sees, and those that turn the direction of what follows; joiners of emoji and letters stay. */
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffc]|\p{Cc}(?<![\n\t])/gu;
const emoji =
  /(?:\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*(?:\u200d(?=\p{Extended_Pictographic}))?)+|\p{Regional_Indicator}|\p{Emoji_Modifier}|\ufe0f|\ufe0e|\u20e3/gu;
const abbreviation =
  /(?:^|[\s("'])(?:[A-Z]|\p{L}\.\s?\p{L}|Mr|Mrs|Ms|Dr|Prof|St|Str|No|Nr|vs|etc|approx|ca|min|max|incl|bzw|usw|inkl|Inc|Ltd|Co|Sr|Sra|Mme)\.$/u;

/** The text with its marks of layout (Markdown, invisible characters) taken off; its lines stay lines. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(invisible, '')
    .replaceAll(/!?\[([^\]\n]{1,300})\]\([^)\s]{1,2000}\)/g, '$1')
    .replaceAll(/\*\*|__|~~|`+|^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|(?:[-*_][ \t]*){3,}$)/gm, '');

export const collapsed = (text: string): string => text.trim().replaceAll(/\s+/gu, ' ');
export const lengthOf = (text: string): number => Array.from(text).length;
export const wordsOf = (text: string): string[] => collapsed(text).split(' ').filter(Boolean);

/** True where there is something to read aloud: a letter or a digit. */
export const isSayable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** True where a line ends as a sentence does. */
export const endsAsSentence = (text: string): boolean => endOfSentence.test(text.trim());

/** The sentences of one paragraph, in its order. */
export const sentencesOf = (paragraph: string, language: string): string[] => {
  const found: string[] = [];
  let open = '';
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(paragraph)) {
    // A full stop ends a sentence before a number and a small letter too: not everybody writes capitals.
    for (const part of segment.split(/(?<=[\p{L}\p{N})"”’][.!?…]\s+)(?=[\p{N}\p{L}])/u)) {
      open += part;
      // "z. B." and "Dr." end no sentence.
      if (abbreviation.test(open.trimEnd())) continue;
      found.push(collapsed(open));
      open = '';
    }
  }
  return [...found, collapsed(open)].filter((sentence) => sentence !== '');
};

/** A phrase without the marks at its end: what a headline or a card shows. */
export const asPhrase = (text: string): string => {
  const question = /[?؟？]["'”’»)]*$/u.test(text.trim());
  const phrase = question ? collapsed(text) : collapsed(text).replace(trailingMarks, '');
  return capitalised(phrase);
};

/** The first letter of a line in its large form, where the script has one and the word is not a name like "iPhone". */
export const capitalised = (text: string): string =>
  /^\p{Ll}(?!\p{Lu})\S*(?:\s|$|[,.!?])/u.test(text) && !/^[\w-]+\.[a-z]{2,}/.test(text)
    ? text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
    : text;

const fullStop = (text: string): string => {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(text)) return '。';
  return /\p{Script=Devanagari}$/u.test(text) ? '।' : '.';
};

/** Takes off what stands alone: a bracket or a quotation mark without its partner. */
const balanced = (text: string): string => {
  const count = (mark: string): number => text.split(mark).length - 1;
  let result = text;
  if (count('(') !== count(')')) result = result.replaceAll(/[()]/g, '');
  if (count('"') % 2 === 1) result = result.replaceAll('"', '');
  if (count('“') !== count('”') && count('„') !== count('“')) result = result.replaceAll(/[„“”]/g, '');
  if (count('«') !== count('»')) result = result.replaceAll(/[«»]/g, '');
  return collapsed(result);
};

/** A line as a voice reads it: no emoji, no scheme of an address, one mark at its end. Empty where nothing is sayable. */
export const asSentence = (text: string): string => {
  const spoken = balanced(
    collapsed(text.replaceAll(emoji, ' '))
      .replaceAll(/https?:\/\/(?:www\.)?([^\s/?#,]+)[^\s,]*/gi, '$1')
      .replaceAll(/\s+([.,!?;:…])(?=\s|$)/g, '$1'),
  );
  if (!isSayable(spoken)) return '';
  if (endsAsSentence(spoken)) return capitalised(spoken.replace(/(?<![.\s])\s*\.\s*\.$/u, '.'));
  return capitalised(spoken.replace(trailingMarks, '') + fullStop(spoken.replace(trailingMarks, '')));
};

/** Words that a head of a sentence cannot end in, and words that begin a part which is no sentence by itself. */
const danglingEnd = new Set(
  (
    'a an the of to and or nor for with that this these those your our its their his her my be is are was were am been being can could will would ' +
    'shall should may might must not no very more most less than as at by from in into on onto over under about between both either only just every each ' +
    'we you they he she it i who which what when where why how if so because while has have had do does did get gets ' +
    'der die das den dem des ein eine einen einem einer eines und oder aber mit von zu zum zur für auf an am im in aus bei nach ist sind war wird werden ' +
    'le la les un une des du de et ou à au aux en est sont el los las y o con por para es son il lo gli e di che del della het een en van'
  ).split(' '),
);
/** Words that only lead on to the next one. */
const links = new Set(
  'a an the of to and or for with at by from und oder mit von zu auf an am im et ou à y o con en e di'.split(' '),
);

/** The text without the words at its end that something else has to follow: "Book a table or" is "Book a table". */
export const withoutDangling = (text: string): string => {
  const words = wordsOf(text);
  while (words.length > 0 && links.has((words.at(-1) ?? '').toLowerCase())) words.pop();
  return words.join(' ');
};

const openers =
  /^(?:when|whenever|if|while|because|although|though|as|since|after|before|until|unless|once|where|wenn|falls|weil|obwohl|während|nachdem|bevor|damit|sobald|quand|si|lorsque|parce|cuando|aunque|mientras|porque|quando|se)\s/iu;

interface Joint {
  readonly at: RegExp;
  /** How many words the head must have for it to stand alone. */
  readonly words: number;
  /** True where a comma in the head means that the joint is inside an enumeration. */
  readonly endsLists?: boolean;
}

/** Where a sentence can end early and still be one, the best places first. */
const joints: readonly Joint[] = [
  { at: /\s*(?:[;—؛；]|\s[–-]\s|:\s|\.\.\.|…\s)\s*/gu, words: 3 },
  { at: /\s*[،，]\s*|、/gu, words: 1 },
  {
    at: /,\s+(?=(?:and|but|so|which|who|because|while|where|yet|or|then|without|with|plus|including|for|und|aber|sodass|so\s+dass|damit|weil|oder|denn|sondern|ohne|mit|die|der|das|et|mais|donc|car|qui|ou|y|pero|que|porque|e|ma|perché|mas|en|maar|die)\s)/giu,
    words: 3,
  },
  { at: /,\s+(?!(?:\S+\s+)?(?:and|or|und|oder|et|ou|y|o|e)\s)/giu, words: 4 },
  { at: /\s+(?=(?:that|which|who|where)\s)/giu, words: 5 },
  {
    at: /\s+(?=(?:and|but|because|while|when|before|after|until|so|without|including|using|through|und|aber|weil|ohne|während|et|sans|pero|sin|y)\s)/giu,
    words: 3,
    endsLists: true,
  },
  {
    at: /\s+(?=(?:for|with|from|by|in|at|on|across|under|since|mit|für|bei|in|im|am|ab|seit|aus|pour|avec|dans|chez|con|para|en|desde|per)\s)/giu,
    words: 4,
  },
];

/** Verbs that say nothing without what follows: "is looking (for)", "consists (of)". */
const leaning =
  /(?:ing|look|looks|search|searches|wait|waits|ask|asks|depends?|consists?|belongs?|comes?|goes|sucht|wartet|besteht)$/iu;

/** Longer than what a joint looks at behind itself. */
const reach = 80;

const isWhole = (head: string, { words, endsLists = false }: Joint): boolean => {
  const all = wordsOf(head);
  if (endsLists && head.includes(', ')) return false;
  const last = (all.at(-1) ?? '').toLowerCase().replaceAll(/[^\p{L}']/gu, '');
  return (
    all.length >= words && lengthOf(head) >= 4 && !danglingEnd.has(last) && !openers.test(head) && !leaning.test(last)
  );
};

/**
 * The text, or the longest part from its beginning that can stand alone, in at most `limit` code points; null where
 * there is none. Never ends inside a clause: what is left out begins at a joint of the sentence.
 *
 * @param leastWords 3 for what is spoken; the title of a card may be shorter
 */
export const fittingHead = (text: string, limit: number, leastWords = 3): string | null => {
  const whole = collapsed(text);
  if (lengthOf(whole) <= limit) return whole;
  for (const joint of joints) {
    const least = { ...joint, words: Math.min(joint.words, Math.max(leastWords, joint.words - 3 + leastWords)) };
    // A code point has two code units at most: what begins later cannot fit, however long the text is.
    const near = whole.slice(0, 2 * limit + reach);
    const heads = [...near.matchAll(joint.at)].map(({ index }) => near.slice(0, index));
    const fitting = heads.filter((head) => lengthOf(head) <= limit && isWhole(head, least));
    const longest = fitting.at(-1);
    if (longest !== undefined) return longest.replace(trailingMarks, '');
  }
  return null;
};

/** A text of at most `limit` code points that ends at a word and in an ellipsis where it had to be cut; never inside a grapheme. */
export const cutAtWord = (text: string, limit: number): string => {
  const whole = collapsed(text);
  if (lengthOf(whole) <= limit) return whole;
  let head = '';
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(whole)) {
    if (lengthOf(head + segment) > limit - 1) break;
    head += segment;
  }
  const space = head.lastIndexOf(' ');
  const kept = (space > head.length / 2 ? head.slice(0, space) : head).replace(trailingMarks, '');
  return kept === '' ? Array.from(whole).slice(0, limit).join('') : `${kept}…`;
};

/** As many whole sentences from the start as `limit` has room for; empty where not one of two words or more fits. */
const sentencesWithin = (text: string, limit: number): string => {
  let kept = '';
  for (const sentence of sentencesOf(text, 'en')) {
    const more = kept === '' ? sentence : `${kept} ${sentence}`;
    if (lengthOf(more) > limit) break;
    kept = more;
  }
  return wordsOf(kept).length > 1 ? kept : '';
};

/** A spoken line within `limit` code points, or null: whole sentences, else the first one as far as it can end early. */
export const lineWithin = (text: string, limit: number): string | null => {
  const whole = asSentence(text);
  if (whole === '') return null;
  if (lengthOf(whole) <= limit) return whole;
  const sentences = sentencesWithin(whole, limit);
  if (sentences !== '') return sentences;
  const head = fittingHead(whole, limit - 1);
  const line = head === null ? '' : asSentence(head);
  return line !== '' && lengthOf(line) <= limit && endsAsSentence(line) ? line : null;
};
