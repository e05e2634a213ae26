import { expect, test } from "vitest";
import { readPriceFile } from "#lib/insurance/prices/file.ts";
import { cellsOf, fileOfCells, fillCells, readCell } from "#lib/insurance/prices/grid.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";

const { name, version, rates } = publicTariff;

// rules/prices.md#lists-13
test.each([".", ","] as const)("a list is read back as it is shown, with %s as decimal mark", (mark) => {
  const electric = { ...rates, subtypeRates: { "bike/electric": { break: 416, theft: 700 } } };
  const cells = cellsOf(electric, mark);
  expect(cells["annual_rates.bike/electric.break"]).toBe(`4${mark}16`);
  expect(readPriceFile(fileOfCells({ name, version, cells }))).toEqual({ list: { name, version, rates: electric } });
});

test.each([
  ["4,16", "rate", 0.0416],
  ["4.16 %", "rate", 0.0416],
  ["\u202f7\u00a0%", "rate", 0.07],
  ["1,5", "factor", 1.5],
  ["× 1.5", "factor", 1.5],
  ["1,20 €", "euros", 1.2],
  ["four", "rate", "four"],
  [" ", "rate", undefined],
] as const)("%j is read as a %s of %j", (text, unit, value) => {
  expect(readCell(text, unit)).toBe(value);
});

test("an error is placed by the figure of its cell", () => {
  const cells = cellsOf(rates, ",");
  const read = readPriceFile(
    fileOfCells({
      name,
      version: " ",
      cells: { ...cells, "annual_rates.bike.break": "104", "annual_rates.bike.theft": "x", "term_factors.LCD": "" },
    }),
  );
  expect("errors" in read && read.errors.map(({ place, error }) => [place, error])).toEqual([
    ["version", "noText"],
    ["annual_rates.bike.break", "outside"],
    ["annual_rates.bike.theft", "noNumber"],
    ["term_factors.LCD", "missing"],
  ]);
});

test("cells of a spreadsheet fill the table from one cell on, and what goes beyond it is left out", () => {
  const rows = [["a.break", "a.theft", undefined], ["b.break", "b.theft", "b.client"], ["c.break"]];
  expect(fillCells("4,16\t5\r\n6\t7\t8\r\n", rows, { row: 0, column: 1 })).toEqual({ "a.theft": "4,16", "b.theft": "6", "b.client": "7" });
  expect(fillCells("1\n2\n3\n4", rows, { row: 1, column: 0 })).toEqual({ "b.break": "1", "c.break": "2" });
  expect(fillCells("4,16", rows, { row: 0, column: 0 })).toBeUndefined();
});
