import { expect, test } from "vitest";
import { continuedLimit, optionalPaging, paging } from "#lib/platform/lists/paging.ts";

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
      for (const query of [paging, optionalPaging]) {
        const [issue] = query.safeParse({ [field]: text }).error?.issues ?? [];
        expect([issue?.path, issue?.message]).toEqual([[field], "must be a whole number, 0 or more"]);
      }
    }
  },
);

test("a list that is whole by default is paged on request only", () => {
  expect(optionalPaging.parse({})).toEqual({});
  expect(optionalPaging.parse({ limit: "250" })).toEqual({ limit: 100 });
});

test("a page that continues after its last entry has at least one", () => {
  expect(continuedLimit.safeParse("0").error?.issues[0]?.message).toBe("must be a whole number, 1 or more");
  expect([continuedLimit.parse("1"), continuedLimit.parse("1000")]).toEqual([1, 100]);
});
