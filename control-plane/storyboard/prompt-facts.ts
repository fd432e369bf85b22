import { type Figure, figureOf } from './figures.ts';
import { type Language, languageOf } from './phrases.ts';
import { type PromptList, promptSentences } from './prompt-sentences.ts';
import { asPhrase, collapsed, isSayable, lengthOf, plainText, wordsOf } from './sentences.ts';

export interface Statement {
  readonly text: string;
  readonly kind: 'problem' | 'call' | 'plain';
}

export interface Quote {
  readonly text: string;
  readonly person: string;
  readonly role: string | null;
}

/** What a draft may say: nothing that does not stand in the prompt or in what the caller said of the brand. */
export interface PromptFacts {
  readonly language: Language | null;
  readonly name: string | null;
  /** What it is, in the prompt's words: "a project planner for small teams". */
  readonly tagline: string | null;
  readonly statements: readonly Statement[];
  readonly lists: readonly PromptList[];
  /** What somebody wants to be rid of. */
  readonly pains: Pains | null;
  readonly figures: readonly Figure[];
  readonly quote: Quote | null;
  /** A website or an e-mail address. */
  readonly address: string | null;
}

export interface Pains {
  readonly sentence: string;
  /** The words before them: "No more". */
  readonly lead: string;
  readonly items: readonly string[];
}

export interface GivenBrand {
  readonly name: string | null;
  readonly websiteUrl: string | null;
}

