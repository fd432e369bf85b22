import { collapsed, isSayable, plainText, sentencesOf } from './sentences.ts';

/**
 * What a prompt says about its subject, without what it says about the video: "Make a 30 second video about Acme, a
 * bakery. Keep the tone warm. We bake at night." is "Acme, a bakery" and "We bake at night."
 */
export interface PromptSentences {
  /** What the video is to be about, where the prompt says it with a request: "Acme, a bakery". */
  readonly subject: string | null;
  readonly sentences: readonly string[];
  readonly lists: readonly PromptList[];
}

export interface PromptList {
  /** The line above it, where that ends in a colon. */
  readonly label: string | null;
  readonly isOrdered: boolean;
  readonly items: readonly string[];
}

const video =
  '(?:video|clip|film|ad|advert|advertisement|commercial|spot|trailer|promo|teaser|storyboard|animation|reel|explainer|' +
  'Werbevideo|Werbespot|Werbeclip|Erklärvideo|Imagefilm|Kurzvideo|vidéo|vídeo|anuncio)s?';
const article = '(?:an?|the|some|our|my|ein|eine|einen|une?|el|la|le)';
const asking =
  "(?:(?:please|bitte|hi|hello)[,!]?\\s+)?(?:(?:can|could)\\s+you\\s+|i(?:'d|\\s+would)?\\s+(?:like|want|need)\\s+(?:you\\s+)?(?:to\\s+)?|" +
  "we(?:'d|\\s+would)?\\s+(?:like|want|need)\\s+(?:to\\s+)?|wir\\s+(?:brauchen|möchten)\\s+|ich\\s+(?:brauche|möchte)\\s+)?" +
  '(?:(?:make|create|produce|write|generate|draft|build|design|do|give|need|erstelle?|mache?|schreibe?|crée[rz]?|créer|crea|haz|cria)\\s+)?(?:me\\s+|us\\s+|mir\\s+|uns\\s+)?';
const links =
  'for|about|announcing|introducing|promoting|presenting|showing|explaining|to\\s+(?:announce|promote|introduce|launch|present)|' +
  'that\\s+(?:announces|introduces|promotes|presents|explains)|on|of|über|für|zur|zum|zu|sobre|para|pour|su|de';
