import { keepPreviousData } from "@tanstack/react-query";
import { createTRPCClient, httpLink } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { makeQueryClient } from "#components/kit/api/query-client.ts";
import { requestJson } from "#components/kit/api/request.ts";
import { transformer } from "#lib/platform/time/dates.ts";
import type { Procedures } from "#lib/rpc/router.ts";

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