const word = "\\p{Lu}[\\p{L}\\p{N}.&'’+-]*[\\p{L}\\p{N}+]|\\p{Lu}|\\p{Ll}{1,3}\\p{Lu}[\\p{L}\\p{N}]+";
const nameWords = `(?:${word})(?:\\s(?:(?:${word})|\\p{Nd}+|&)){0,3}`;
const called =
  /(?:called|named|namens|heißt|genannt|appelée?|llamad[oa]|chiamat[oa])\s+["“„'«]?(?<name>[\p{L}\p{N}]+(?:[.'’+-][\p{L}\p{N}]+)*(?:\s\p{Lu}[\p{L}\p{N}'’+-]*){0,3})/u;
const atStart = new RegExp(
  `^(?<name>${nameWords})(?:,\\s|\\s+vor,\\s|\\s+(?:is|are|was|helps|lets|makes|turns|gives|brings|finds|keeps|runs|offers|opens|starts|takes|shows|ist|hilft|macht|bringt|öffnet|sucht|est|es|è|é|aide|ayuda)\\s|\\s*[:–—]\\s|\\s-\\s|$)`,
  'u',
);
/** "fzgrep – a command that searches logs": programs are often written small. */
const smallAtStart = new RegExp(
  `^(?<name>\\p{Ll}[\\p{L}\\p{N}._-]{1,30})(?:\\s+[–—-]\\s+|,\\s+|\\s+(?:is|ist|est|es|è|é)\\s+)(?:an?|the|eine?|une?|una?)\\s`,
  'u',
);
const afterWord = new RegExp(
  `(?:[Ii]ntroducing|[Mm]eet|[Aa]nnouncing|[Ww]elcome to|[Ll]aunch(?:ing)?(?: of)?|[Oo]pening of|[Jj]oin|[Vv]isit|[Aa]t|[Aa]bout|[Ff]or|[Bb]ei|[Vv]on)\\s+(?:the\\s+|our\\s+)?(?<name>${nameWords})`,
  'u',
);
const noName =
  /^(?:The|An?|Our|We|It|This|That|These|Those|You|Your|They|He|She|I|In|On|At|With|From|For|Every|All|Some|No|New|Now|Here|There|My|If|When|Come|Join|Visit|Try|Get|Free|Do|Are|Is|Who|What|Why|How|Where|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|English|German|French|Spanish|Der|Die|Das|Ein|Eine|Wir|Sie|Es|Ihr|Unsere?|Am|Im|Bei|Ab|Jetzt|Le|La|Les|Une?|Nous|Notre|El|Los|Las|Nuestr[oa]|Il|Lo|Gli)(?:\s|$)/u;
const commonStart =
  /^(?:this|that|it|here|there|everything|everyone|nothing|something|today|life|time|music|coffee|design|work|das|dies|es|hier|heute|alles|ce|cela|esto|esta|todo|questo|tutto)\s/u;
const domain =
  /(?<![\w@.-])(?:https?:\/\/)?(?:www\.)?(?<host>(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,12})(?<path>\/[\w/.-]*[\w/])?/iu;
const fileNames = /\.(?:js|ts|py|rs|go|md|txt|json|css|html?|exe|png|jpe?g|pdf|csv|sh|yml|yaml)$/i;
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/;
const quotation =
  /["“„«](?<text>[^"”“»\n]{8,148})["”“»]\s*(?:[—–-]+|,?\s*(?:says|said|sagt|dit|dice|dijo))\s*(?<person>\p{L}[\p{L} .'’-]{1,35})(?:,\s*(?<role>[^.,;\n]{2,56}))?[.,;]?/u;

const problemWords =
  /\b(?:tired\s+of|struggl\w*|wast(?:e|es|ed|ing)|problems?|pain(?:s|ful)?|frustrat\w*|annoy\w*|manually|hard\s+to|difficult|expensive|error-prone|chaos|messy|lose|loses|losing|forgotten|too\s+(?:much|many|long|slow|often)|never\s+again|no\s+more|stop|sick\s+of|fed\s+up|nervt|mühsam|umständlich|zu\s+(?:teuer|viel|langsam)|Problem\w*|Schluss\s+mit|nie\s+wieder|kein(?:e|en)?\s+\w+\s+mehr|fini\s+les|marre\s+de|perdre|harto\s+de|problemas?|basta\s+di)\b/iu;
const callWords =
  /^(?:(?:just|so|and|now|please|today),?\s+)?(?:try|sign\s+up|join|visit|get\s+(?:started|it|your|in\s+touch)|start|book|order|buy|download|apply|register|subscribe|call|contact|come|follow|install|learn|discover|see\s+(?:you|us)|reserve|donate|save\s+(?:your|the)|rsvp|check\s+(?:it\s+)?out|find\s+(?:us|out)|write\s+(?:to\s+)?us|send|head\s+to|stop\s+by|grab|claim|request|schedule|update|enrol|enroll|free\s+(?:for|trial|to)|tickets?\b|jetzt|bewirb|melde|besuch\w*|bestell\w*|kauf\w*|komm\w*|hol\w*|teste?\b|probier\w*|lade\b|ruf\w*|schreib\w*|sicher\w*|essayez|commandez|téléchargez|contactez|inscrivez|découvrez|réservez|venez|prueba|compra|llama|pide|reserva|visita|descubre|únete|prova|prenota|scopri|scoprite|запишитесь|звоните|приходите|закажите|попробуйте|купите|скачайте|присоединяйтесь|בואו|הזמינו|הירשמו|התקשרו|سجل|اشترك|زوروا|زورونا|اطلب|جرب|حمل|انضم|تواصل|احجز|قدم|اكتشف|ابدأ)(?![\p{L}])|^(?:ぜひ|お越し|欢迎|歡迎|快来|立即|马上|今すぐ)/iu;
const painLead =
  /(?<lead>no\s+more|tired\s+of|sick\s+of|fed\s+up\s+with|say\s+goodbye\s+to|goodbye|without|instead\s+of|forget\s+about|never\s+again|schluss\s+mit|nie\s+wieder|ohne|marre\s+de|fini\s+les|basta\s+di|harto\s+de)\s+(?<rest>[^.!?]+)/iu;
const between = /,\s+(?:(?:and|or|und|oder|et|ou|y|o|e)\s+)?|\s+(?:and|or|und|oder|et|ou|y|e)\s+/iu;
const pronoun =
  /^(?:(?:(?:it|they|you|we|i|he|she|wir|sie|es|er|ihr|nous|vous|elle|ella|nosotros)|(?:our|the|this|my|unser|unsere|notre)\s+\p{L}+)\s+(?:(?:can|will|also|both|auch)\s+)*)/iu;

/** What begins so is a part of a sentence and no thing on a list. */
const clause =
  /^(?:on|at|in|when|if|while|as|we|you|they|i|it|he|she|there|this|that|am|im|wenn|wir|sie|es|er|le|la|nous|quand|si|cuando)\s/iu;

const maxItem = 34;
const isItem = (text: string): boolean => isSayable(text) && lengthOf(text) >= 2 && lengthOf(text) <= maxItem;

export interface Enumeration {
  /** The words before the first part: "We offer". */
  readonly lead: string | null;
  readonly items: readonly string[];
}

/** "It turns notes into tasks, assigns owners and reminds everybody" as its three parts; null where it is no list. */
export const enumerationOf = (sentence: string, name: string | null): Enumeration | null => {
  const body = collapsed(sentence).replace(/[.!?…。]+$/u, '');
  const colon = /^(?<lead>[^:,]{2,40}):\s+(?<rest>.+)$/u.exec(body)?.groups;
  const afterColon = colon?.['rest'];
  if (!(afterColon ?? body).includes(', ')) return null;
  const isNamed = name !== null && body.startsWith(`${name} `);
  const rest = afterColon ?? (isNamed ? body.slice(name.length + 1) : body.replace(pronoun, ''));
  const hasSubject = isNamed || rest !== body;
  const parts = rest.split(between).map((part) => collapsed(part));
  const [first = '', ...others] = parts;
  if (others.length < 2 || parts.length > 6) return null;
  if (afterColon !== undefined || !hasSubject) {
    // Without a subject in front it is a list of things, or no list at all.
    const areThings = parts.every((part) => isItem(part) && wordsOf(part).length <= 6 && !clause.test(part));
    return areThings ? { lead: colon?.['lead'] ?? null, items: parts.map(asPhrase) } : null;
  }
  const [verb = '', ...object] = wordsOf(first);
  const ending = verb.at(-1) ?? '';
  const areVerbs =
    /[st]/.test(ending) && others.every((part) => /^\p{Ll}+[st]\s/u.test(part) && wordsOf(part)[0]?.at(-1) === ending);
  const isBeing = /^(?:is|ist|est)$/.test(verb);
  const items = areVerbs && !isBeing ? parts : [object.join(' '), ...others];
  const lead = areVerbs ? null : `${body.slice(0, body.length - rest.length)}${verb}`;
  return items.every(isItem) ? { lead, items: items.map(asPhrase) } : null;
};

const painsOf = (sentence: string): Pains | null => {
  const groups = painLead.exec(sentence)?.groups;
  if (groups === undefined) return null;
  const items = collapsed(groups['rest'] ?? '')
    .split(between)
    .map((part) => collapsed(part));
  if (items.length > 4 || !items.every(isItem)) return null;
  return { sentence, lead: asPhrase(groups['lead'] ?? ''), items };
};

const addressOf = (text: string): string | null => {
  const mail = email.exec(text)?.[0];
  const found = domain.exec(text.replace(email, ' '))?.groups;
  const host = found?.['host'] ?? '';
  if (host === '' || fileNames.test(host)) return mail !== undefined && lengthOf(mail) <= 44 ? mail : null;
  const full = host.toLowerCase() + (found?.['path'] ?? '').replace(/\/$/, '');
  return lengthOf(full) <= 44 ? full : lengthOf(host) <= 44 ? host.toLowerCase() : null;
};

/** More than a video of twelve scenes can tell. */
const mostSentences = 60;

const hostOf = (websiteUrl: string | null): string | null =>
  websiteUrl === null ? null : (URL.parse(websiteUrl)?.hostname.replace(/^www\./, '') ?? null);

/** `acme` of `www.acme.example`, as a name. */
const nameOfHost = (host: string | null): string | null => {
  if (host === null || !/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u.test(host) || /^[\d.]+$/.test(host)) return null;
  const label = host.split('.').at(-2) ?? '';
  return label === '' ? null : label.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
};

const usableName = (found: string | undefined): string | null => {
  const name = collapsed(found ?? '').replace(/[.,]$/, '');
  return name === '' || noName.test(name) || lengthOf(name) > 40 || !isSayable(name) ? null : name;
};

const leadingArticle = /^(?:the|our|my|nuestr[oa]|mi|der|die|das|unsere?|le|la|les|notre|el|il|lo)\s+/iu;
const leadIn =
  /^(?:introducing|meet|announcing|we\s+(?:present|introduce)|wir\s+(?:stellen|präsentieren)|voici|presentamos|vi\s+presentiamo)\s+/iu;
const articled = '(?:an?|the|our|your|ein|eine|der|die|das|une?|la|le|el|los|un|il|uma?|o)';
const afterName = new RegExp(
  `^(?:(?:\\s+[–—-]\\s+|:\\s+)(?<any>.+)|(?:(?:\\s+vor)?,\\s+|\\s+(?:is|ist|est|es|è|é)\\s+)(?<described>${articled}\\s.+))$`,
  'u',
);

const nameIn = (
  prompt: string,
  subject: string | null,
  sentences: readonly string[],
  isLatinCase: boolean,
): string | null => {
  const text = plainText(prompt);
  const inCode = /`(?<name>[\p{L}][\p{L}\p{N}.-]{1,30})`/u.exec(prompt)?.groups?.['name'];
  const explicit = usableName(called.exec(text)?.groups?.['name'] ?? inCode);
  if (explicit !== null) return explicit;
  const introduced = sentences.map((sentence) => sentence.replace(leadIn, ''));
  const candidates = subject === null ? introduced : [subject, subject.replace(leadingArticle, ''), ...introduced];
  for (const sentence of candidates) {
    const small = commonStart.test(sentence) ? null : smallAtStart.exec(sentence);
    const found = usableName((atStart.exec(sentence) ?? small)?.groups?.['name']);
    const isShort = found !== null && (isLatinCase || wordsOf(found).length <= 2);
    if (isShort && !callWords.test(sentence)) return found;
  }
  // «Лотос», „Otto“: a word or two in quotation marks that are no sentence.
  const marked = usableName(/[«„“](?<name>[\p{L}\p{N}][^»“”"\n.!?,]{1,28})[»“”]/u.exec(text)?.groups?.['name']);
  if (marked !== null && wordsOf(marked).length <= 3) return marked;
  if (!isLatinCase) return null;
  for (const sentence of subject === null ? sentences : [subject, ...sentences]) {
    const found = usableName(afterWord.exec(sentence)?.groups?.['name']);
    if (found !== null) return found;
  }
  return null;
};

/** A prompt of a word or three is a name. */
const shortPrompt = (subject: string | null, sentences: readonly string[]): string | null => {
  const [only = '', more] = subject === null ? sentences : [subject, ...sentences];
  const isShort = more === undefined && wordsOf(only).length <= 3 && lengthOf(only) <= 30;
  return isShort ? usableName(asPhrase(only)) : null;
};

/** "a project planner for small teams", of "Planwise, a project planner…" or "Planwise is a project planner…". */
const taglineOf = (text: string, name: string): string | null => {
  const bare = text.replace(leadIn, '').replace(leadingArticle, '');
  // "its called habitbee and basically its an app that helps you": told as one tells it.
  const chatty = text.includes(name)
    ? /\b(?:it['’]?s|it\s+is)\s+(?:basically\s+|just\s+)?(?<rest>an?\s.+)$/iu.exec(text.slice(text.indexOf(name)))
    : null;
  if (chatty !== null) return collapsed(chatty.groups?.['rest'] ?? '').replace(/[.!?…]+$/u, '');
  // "our meditation app Stillwater"
  if (bare !== text && bare.endsWith(` ${name}`)) return collapsed(text.slice(0, text.length - name.length));
  if (!bare.startsWith(name)) return null;
  const { any, described } = afterName.exec(bare.slice(name.length))?.groups ?? {};
  const rest = any ?? described;
  return rest === undefined ? null : collapsed(rest).replace(/[.!?…]+$/u, '');
};

const kindOf = (sentence: string): Statement['kind'] => {
  if (callWords.test(sentence)) return 'call';
  return problemWords.test(sentence) ? 'problem' : 'plain';
};

export const promptFacts = (prompt: string, brand: GivenBrand): PromptFacts => {
  const text = plainText(prompt);
  const language = languageOf(text);
  const quoted = quotation.exec(text)?.groups;
  const {
    subject,
    sentences: all,
    lists,
  } = promptSentences(quoted === undefined ? prompt : prompt.replace(quotation, '\n'), language ?? 'en');
  const sentences = all.slice(0, mostSentences);
  const host = hostOf(brand.websiteUrl);
  const address = addressOf(text) ?? (host !== null && lengthOf(host) <= 44 ? host : null);
  const found = nameIn(prompt, subject, sentences, language !== 'de');
  const website = address?.includes('@') === true ? null : (address?.split('/', 1)[0] ?? null);
  const name = brand.name ?? found ?? nameOfHost(host) ?? nameOfHost(website) ?? shortPrompt(subject, sentences);
  const taglines = [subject ?? '', ...sentences].map((each) => (name === null ? null : taglineOf(each, name)));
  const isName = (each: string): boolean => asPhrase(each) === name;
  const statements = sentences.filter((each) => !isName(each)).map((each) => ({ text: each, kind: kindOf(each) }));
  const tagline = taglines.find((each) => each !== null) ?? null;
  const lead =
    subject === null || tagline !== null || isName(subject) ? [] : [{ text: subject, kind: 'plain' as const }];
  return {
    language,
    name,
    tagline,
    statements: [...lead, ...statements],
    lists: [
      ...lists.filter(({ items }) => items.length > 1),
      ...[...(subject === null ? [] : [subject]), ...sentences]
        .filter((each) => !painLead.test(each))
        .map((each) => enumerationOf(each, name))
        .filter((each) => each !== null)
        .map(({ lead: label, items }) => ({ label, isOrdered: false, items })),
    ],
    pains: sentences.map(painsOf).find((each) => each !== null) ?? null,
    figures: sentences.map(figureOf).filter((each) => each !== null),
    quote:
      quoted === undefined
        ? null
        : {
            text: collapsed(quoted['text'] ?? ''),
            person: collapsed(quoted['person'] ?? ''),
            role: quoted['role'] === undefined ? null : collapsed(quoted['role']),
          },
    address,
  };
};
