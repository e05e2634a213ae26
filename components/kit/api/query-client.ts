import { QueryClient, replaceEqualDeep } from "@tanstack/react-query";
import { portalErrorOf } from "#components/kit/api/request.ts";

/** Refusals are final; network and server errors are retried twice. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  const { status = 0 } = portalErrorOf(error) ?? {};
  return failures < 2 && !(status >= 400 && status < 500);
}

/** Keeps an unchanged answer the same object; `replaceEqualDeep` alone considers equal dates as changed. */
function shareStructure(before: unknown, answered: unknown): unknown {
  return JSON.stringify(before) === JSON.stringify(answered) ? before : replaceEqualDeep(before, answered);
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: 10_000, retry: isWorthRetrying, structuralSharing: shareStructure } },
  });
}
