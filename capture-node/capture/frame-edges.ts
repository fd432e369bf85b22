/** A stretch of one axis, in CSS pixels. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Air that is left between an edge of the frame and the part that it goes round. */
const airPx = 12;
const hairPx = 2;
/** Parts larger than this share of the frame are cut by any frame. */
const unavoidable = 0.95;

const cutBy = (edge: number, { from, to }: Span): number =>
  // A hair's breadth is no cut; the middle is the worst place.
  edge <= from + hairPx || edge >= to - hairPx ? 0 : 0.5 + Math.min(edge - from, to - edge) / (to - from);

/**
 * RULE: where a frame of `length` begins, between `least` and `most`: where its edges cut through the fewest parts, and
 * of those the nearest to `wanted`. A frame that runs through the middle of a line of figures looks like a mistake.
 */
export const calmestStart = (
  wanted: number,
  { least, most }: { readonly least: number; readonly most: number },
  length: number,
  spans: readonly Span[],
): number => {
  const avoidable = spans.filter(({ from, to }) => to - from < length * unavoidable);
  const starts = [
    wanted,
    least,
    most,
    ...avoidable.flatMap(({ from, to }) =>
      [airPx, hairPx].flatMap((air) => [from - air, to + air, from - air - length, to + air - length]),
    ),
  ].filter((start) => start >= least && start <= most);
  const costOf = (start: number): number =>
    avoidable.reduce((sum, span) => sum + cutBy(start, span) + cutBy(start + length, span), 0) +
    Math.abs(start - wanted) / (length * 4);
  return starts.reduce(
    (best, start) => (costOf(start) < costOf(best) ? start : best),
    Math.min(Math.max(wanted, least), most),
  );
};
