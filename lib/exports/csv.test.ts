import { expect, test } from "vitest";
import { csvLine } from "#lib/exports/csv.ts";

test.each<[unknown, string]>([
  ["plain", "plain"],
  ['He said "no", twice', '"He said ""no"", twice"'],
  ["two\nlines", '"two\nlines"'],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+33612345678", "'+33612345678"],
  ["-1+1|cmd", "'-1+1|cmd"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t=1"],
  ["\n=1", '"\'\n=1"'],
  ["＝1", "'＝1"],
  ["bike;=1;+2; @SUM(A1)", "bike;'=1;'+2;' @SUM(A1)"],
  ["X11; Linux", "X11; Linux"],
  ['=1,"2"', '"\'=1,""2"""'],
  [-5, "-5"],
  [false, "false"],
  [null, ""],
  [new Date("2026-05-01T10:00:00Z"), "2026-05-01T10:00:00.000Z"],
  [["LCD", "LMD"], "LCD LMD"],
])("the cell %j is written as %s, and never as a formula", (value, written) => {
  expect(csvLine([value, "end"])).toBe(`${written},end\r\n`);
});
