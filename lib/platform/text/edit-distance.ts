/** The edit distance with transpositions (Damerau-Levenshtein). */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1] ? at(beforeLast, column - 2) + 1 : Infinity;
      current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(distances: readonly number[], column: number): number {
  return distances[column] ?? Infinity;
}
