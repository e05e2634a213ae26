import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLines } from "#lib/platform/text/csv.ts";
import { decodeSheet, readNumber, readSheet } from "#lib/platform/text/read-csv.ts";

const cellsOf = (text: string) => readSheet(text).map(({ cells }) => cells);

test.each<[string, string, string[][]]>([
  [
    "an English spreadsheet",
    "path,value\r\nname,Été\r\n",
    [
      ["path", "value"],
      ["name", "Été"],
    ],
  ],
  [
    "a French one",
    "\uFEFFpath;value\r\nbike.break;0,0416\r\n",
    [
      ["path", "value"],
      ["bike.break", "0,0416"],
    ],
  ],
  [
    "one with tabs",
    "path\tvalue\nname\tOne, two\n",
    [
      ["path", "value"],
      ["name", "One, two"],
    ],
  ],
  [
    "a Mac's line ends",
    "path;value\rname;x",
    [
      ["path", "value"],
      ["name", "x"],
    ],
  ],
  [
    "empty columns and lines",
    "path;value;;\r\n;;;\r\n\r\nname;x;;\r\n",
    [
      ["path", "value"],
      ["name", "x"],
    ],
  ],
  [
    "quoted cells",
    'path,value\r\n"name","He said ""no"", twice"\r\n',
    [
      ["path", "value"],
      ["name", 'He said "no", twice'],
    ],
  ],
  [
    "a quote within a cell",
    'path,value\nname,=A1("x")\n',
    [
      ["path", "value"],
      ["name", '=A1("x")'],
    ],
  ],
  [
    "an empty first cell",
    "path;value\n;x\n",
    [
      ["path", "value"],
      ["", "x"],
    ],
  ],
])("%s is read by cells", (_from, text, expected) => {
  expect(cellsOf(text)).toEqual(expected);
});

test("a line has the number that an editor shows, below a cell of several lines too", () => {
  expect(readSheet('a;b\r\n"two\r\nlines";c\r\n\r\nd;e').map(({ number }) => number)).toEqual([1, 2, 5]);
});

test("what our writer writes is read back", () => {
  const cell = fc.string({ unit: fc.constantFrom(...Array.from('ab1 ",\n')), minLength: 1, maxLength: 9 }).map((text) => `x${text}x`);
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
      expect(cellsOf(csvLines([["path", "value"], ...rows])).slice(1)).toEqual(rows);
    }),
  );
});

test.each([
  ["UTF-8", Buffer.from("Été;1")],
  ["UTF-8 with a byte order mark", Buffer.from("\uFEFFÉté;1")],
  ["Windows-1252", Buffer.from("Été;1", "latin1")],
  ["UTF-16", Buffer.from("\uFEFFÉté;1", "utf16le")],
])("a file in %s is decoded", (_encoding, bytes) => {
  expect(decodeSheet(bytes)).toBe("Été;1");
});

test.each([
  ["0.0416", 0.0416],
  ["0,0416", 0.0416],
  ["-12", -12],
  ["1,2,3", undefined],
  ["nine", undefined],
  ["", undefined],
])("the figure %j is %s", (cell, value) => {
  expect(readNumber(cell)).toBe(value);
});
