import { expect, test } from "vitest";
import { continuedLimit, makePage, paging } from "#lib/platform/lists/paging.ts";

// rules/errors.md#requests-3
test.each([
  [{}, { skip: 0, limit: 20 }],
  [{ skip: "40" }, { skip: 40, limit: 20 }],
  [{ limit: "5" }, { skip: 0, limit: 5 }],
  [{ limit: "0" }, { skip: 0, limit: 0 }],
  [{ limit: "100" }, { skip: 0, limit: 100 }],
  [{ limit: "101" }, { skip: 0, limit: 100 }],
  [{ limit: "9".repeat(400) }, { skip: 0, limit: 100 }],
  [{ skip: "9".repeat(40) }, { skip: Number.MAX_SAFE_INTEGER, limit: 20 }],
  [{ skip: "007" }, { skip: 7, limit: 20 }],
])("the query %j means %j", (query, asked) => {
  expect(paging.parse(query)).toEqual(asked);
});

// rules/errors.md#requests-3
test.each(["-1", "-0", "1.5", "1e2", "0x10", "", " ", "ten", "٣", "NaN", "Infinity"])(
  "%j is refused, and the refusal names the field",
  (text) => {
    for (const field of ["skip", "limit"]) {
      const [issue] = paging.safeParse({ [field]: text }).error?.issues ?? [];
      expect([issue?.path, issue?.message]).toEqual([[field], "must be a whole number, 0 or more"]);
    }
  },
);

test("a page that continues after its last entry has at least one", () => {
  expect(continuedLimit.safeParse("0").error?.issues[0]?.message).toBe("must be a whole number, 1 or more");
  expect([continuedLimit.parse("1"), continuedLimit.parse("1000")]).toEqual([1, 100]);
});

// rules/errors.md#requests-10
test.each([
  [[], 2, { items: [], next: null }],
  [["c", "b"], 2, { items: ["C", "B"], next: null }],
  [["c", "b", "a"], 2, { items: ["C", "B"], next: "b" }],
  [["c"], 0, { items: [], next: null }],
])("the rows %j are a page of %i that says where to go on", (rows, limit, page) => {
  expect(makePage(rows, limit, { idOf: (row) => row, make: (row) => row.toUpperCase() })).toEqual(page);
});
