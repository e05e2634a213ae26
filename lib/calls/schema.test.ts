import { expect, test } from "vitest";
import { callListQuery, formerNamesOf } from "#lib/calls/schema.ts";
import { endpoints } from "#lib/endpoints.ts";

test("a filter that was kept from before the operations were renamed looks for the same calls", () => {
  expect(callListQuery.parse({ endpoint: "readContract,createContract,retrieveContracts,constructor,unknown" }).endpoint).toEqual([
    "retrieveContract",
    "createContract",
    "retrieveContracts",
    "constructor",
    "unknown",
  ]);
});

test("every former name leads to an operation that there is, and none is the name of one", () => {
  const ids = new Set(endpoints.map(({ id }) => id));
  const former = endpoints.flatMap(({ id }) => formerNamesOf(id));
  expect(former).toHaveLength(19);
  expect(former.filter((name) => ids.has(name))).toEqual([]);
});
