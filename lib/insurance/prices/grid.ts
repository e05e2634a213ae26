import { figureOf, subtypeFigures, tariffFigures } from "#lib/insurance/prices/figures.ts";
import type { FigureUnit } from "#lib/insurance/prices/figures.ts";
import type { TariffRates } from "#lib/insurance/prices/schema.ts";
import { readNumber } from "#lib/platform/text/read-csv.ts";

/** What is typed for each figure, by its path. Rates are in percent; a subtype without a rate of its own is empty. */
export type Cells = Readonly<Record<string, string>>;

export interface TypedVersion {
  name: string;
  version: string;
  cells: Cells;
}

const figures = [...tariffFigures, ...subtypeFigures];

/** A figure as it is typed, such as `4,16` for a rate of 0.0416. */
export function cellOf(value: number, unit: FigureUnit, decimalMark: "." | ","): string {
  return String(unit === "rate" ? Number(`${value}e2`) : value).replace(".", decimalMark);
}

export function cellsOf(rates: TariffRates, decimalMark: "." | ","): Cells {
  return Object.fromEntries(
    figures.flatMap((figure) => {
      const value = figureOf(rates, figure);
      return value === undefined ? [] : [[figure.path, cellOf(value, figure.unit, decimalMark)]];
    }),
  );
}

/** The figure that is typed in a cell, the text where it is no number, and undefined for an empty cell. */
export function readCell(text: string, unit: FigureUnit): number | string | undefined {
  const digits = text.replaceAll(/[\s%€×]/g, "");
  const value = readNumber(digits);
  if (value === undefined) return digits === "" ? undefined : text.trim();
  return unit === "rate" ? Number(`${value}e-2`) : value;
}

/** The file of what is typed, whose errors `readPriceFile` places by the paths of the cells. */
export function fileOfCells({ name, version, cells }: TypedVersion): string {
  const values = figures.map(({ path, unit }) => [path, readCell(cells[path] ?? "", unit)] as const);
  return JSON.stringify({ name, version, ...Object.fromEntries(values) });
}

/**
 * Fills cells with what was copied from a spreadsheet, from one cell on to the right and down; `rows` are the paths of the table as it is
 * shown. Undefined for a single value, which is pasted as a text.
 */
export function fillCells(
  text: string,
  rows: readonly (readonly (string | undefined)[])[],
  { row, column }: { row: number; column: number },
): Cells | undefined {
  const lines = text
    .replace(/(?:\r\n|\r|\n)$/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => line.split("\t"));
  if (lines.length === 1 && lines[0]?.length === 1) return undefined;
  const filled = lines.flatMap((values, down) =>
    values.flatMap((value, right) => {
      const path = rows[row + down]?.[column + right];
      return path === undefined ? [] : [[path, value.trim()] as const];
    }),
  );
  return Object.fromEntries(filled);
}