const request = new RegExp(
  `^(?<ask>${asking})(?:${article}\\s+)?(?<about>(?:[\\p{L}\\p{N}'’-]+\\s+){0,6}?)${video}(?![\\p{L}])` +
    `(?:\\s+(?:of|von|de)\\s+\\d+\\s*\\p{L}+)?\\s*(?:(?<link>${links})(?![\\p{L}])|[:,–—-])?\\s*(?<tail>.*)$`,
  'iu',
);
/** Sentences about the video and not about its subject. */
const direction =
  /^(?:(?:the\s+)?(?:tone|style|mood|voice|voiceover|look|audience|target\s+audience|length|duration|format|music|colou?rs?|aspect\s+ratio)(?:\s+(?:of\s+\S+\s+\S+\s+)?(?:should|must|is|are|needs?)\b|\s*:)|keep\s+(?:it|the\s+(?:tone|style|video|mood))\b|make\s+it\s+(?!\p{L}+\s+(?:to|for)\b)\p{L}+|use\s+(?:an?|our|the)\s+(?:\S+\s+){0,3}(?:tone|voice|style|music|colou?rs?|font)|(?:start|begin|open|end|close|finish)\s+with\b|show\s|avoid\b|don['’]t\s|do\s+not\s|the\s+(?:video|clip|film|ad)\s+(?:should|must|needs)|it\s+(?:should|must)\s+(?:be|feel|last|look|sound)\b|no\s+(?:voiceover|music)|(?:der\s+)?(?:ton|stil)\s+(?:soll|ist)|(?:it\s+)?would\s+be\s+(?:cool|great|nice|good)\b|das\s+video\s+soll|zielgruppe\s*:)/iu;
const saying =
  /^(?:include|mention|say|highlight|emphasi[sz]e|point\s+out|stress|explain|tell\s+\p{L}+)\s+(?:that\s+)(?<tail>.+)$/iu;

/** A request that names no video: "Announce our new dark mode". */
const announcing =
  /^(?:please\s+)?(?:announce|introduce|promote|present|advertise|explain|celebrate)\s+(?:that\s+)?(?<tail>\S+\s+\S.*)$/iu;
/** Words before "video" that say what kind it is and not what it is about. */
const kinds =
  /(?<!\p{L})(?:short|new|quick|little|simple|calm|funny|nice|promo|launch|intro|fun|\d+|\d*-?seconds?|\d*-?minutes?|sec|min|vertical|social|media|marketing|explainer|kurzes|neues)(?!\p{L})/giu;

const bullet = /^\s*(?:(?<mark>[-*•‣▪·–—✓✔→])|(?<number>\p{Nd}{1,2})[.)、])\s+(?<item>\S.*)$/u;

interface Parts {
  readonly paragraphs: readonly string[];
  readonly lists: readonly PromptList[];
}

/** Paragraphs and lists; the line above a list belongs to it where it ends in a colon. */
const partsOf = (text: string): Parts => {
  const paragraphs: string[] = [];
  const lists: { label: string | null; isOrdered: boolean; items: string[] }[] = [];
  let open: (typeof lists)[number] | null = null;
  for (const line of plainText(text).split('\n')) {
    const found = bullet.exec(line)?.groups;
    const item = collapsed(found?.['item'] ?? '');
    if (found !== undefined && isSayable(item)) {
      const isOrdered = found['number'] !== undefined;
      if (open === null) {
        const above = paragraphs.at(-1) ?? '';
        const label = /[:：]$/u.test(above) ? above.replace(/\s*[:：]$/u, '') : null;
        if (label !== null) paragraphs.pop();
        open = { label: label === '' ? null : label, isOrdered, items: [] };
        lists.push(open);
      }
      open.items.push(item);
    } else if (line.trim() !== '') {
      open = null;
      paragraphs.push(collapsed(line));
    }
  }
  return { paragraphs, lists };
};

const requestOf = (sentence: string): { tail: string } | null => {
  const groups = request.exec(sentence)?.groups;
  if (groups === undefined) {
    const tail = announcing.exec(sentence)?.groups?.['tail'];
    return tail === undefined ? null : { tail };
  }
  // "Our video platform helps" asks for nothing: without a verb of asking, what the video is about has to follow.
  const tail = collapsed(groups['tail'] ?? '');
  const about = collapsed((groups['about'] ?? '').replaceAll(kinds, ' '));
  // "Quarterly results video." is about quarterly results.
  if (!isSayable(tail)) return { tail: about };
  const asks = (groups['ask'] ?? '').trim() !== '' || groups['link'] !== undefined;
  return asks ? { tail } : null;
};

export const promptSentences = (prompt: string, language: string): PromptSentences => {
  const { paragraphs, lists } = partsOf(prompt);
  let subject: string | null = null;
  const sentences: string[] = [];
  for (const sentence of paragraphs.flatMap((paragraph) => sentencesOf(paragraph, language))) {
    if (!isSayable(sentence)) continue;
    const asked = requestOf(sentence);
    if (asked !== null) {
      if (asked.tail !== '') subject ??= asked.tail.replace(/[.!?…]+$/u, '');
      continue;
    }
    const said = saying.exec(sentence)?.groups?.['tail'];
    if (said !== undefined) sentences.push(said);
    else if (!direction.test(sentence)) sentences.push(sentence);
  }
  const distinct = [...new Set(sentences)];
  const isEmpty = subject === null && distinct.length === 0 && lists.length === 0;
  // A prompt of directions alone: better its own words than none.
  return { subject, sentences: isEmpty ? [collapsed(plainText(prompt))].filter(isSayable) : distinct, lists };
};
