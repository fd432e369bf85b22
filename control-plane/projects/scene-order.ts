/** What is wrong with a new order; every list is empty where nothing is (N24). */
export interface OrderProblems {
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
  readonly duplicates: readonly string[];
}

/** S44: a new order names every scene exactly once. Null where it does. */
export const checkOrder = (current: readonly string[], wanted: readonly string[]): OrderProblems | null => {
  const seen = new Set(wanted);
  const known = new Set(current);
  const problems = {
    missing: current.filter((sceneId) => !seen.has(sceneId)),
    unknown: [...seen].filter((sceneId) => !known.has(sceneId)),
    duplicates: [...new Set(wanted.filter((sceneId, index) => wanted.indexOf(sceneId) !== index))],
  };
  const isSound = problems.missing.length + problems.unknown.length + problems.duplicates.length === 0;
  return isSound ? null : problems;
};

/**
 * The order after a scene was put in at `position` (0-based; S42, N11): positions stay contiguous. No position, or one
 * past the end, means the end.
 */
export const orderWith = (current: readonly string[], sceneId: string, position: number | undefined): string[] =>
  current.toSpliced(position ?? current.length, 0, sceneId);

/** The order after a scene was taken out. */
export const orderWithout = (current: readonly string[], sceneId: string): string[] =>
  current.filter((id) => id !== sceneId);
