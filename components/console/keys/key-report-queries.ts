import type { QueryClient } from "@tanstack/react-query";
import { live, trpc } from "#components/kit/api/api.ts";

export const keyReportsQuery = trpc.console.keys.reports.queryOptions(undefined, live);

export async function refreshKeys(client: QueryClient): Promise<void> {
  const keys = [trpc.console.keys.list.queryKey(), trpc.console.keys.reports.queryKey()];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
