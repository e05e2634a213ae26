import { QueryClient } from "@tanstack/react-query";
import type { QueryKey } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { get, keyOf } from "#components/portal/queries.ts";

const environment = "development";
/** What a page has asked for. */
const keys: Record<string, QueryKey> = {
  list: keyOf("/[environment]/deliveries", { params: { environment }, query: { status: "failed", after: "2" } }),
  one: keyOf("/[environment]/deliveries/[deliveryId]", { params: { environment, deliveryId: "del_1" } }),
  count: get("/[environment]/deliveries/replay", { params: { environment }, query: { status: "failed" } }).queryKey,
  other: keyOf("/[environment]/deliveries", { params: { environment: "production" }, query: {} }),
  contracts: keyOf("/[environment]/contracts", { params: { environment }, query: {} }),
};

test.each([
  ["a path", keyOf("/[environment]/deliveries", { params: { environment } }), ["list", "one", "count"]],
  ["a path with any query", keyOf("/[environment]/deliveries", { params: { environment }, query: {} }), ["list"]],
  ["a query", keyOf("/[environment]/deliveries/replay", { params: { environment }, query: { status: "failed" } }), ["count"]],
])("the key of %s reaches what it names, and nothing else", async (_name, queryKey, reached) => {
  const client = new QueryClient();
  for (const key of Object.values(keys)) client.setQueryData(key, {});
  await client.invalidateQueries({ queryKey });
  const invalidated = Object.entries(keys).filter(([, key]) => client.getQueryState(key)?.isInvalidated);
  expect(invalidated.map(([name]) => name)).toEqual(reached);
});
