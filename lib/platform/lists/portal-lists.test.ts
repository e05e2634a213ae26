import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keyset, listQuery, makeListPage } from "#lib/platform/lists/portal-lists.ts";
import type { Keyset, ListPage } from "#lib/platform/lists/portal-lists.ts";

const cursorOf = (row: number) => String(row);

function readPage(table: readonly number[], query: Keyset): ListPage<number> {
  const { before, after, limit } = query;
  const found =
    before !== undefined
      ? table.filter((row) => row < Number(before)).toSorted((a, b) => b - a)
      : after !== undefined
        ? table.filter((row) => row > Number(after)).toSorted((a, b) => a - b)
        : table.toSorted((a, b) => b - a);
  return makeListPage(found.slice(0, limit + 1), query, cursorOf);
}

describe("pages of a list", () => {
  const tables = fc.uniqueArray(fc.nat(1000), { maxLength: 40 });
  const limits = fc.integer({ min: 1, max: 7 });

  test("show every row once, newest first, when followed to the oldest", () => {
    fc.assert(
      fc.property(tables, limits, (table, limit) => {
        const seen: number[] = [];
        let page = readPage(table, { limit });
        seen.push(...page.rows);
        while (page.older !== null) {
          page = readPage(table, { limit, before: page.older });
          expect(page.rows.length).toBeGreaterThan(0);
          seen.push(...page.rows);
        }
        expect(seen).toEqual(table.toSorted((a, b) => b - a));
      }),
    );
  });

  test("lead to the newest row when followed back from the oldest", () => {
    fc.assert(
      fc.property(tables, limits, (table, limit) => {
        const oldest = Math.min(...table, 1001);
        let page = readPage(table, { limit, before: String(oldest + 1) });
        while (page.newer !== null) page = readPage(table, { limit, after: page.newer });
        expect(page.rows[0] ?? oldest).toBe(Math.max(...table, -1) === -1 ? oldest : Math.max(...table));
      }),
    );
  });

  test("have no newer page at the newest, and no neighbours in an empty list", () => {
    expect(readPage([3, 2, 1], { limit: 2 })).toEqual({ rows: [3, 2], older: "2", newer: null });
    expect(readPage([], { limit: 2 })).toEqual({ rows: [], older: null, newer: null });
  });
});

describe("the query of a list", () => {
  test("stays within the limits", () => {
    expect(keyset.parse({})).toEqual({ limit: 25 });
    expect(keyset.safeParse({ limit: "101" }).success).toBe(false);
    expect(keyset.parse({ before: "" })).toEqual({ limit: 25 });
  });

  test("has several values in one parameter", () => {
    const schema = listQuery({ status: { kind: "choices", column: "status", values: ["open", "closed"] } });
    expect(schema.parse({ status: "open,closed," })).toEqual({ limit: 25, status: ["open", "closed"] });
    expect(schema.parse({})).toEqual({ limit: 25 });
    expect(schema.parse({ status: "open,gone" })).toEqual({ limit: 25, status: ["open"] });
  });
});
