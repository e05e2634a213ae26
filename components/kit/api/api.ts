import { QueryCache, QueryClient, keepPreviousData, replaceEqualDeep } from "@tanstack/react-query";
import { createTRPCClient, httpLink } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { portalErrorOf, requestJson } from "#components/kit/api/request.ts";
import { transformer } from "#lib/platform/time/dates.ts";
import type { Procedures } from "#lib/rpc/router.ts";

/** Errors of rules are final; network and server errors are retried twice. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  const { status = 0 } = portalErrorOf(error) ?? {};
  return failures < 2 && !(status >= 400 && status < 500);
}

/** Keeps an unchanged answer the same object; `replaceEqualDeep` alone considers equal dates as changed. */
function shareStructure(before: unknown, answered: unknown): unknown {
  return JSON.stringify(before) === JSON.stringify(answered) ? before : replaceEqualDeep(before, answered);
}

/** When answers came (`dataUpdatedAt`) that were asked for because the user had changed something; `select` makes other objects of them. */
const afterOwnChange = new Set<number>();

/** True for an answer that was asked for because the user changed something. Timed refreshes are not. */
export function followsOwnChange({ dataUpdatedAt = 0 }: { dataUpdatedAt?: number }): boolean {
  return afterOwnChange.has(dataUpdatedAt);
}

/** Pages invalidate their data when the user has changed it, and nothing else does. */
function noteOwnChanges(): QueryCache {
  const cache = new QueryCache();
  const changed = new WeakSet<object>();
  cache.subscribe((event) => {
    if (event.type !== "updated") return;
    const { action, query } = event;
    if (action.type === "invalidate") changed.add(query);
    if (action.type === "success" && changed.delete(query)) afterOwnChange.add(query.state.dataUpdatedAt);
  });
  return cache;
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: noteOwnChanges(),
    defaultOptions: { queries: { staleTime: 10_000, retry: isWorthRetrying, structuralSharing: shareStructure } },
  });
}

/**
 * Client of the portal's procedures: `await api.keys.report.mutate({ environment, keyId, note })`. Requests are not batched, so that no
 * page waits for its slowest.
 */
export const api = createTRPCClient<Procedures>({
  links: [httpLink({ url: "/api/portal/trpc", transformer, fetch: requestJson })],
});

/** Query options and keys of the procedures: `useQuery(trpc.keys.list.queryOptions({ environment }, live))`. */
export const trpc = createTRPCOptionsProxy<Procedures>({
  client: api,
  // Required, but only used by subscriptions, of which there are none.
  queryClient: makeQueryClient(),
});

/** The types of the procedures' answers: `Answers["keys"]["list"]`. */
export type Answers = inferRouterOutputs<Procedures>;

/** Query options that refresh while somebody looks at the page. */
export const live = { refetchInterval: 5000, staleTime: 4000, trpc: { abortOnUnmount: true } } as const;

/** Like `live`, and keeps the previous rows until the next ones have loaded. */
export const liveList = { placeholderData: keepPreviousData, ...live } as const;

/** The options of counts over a list's rows, which cost more than one page of them. */
export const liveSummary = { ...liveList, refetchInterval: 15_000, staleTime: 10_000 } as const;
