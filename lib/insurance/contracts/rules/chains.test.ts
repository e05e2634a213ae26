import { expect, test } from "vitest";
import { chainEntries } from "#lib/insurance/contracts/rules/chains.ts";

/** Entries by key; `a>b` means that `b` replaced `a`. */
const entries = (...described: string[]) =>
  described.map((text) => {
    const [cpid = "", replacedBy = null] = text.split(">");
    return { cpid, replacedBy };
  });

test.each([
  { what: "none", given: [], chains: [] },
  { what: "a product that was never changed", given: ["a"], chains: ["a"] },
  { what: "one that was changed twice", given: ["a>b", "b>c", "c"], chains: ["c < b < a"] },
  { what: "several, in the order in which they came", given: ["a>d", "b", "c>e", "d", "e>f", "f"], chains: ["d < a", "b", "f < e < c"] },
  { what: "an entry whose successor is not there", given: ["a>gone"], chains: ["a"] },
])("the chains of a contract's products through their changes: $what", ({ given, chains }) => {
  const told = chainEntries(entries(...given)).map(({ current, earlier }) => [current, ...earlier].map(({ cpid }) => cpid).join(" < "));
  expect(told).toEqual(chains);
});

test("every entry is in exactly one chain", () => {
  const given = entries("a>d", "b", "c>e", "d", "e>f", "f");
  const shown = chainEntries(given).flatMap(({ current, earlier }) => [current, ...earlier]);
  expect(shown.toSorted((one, other) => (one.cpid < other.cpid ? -1 : 1))).toEqual(given);
});
