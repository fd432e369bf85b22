/** Steps (insert, delete, replace, swap of neighbours) that turn `a` into `b`. */
export const editDistance = (a: string, b: string): number => {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= a.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let best = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) best = Math.min(best, at(row - 2, column - 2) + 1);
      rows[row]?.push(best);
    }
  }
  return at(a.length, b.length);
};

const longestCompared = 64;
const folded = (key: string): string => key.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The key that was probably meant: at most a third of its letters (two at least) away; null where none is near. */
export const didYouMean = (key: string, known: readonly string[]): string | null => {
  const wanted = folded(key);
  if (wanted.length === 0 || wanted.length > longestCompared) return null;
  const nearest = known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, folded(candidate)) }))
    .sort((a, b) => a.distance - b.distance)[0];
  if (nearest === undefined) return null;
  return nearest.distance <= Math.max(2, Math.floor(folded(nearest.candidate).length / 3)) ? nearest.candidate : null;
};
