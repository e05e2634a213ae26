import { keepPreviousData } from "@tanstack/react-query";
import { createTRPCClient, httpLink } from "@trpc/client";
import type { inferRouterOutputs } from "@trpc/server";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import superjson from "superjson";
import type { Procedures } from "#app/api/portal/_procedures/router.ts";
import { makeQueryClient } from "#components/kit/api/query-client.ts";
import { requestJson } from "#components/kit/api/request.ts";

/** The procedures of the portal: `await api.keys.report.mutate({ environment, keyId, note })`. One request each: no page waits for the slowest. */
export const api = createTRPCClient<Procedures>({
  links: [httpLink({ url: "/api/portal/trpc", transformer: superjson, fetch: requestJson })],
});

/** The same as queries and keys of queries: `useQuery(trpc.keys.list.queryOptions({ environment }, live))`. */
export const trpc = createTRPCOptionsProxy<Procedures>({
  client: api,
  // Only subscriptions would use it, of which there are none.
  queryClient: makeQueryClient(),
});

/** What the procedures answer: `Answers["keys"]["list"]`. */
export type Answers = inferRouterOutputs<Procedures>;

/** Refreshes by itself while somebody looks at it. */
export const live = { refetchInterval: 5000, staleTime: 4000, trpc: { abortOnUnmount: true } } as const;

/** The same for a list, which keeps the rows before until those that are asked for next have come. */
export const liveList = { placeholderData: keepPreviousData, ...live } as const;
