import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeBoundedPage } from "#lib/platform/lists/paging.ts";
import type { BoundedPage } from "#lib/platform/lists/paging.ts";
import { isBackward } from "#lib/platform/lists/portal-lists.ts";
import type { Keyset } from "#lib/platform/lists/portal-lists.ts";

const bound = 5;
const row = { cursorOf: ({ key }: { key: number }) => String(key), placeOf: ({ key }: { key: number }) => new Date(key), make: keyOf };

function keyOf({ key }: { key: number }): number {
  return key;
}

/** Reads a page of a table whose even rows match. */
function readPage(table: readonly number[], query: Keyset): BoundedPage<number> {
  const { before, after, limit } = query;
  const rising = isBackward(query);
  const stream = table
    .filter((key) => (rising ? key > Number(after) : before === undefined || key < Number(before)))
    .toSorted((a, b) => (rising ? a - b : b - a))
    .slice(0, bound + 1);
  const examined = stream.map((key, index) => ({ key, place: index + 1, fits: key % 2 === 0 }));
  const read = examined.filter(({ place, fits }) => fits || place === 1 || place >= bound).slice(0, limit + 4);
  return makeBoundedPage(read, query, row, bound);
}

const fitting = (table: readonly number[]) => table.filter((key) => key % 2 === 0).toSorted((a, b) => b - a);
const tables = fc.uniqueArray(fc.nat(60), { maxLength: 40 });
const limits = fc.integer({ min: 1, max: 7 });

describe("pages that examine a bounded number of rows", () => {
  test("show every matching row once when followed to the oldest, however few match", () => {
    fc.assert(
      fc.property(tables, limits, (table, limit) => {
        const seen: number[] = [];
        for (let before: string | undefined; ;) {
          const page = readPage(table, { limit, before });
          seen.push(...page.rows);
          if (page.older === null) break;
          before = page.older;
        }
        expect(seen).toEqual(fitting(table));
      }),
    );
  });

  test("show every newer matching row once when followed back from any of them", () => {
    fc.assert(
      fc.property(tables, limits, fc.nat(6), (table, limit, steps) => {
        let page = readPage(table, { limit });
        for (let step = 0; step < steps && page.older !== null; step += 1) page = readPage(table, { limit, before: page.older });
        const below = page.rows[0] ?? Number(page.newer ?? Number.NaN);
        if (Number.isNaN(below)) return;
        const seen: number[] = [];
        while (page.newer !== null) {
          page = readPage(table, { limit, after: page.newer });
          seen.unshift(...page.rows);
        }
        expect(seen).toEqual(fitting(table).filter((key) => key > below));
      }),
    );
  });

  test("that are not full say how far they looked, and where to continue", () => {
    const table = [9, 7, 5, 3, 2, 1, 0];
    expect(readPage(table, { limit: 2 })).toEqual({ rows: [2], older: "2", newer: null, lookedTo: new Date(2) });
    expect(readPage(table, { limit: 2, before: "2" })).toEqual({ rows: [0], older: null, newer: "1", lookedTo: null });
    expect(readPage([9, 7, 5, 3, 1, -1, -3], { limit: 2 })).toEqual({ rows: [], older: "1", newer: null, lookedTo: new Date(1) });
  });

  test("of an empty list have no neighbours", () => {
    expect(readPage([], { limit: 2 })).toEqual({ rows: [], older: null, newer: null, lookedTo: null });
  });
});
