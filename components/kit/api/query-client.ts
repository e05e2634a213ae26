import { QueryCache, QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import { portalErrorOf } from "#components/kit/api/request.ts";

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
