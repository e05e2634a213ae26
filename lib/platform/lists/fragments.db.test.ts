import { sql as part } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { sql } from "#db/client.ts";
import { runUnprepared } from "#db/unprepared.ts";
import { containsAll, foldText, fragmentsOf } from "#lib/platform/lists/fragments.ts";

// rules/search.md#find-1
test.each([
  ["Élodie", "elodie"],
  ["E\u0301lodie", "elodie"],
  ["Cœur de Vélo", "coeurdevelo"],
  ["ŒUVRE", "oeuvre"],
  ["Straße", "strasse"],
  ["STRAẞE", "strasse"],
  ["Løvstrøm & Łódź", "lovstromlodz"],
  ["O’Brien", "obrien"],
  ["Jean‑Pierre", "jeanpierre"],
  ["Jean\u00A0Pierre", "jeanpierre"],
  ["CLM-100013", "clm100013"],
  ["a_b%\\c", "abc"],
  ["grace@example.com", "graceexamplecom"],
  ["/v2/contracts?x=[1]{2}~`^|<>", "v2contractsx12"],
  ["Ｆｕｌｌ ﬁn №5…", "fullfinno5"],
  ["Đà Nẵng", "danang"],
  ["‘x’ – “y” — «z» • · °", "xyz"],
  ["  \t ", ""],
])("the database and the code fold %j alike", async (text, expected) => {
  const [row] = await sql<{ folded: string }[]>`select search_text(${text}) as folded`;
  expect([foldText(text), row?.folded]).toEqual([expected, expected]);
});

test("the database keeps the fields of a row apart", async () => {
  const [row] = await sql<{ folded: string }[]>`select search_text(${"Ada L.\nÉlan"}) as folded`;
  expect(row?.folded).toBe("adal\nelan");
});

describe("what is typed is compared by its words", () => {
  test.each([
    ["ada", ["ada"]],
    ["Martin Ada", ["martin", "ada"]],
    ["FR 123 45", ["fr", "123", "45"]],
    // rules/search.md#find-11
    ["06 12 34", ["61234"]],
    ["+33 (0)6.12.34.56.78", ["612345678"]],
    ["0033 6 12 34 56 78", ["612345678"]],
    ["+33 06 12 34 56 78", ["612345678"]],
    ["06 12", ["0612"]],
    ["+33 ----", []],
    ["0033 0 1", ["0033", "0", "1"]],
    ["01m8fnhv", ["01m8fnhv"]],
    ["  É.d  ", []],
    ["ab", []],
    ["%_%", []],
    ["clm - 100", ["clm", "100"]],
  ])("%j", (typed, fragments) => {
    expect(fragmentsOf(typed)).toEqual(fragments);
  });
});

test("a whole identifier is contained only where all of it is, however much of its end is the same", async () => {
  const [id, other] = ["exec_01M8J2RQXEBNGEQCAS382P0ZMG", "exec_01M8J2RQXDBNGEQCAS382P0ZMG"];
  const statement = part`select ${containsAll("t.folded", fragmentsOf(id))} as found from unnest(array[search_text(${id}), search_text(${other})]) t(folded)`;
  expect(await runUnprepared(sql, statement)).toEqual([{ found: true }, { found: false }]);
});
