import { narrationBudget } from '@reelyard/shared/contracts/narration-budget.ts';
import type { Beat, TemplateManifest } from '@reelyard/shared/contracts/template.ts';
import { durationOf } from './draft-plan.ts';
import { type Piece, takesContent } from './scene-content.ts';
import { fittingHead, lineWithin } from './sentences.ts';
import { mainTextKey, shapeOf } from './template-shape.ts';

/** A piece of the story with the template that shows it. */
export interface CastPiece {
  readonly piece: Piece;
  readonly manifest: TemplateManifest;
  readonly beat: Beat;
}

interface Option {
  readonly manifest: TemplateManifest;
  readonly beat: Beat;
  readonly cost: number;
}

interface Attempt {
  readonly cast: readonly CastPiece[];
  readonly cost: number;
}

const repeatCost = 6;
const skipCost = 40;
const silenceCost = 4;
const cutCost = 5;
/** How many unfinished casts are carried along. */
const width = 24;

/** What it costs to show a piece otherwise than it is best shown: opening, closing and figures have a template of their own. */
const likingOf = ({ rank, content }: Piece): number => {
  if (rank < 2) return 8;
  return content.figure === undefined ? 1 : 5;
};

const isSpoken = ({ lines }: Piece, { durationSeconds }: TemplateManifest): boolean => {
  const { maxChars } = narrationBudget(durationSeconds);
  return lines.some((line) => lineWithin(line, maxChars) !== null);
};

const isHeadlineWhole = ({ content }: Piece, manifest: TemplateManifest): boolean => {
  const main = mainTextKey(manifest);
  const limit = main === null ? undefined : manifest.layers[main]?.validation.maxLength;
  return limit === undefined || fittingHead(content.figure?.label ?? content.headline, limit) !== null;
};

const optionsOf = (piece: Piece, templates: readonly TemplateManifest[]): Option[] =>
  piece.beats.flatMap(([shape, beat], preference) =>
    templates
      .filter((each) => shapeOf(each) === shape && each.storyboard.fitsBeats.includes(beat))
      .filter((manifest) => takesContent(manifest, piece.content))
      .map((manifest) => ({
        manifest,
        beat,
        cost:
          preference * likingOf(piece) +
          (isSpoken(piece, manifest) ? 0 : silenceCost) +
          (isHeadlineWhole(piece, manifest) ? 0 : cutCost),
      })),
  );

/** A piece of a story with every template that can show it. */
export interface OpenPiece {
  readonly piece: Piece;
  readonly options: readonly Option[];
}

export const openPieces = (pieces: readonly Piece[], templates: readonly TemplateManifest[]): OpenPiece[] =>
  pieces.map((piece) => ({ piece, options: optionsOf(piece, templates) }));

const cast = (pieces: readonly OpenPiece[]): Attempt => {
  let attempts: Attempt[] = [{ cast: [], cost: 0 }];
  for (const { piece, options } of pieces) {
    const next = attempts.flatMap((attempt): Attempt[] => {
      const previous = attempt.cast.at(-1)?.manifest.slug;
      const shown = options
        .filter(({ manifest }) => manifest.slug !== previous)
        .map(({ manifest, beat, cost }) => {
          const uses = attempt.cast.filter((each) => each.manifest.slug === manifest.slug).length;
          return { cast: [...attempt.cast, { piece, manifest, beat }], cost: attempt.cost + cost + uses * repeatCost };
        });
      return [...shown, { cast: attempt.cast, cost: attempt.cost + skipCost }];
    });
    // The sort is stable: of two that cost the same, the one that was found first stays first.
    attempts = next.toSorted((a, b) => a.cost - b.cost).slice(0, width);
  }
  return attempts[0] ?? { cast: [], cost: 0 };
};

/** The story as it is, and with two neighbours between its opening and its end in turn. */
const orders = (pieces: readonly OpenPiece[]): OpenPiece[][] => {
  const swaps = pieces.slice(1, -2).map((first, at) => {
    const second = pieces[at + 2];
    return second === undefined ? [...pieces] : [...pieces.slice(0, at + 1), second, first, ...pieces.slice(at + 3)];
  });
  return [[...pieces], ...swaps];
};

/**
 * A template for every piece: none twice in a row, each once if it can be, each piece as it is best shown. Where two
 * neighbours are better shown in turn, they are. A piece that nothing can show there is left out. The same pieces are
 * always cast alike.
 */
export const castPieces = (pieces: readonly OpenPiece[]): readonly CastPiece[] =>
  orders(pieces)
    .map((order, at) => ({ ...cast(order), at }))
    .reduce((best, next) => (next.cost + Math.min(1, next.at) < best.cost + Math.min(1, best.at) ? next : best)).cast;

/**
 * The cast whose duration comes nearest to the target, of the pieces that matter most. Of two that are as near, the
 * longer story.
 */
export const bestCast = (
  pieces: readonly Piece[],
  templates: readonly TemplateManifest[],
  { maxScenes, targetDurationSeconds }: { maxScenes: number; targetDurationSeconds: number },
): readonly CastPiece[] => {
  const open = openPieces(pieces, templates).filter(({ options }) => options.length > 0);
  const byRank = open.toSorted((a, b) => a.piece.rank - b.piece.rank);
  const casts = byRank
    .map((_, at) => new Set(byRank.slice(0, at + 1)))
    .slice(0, maxScenes)
    .map((kept) => castPieces(open.filter((each) => kept.has(each))));
  const distance = (each: readonly CastPiece[]): number => Math.abs(durationOf(each) - targetDurationSeconds);
  return casts.reduce<readonly CastPiece[]>(
    (best, next) => (best.length === 0 || distance(next) <= distance(best) ? next : best),
    [],
  );
};

const told: Readonly<Record<Beat, string>> = {
  hook: 'opens with a claim',
  problem: 'names the problem',
  solution: 'shows what helps',
  proof: 'gives a reason to believe it',
  cta: 'says what to do next',
  transition: 'tells more',
};

/** The story in a sentence: "Opens with a claim, names the problem and says what to do next." */
export const angleOf = (beats: readonly Beat[]): string => {
  const parts = [...new Set(beats)].map((beat) => told[beat]);
  const last = parts.at(-1) ?? '';
  const text = parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};
