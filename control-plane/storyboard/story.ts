import type { TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import type { Figure } from './figures.ts';
import { phrasesOf, withName } from './phrases.ts';
import type { PromptFacts, Statement } from './prompt-facts.ts';
import type { PromptList } from './prompt-sentences.ts';
import { type Piece, type Point, pointOf, takesContent } from './scene-content.ts';
import { asPhrase, asSentence, collapsed, fittingHead, lengthOf, withoutDangling } from './sentences.ts';
import { type Shape, shapeOf } from './template-shape.ts';

/** Which templates the story may be told with. */
export interface Means {
  readonly templates: readonly TemplateManifest[];
  /** How many scenes should show a captured page. */
  readonly pageScenes: number;
}

/** What an opening scene of four and a half seconds has room for. */
const shortLine = 44;
/** What a scene of three points has room for. */
const pointsLine = 60;
/** What every template that shows a page has room for. */
const pageHeadline = 40;
const isQuestion = (text: string): boolean => /[?؟？]["'”’»)]*$/u.test(text.trim());
const present = <T>(values: readonly (T | null | undefined)[]): T[] => values.filter((value) => value != null);

/** The last part of a call to act is often where to go: "Try it at acme.example" without its address. */
const withoutAddress = (text: string, address: string | null): string => {
  if (address === null) return text;
  const escaped = address.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return withoutDangling(
    text
      .replace(/[.!…。]+$/u, '')
      .replace(
        new RegExp(
          String.raw`[\s,:–—-]*(?:(?:at|on|under|via|to|auf|unter|bei|an|sur|en|su|في|على)\s+)?(?:https?:\/\/)?(?:www\.)?${escaped}\/?`,
          'iu',
        ),
        '',
      ),
  );
};

const openingOf = (facts: PromptFacts): { piece: Piece; used: Statement | null } => {
  const { name, tagline, statements, language } = facts;
  const words = language === null ? null : phrasesOf(language);
  const meet = name !== null && words !== null ? withName(words.meet, name) : name;
  const beats = [
    ['claim', 'hook'],
    ['figure', 'hook'],
    ['claim', 'transition'],
    ['strikes', 'problem'],
  ] as const;
  const question = statements.slice(0, 2).find(({ text }) => isQuestion(text)) ?? null;
  if (question !== null && lengthOf(question.text) <= 64) {
    const subline = tagline === null ? null : asPhrase(tagline);
    const content = { headline: asPhrase(question.text), eyebrow: name, subline };
    return { piece: { beats, content, lines: present([question.text, meet]), rank: 0 }, used: question };
  }
  if (name !== null && tagline !== null) {
    const is = words?.is ?? '';
    const isArticled = /^(?:an?|the|our|eine?|der|die|das|une?|la|le|el|los|il|lo|uma?|o|een|het|de)\s/iu.test(tagline);
    const lines = present([
      is === '' || !isArticled ? null : `${name} ${is} ${tagline}`,
      `${name}: ${tagline}`,
      asPhrase(tagline),
      meet,
    ]);
    const short = lines.filter((line) => lengthOf(asSentence(line)) <= shortLine);
    const content = { headline: asPhrase(tagline), eyebrow: name };
    const own = statements.find(({ text }) => text.includes(tagline)) ?? null;
    return { piece: { beats, content, lines: [...short, ...lines], rank: 0 }, used: own };
  }
  const first = statements.find(({ kind }) => kind === 'plain') ?? statements[0] ?? null;
  const headline = first === null ? (name ?? '') : asPhrase(first.text);
  const content = { headline, eyebrow: name };
  const isShort = first !== null && lengthOf(asSentence(first.text)) <= shortLine;
  const lines = present(isShort ? [first.text, meet] : [meet, first?.text]);
  return { piece: { beats, content, lines, rank: 0 }, used: first };
};

const closingOf = (facts: PromptFacts, used: Statement | null): { pieces: Piece[]; used: Statement | null } => {
  const { name, tagline, statements, address, language } = facts;
  const words = language === null ? null : phrasesOf(language);
  const call = statements.findLast((each) => each.kind === 'call' && each !== used) ?? null;
  // Without a call the story ends on its last word.
  const hasEnd = call !== null || address !== null || statements.length < 3;
  const last = hasEnd ? null : (statements.findLast((each) => each !== used && each.kind === 'plain') ?? null);
  const bare = call === null ? null : asPhrase(withoutAddress(call.text, address));
  const isOffer = bare !== null && /^(?:free|tickets?)\b/i.test(bare);
  const onButton = bare === null || isOffer ? null : fittingHead(bare, 26);
  const button = onButton ?? (address === null ? null : words?.moreButton) ?? null;
  const fallback = last?.text ?? name ?? (tagline === null ? null : asPhrase(tagline)) ?? statements[0]?.text ?? '';
  const headline = bare !== null && bare !== button && bare !== '' ? bare : asPhrase(fallback);
  const visit = address === null || words === null ? null : withName(words.visit, address);
  const lines = present([
    call?.text,
    last?.text,
    bare,
    visit,
    address === null ? null : `${name ?? ''} ${address}`,
    name,
    tagline,
  ]);
  const content = { headline, button: button === headline ? null : button, address };
  const beats = [
    ['button', 'cta'],
    ['endCard', 'cta'],
    ['claim', 'transition'],
  ] as const;
  const endCard: Piece = {
    beats: [['endCard', 'cta']],
    content: { headline: tagline === null ? headline : asPhrase(tagline), address },
    lines: present([name === null ? null : asPhrase(name), visit]),
    rank: 24,
  };
  return { pieces: [{ beats, content, lines, rank: 1 }, endCard], used: call ?? last };
};

/** A list in one scene that shows three points, where there is a template for it; else a scene for each point. */
const listPieces = (list: PromptList, at: number, facts: PromptFacts, { templates }: Means): Piece[] => {
  const { name, tagline, statements } = facts;
  const words = facts.language === null ? null : phrasesOf(facts.language);
  const points = list.items.map(pointOf);
  const source = sourceOf(list, statements);
  const heading = list.label ?? (list.isOrdered ? words?.steps : words?.glance) ?? name ?? tagline;
  const preferred: Shape[] = list.isOrdered ? ['steps', 'cards'] : ['cards'];
  const shown = templates.filter((manifest) => preferred.some((shape) => shapeOf(manifest) === shape));
  const isShown = (point: Point): boolean =>
    shown.some((manifest) => takesContent(manifest, { headline: '', points: [point, point] }));
  // Steps are told in their order or not at all.
  const kept = list.isOrdered ? points : points.filter(isShown);
  const together = kept.slice(0, 3);
  const content = { headline: asPhrase(heading ?? ''), points: together };
  const able = preferred.filter((shape) =>
    shown.some((manifest) => shapeOf(manifest) === shape && takesContent(manifest, content)),
  );
  const inTurn = (count: number): string =>
    together
      .slice(0, count)
      .map(({ title }) => asSentence(title))
      .join(' ');
  const whole = source !== undefined && lengthOf(source.text) <= pointsLine ? source.text : null;
  const said = present([whole, inTurn(3), inTurn(2), source?.text, together[0]?.body, together[0]?.title]);
  if (able.length > 0 && heading !== null) {
    const main: Piece = {
      beats: able.flatMap((shape) => [[shape, 'solution'] as const, [shape, 'proof'] as const]),
      content,
      lines: said,
      rank: 4 + at * 9,
    };
    const left = points.filter((point) => !together.includes(point)).slice(0, 3);
    return [main, ...left.map((point, index) => pointPiece(point, name, 31 + at * 9 + index))];
  }
  if (source !== undefined && lengthOf(source.text) <= pointsLine) return [statementPiece(source, name, at, false)];
  return points.slice(0, 6).map((point, index) => pointPiece(point, name, 15 + at * 9 + index));
};

const pointPiece = ({ title, body }: Point, eyebrow: string | null, rank: number): Piece => ({
  beats: told('proof'),
  content: { headline: title, subline: body, eyebrow },
  lines: present([body === null ? null : `${title}: ${body}`, body, title]),
  rank,
});

/** How a statement is shown without a picture. */
const told = (otherwise: 'proof' | 'problem'): Piece['beats'] => [
  ['claim', 'transition'],
  ['figure', otherwise],
];

/** The sentence that a list was found in; undefined for one that was written as a list. */
const sourceOf = ({ items }: PromptList, statements: readonly Statement[]): Statement | undefined =>
  statements.find(({ text }) => items.every((item) => text.toLowerCase().includes(item.toLowerCase())));

const afterSubject = (text: string, name: string): string | null => {
  const rest = text.startsWith(`${name} `)
    ? /^\s*(?:is|are)\s+(?<rest>\p{Ll}+ing\s.+)$/u.exec(text.slice(name.length))
    : null;
  return rest?.groups?.['rest'] ?? null;
};

const statementPiece = ({ text, kind }: Statement, eyebrow: string | null, at: number, isPage: boolean): Piece => ({
  beats: [
    ...(isPage
      ? ([
          ['page', 'solution'],
          ['page', 'proof'],
        ] as const)
      : []),
    ...told(kind === 'problem' ? 'problem' : 'proof'),
  ],
  content: { headline: asPhrase(text), eyebrow },
  // "Northwind is looking for an engineer" is "Looking for an engineer" where there is less room.
  lines: present([text, eyebrow === null ? null : afterSubject(text, eyebrow)]),
  rank: (isPage ? 3 : 14) + at,
});

const painPieces = ({ pains }: PromptFacts): Piece[] => {
  if (pains === null) return [];
  const [first = ''] = pains.items;
  return [
    {
      beats: [['strikes', 'problem'], ...told('problem')],
      content: { headline: pains.lead, points: pains.items.map((title) => ({ title: asPhrase(title), body: null })) },
      lines: [pains.sentence, `${pains.lead} ${first}`],
      rank: 5,
    },
  ];
};

const figurePiece = (figure: Figure, kind: Statement['kind'], at: number): Piece => ({
  beats: [
    ['figure', kind === 'problem' ? 'problem' : 'proof'],
    ['claim', 'transition'],
  ],
  content: { headline: asPhrase(figure.sentence), figure },
  lines: [figure.sentence, figure.spoken],
  rank: 7 + at * 6,
});

const quotePieces = ({ quote }: PromptFacts): Piece[] =>
  quote === null
    ? []
    : [{ beats: [['quote', 'proof']], content: { headline: quote.text, quote }, lines: [quote.text], rank: 6 }];

/** A scene of the product's own page for a prompt that says nothing else about it. */
const barePage = ({ name, tagline }: PromptFacts): Piece[] => {
  const headline = name ?? tagline;
  if (headline === null) return [];
  const content = { headline: asPhrase(headline), subline: tagline === null ? null : asPhrase(tagline) };
  return [
    {
      beats: [
        ['page', 'solution'],
        ['page', 'proof'],
      ],
      content,
      lines: present([tagline, name]),
      rank: 3,
    },
  ];
};

/** The pieces of the story in its order: opening, problem, what helps, why to believe it, what to do. */
export const storyOf = (facts: PromptFacts, means: Means): Piece[] => {
  const { figures, pains, statements, lists, name } = facts;
  const opening = openingOf(facts);
  const closing = closingOf(facts, opening.used);
  const own = [opening.used?.text, closing.used?.text];
  const isTold = (text: string): boolean => own.includes(text);
  // Of "For sale: a house, a boat and a car" the opening shows what stands before the colon alone.
  const isColon = ({ label }: PromptList): boolean => label !== null && own[0]?.startsWith(`${label}:`) === true;
  const usable = lists
    .filter((list) => isColon(list) || !isTold(sourceOf(list, statements)?.text ?? ''))
    .map((list) => (isColon(list) ? { ...list, label: null } : list))
    .slice(0, 3);
  const inLists = new Set(usable.map((list) => sourceOf(list, statements)?.text));
  const hasPains = pains !== null && !isTold(pains.sentence);
  const isFree = (text: string): boolean =>
    !isTold(text) && !inLists.has(text) && !(hasPains && text === pains.sentence);
  const counted = figures.filter(({ sentence }) => isFree(sentence)).slice(0, 3);
  const kindOf = ({ sentence }: Figure): Statement['kind'] =>
    statements.find(({ text }) => collapsed(text) === sentence)?.kind ?? 'plain';
  const free = statements.filter(
    ({ text }) => isFree(text) && !counted.some(({ sentence }) => sentence === collapsed(text)),
  );
  const plain = free.filter(({ kind }) => kind !== 'problem');
  const problems = free.filter(({ kind }) => kind === 'problem');
  const shown = counted.map((figure, at) => ({
    isProblem: kindOf(figure) === 'problem',
    piece: figurePiece(figure, kindOf(figure), at),
  }));
  const { pageScenes } = means;
  const paged = new Set(
    plain.filter(({ text }) => fittingHead(asPhrase(text), pageHeadline) !== null).slice(0, pageScenes),
  );
  return [
    opening.piece,
    ...(hasPains ? painPieces(facts) : []),
    ...shown.filter(({ isProblem }) => isProblem).map(({ piece }) => piece),
    ...problems.map((each, at) => statementPiece(each, name, at, false)),
    ...(pageScenes > paged.size ? barePage(facts) : []),
    ...plain.slice(0, 1).map((each) => statementPiece(each, name, 0, paged.has(each))),
    ...usable.flatMap((list, at) => listPieces(list, at, facts, means)),
    ...plain.slice(1).map((each, at) => statementPiece(each, name, at + 1, paged.has(each))),
    ...shown.filter(({ isProblem }) => !isProblem).map(({ piece }) => piece),
    ...quotePieces(facts),
    ...closing.pieces,
  ];
};
