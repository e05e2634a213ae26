import { QueryClient } from "@tanstack/react-query";
import { PortalError } from "#components/portal/api.ts";

/** A refusal is final; what fails on the way, or on our side, is asked for twice more. */
function isWorthRetrying(failures: number, error: unknown): boolean {
  return failures < 2 && !(error instanceof PortalError && error.status >= 400 && error.status < 500);
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { staleTime: 10_000, retry: isWorthRetrying } } });
}
