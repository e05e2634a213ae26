import type { QueryClient } from "@tanstack/react-query";
import { trpc, live } from "#components/kit/api/api.ts";

/** Reports of keys that still work. */
export const keyReportsQuery = trpc.console.keys.reports.queryOptions(undefined, live);

/** Invalidates keys and reports after a change of a key. */
export async function refreshKeys(client: QueryClient): Promise<void> {
  const keys = [trpc.console.keys.list.queryKey(), trpc.console.keys.reports.queryKey()];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
