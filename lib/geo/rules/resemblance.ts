import { normalForm, readCityName } from "#lib/geo/rules/names.ts";

export interface ComparedCity {
  name: string;
  key: string;
}

/** The confidence in a complete name that is not in normal form, which has 1. */
export const wholeName = 0.98;

/** The confidence, from 0 to 1 in hundredths, that a text is the name of a city or its beginning. */
export function resemblanceTo(text: string): (city: ComparedCity) => number {
  const name = normalForm(text);
  const { key, arrondissement } = readCityName(text);
  return (city) => {
    const sameArrondissement = arrondissement === undefined || arrondissement === readCityName(city.name).arrondissement;
    const byKey = sameArrondissement ? wholeName * likeness(key, city.key) : 0;
    return Math.round(100 * Math.max(likeness(name, city.name), byKey)) / 100;
  };
}

function likeness(written: string, meant: string): number {
  if (written === "") return 0;
  if (meant.startsWith(written)) return 0.5 + (0.5 * written.length) / meant.length;
  return 1 - editDistance(written, meant) / Math.max(written.length, meant.length);
}

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
