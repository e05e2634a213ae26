import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { InferDataFromTag, QueryKey } from "@tanstack/react-query";
import type { TRPCQueryKey } from "@trpc/tanstack-react-query";
import { cache } from "react";
import type { ReactNode } from "react";
import { makeQueryClient } from "#components/kit/api/api.ts";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";
import type { Area } from "#lib/platform/i18n/messages.ts";
import { answerPage } from "#lib/rpc/procedures.ts";
import type { PageContext } from "#lib/rpc/procedures.ts";
import { procedures } from "#lib/rpc/router.ts";

/** The answers that the page of this request is sent with. */
const requestClient = cache(makeQueryClient);

/** Answers a page's queries with their procedures, in the page's context; the components inside `Prefetched` have the answers at once. */
export function prefetch<const Queries extends readonly { queryKey: QueryKey }[]>(page: PageContext, ...queries: Queries) {
  const answers = queries.map(async ({ queryKey }) => {
    const [path, { input } = {}] = queryKey as TRPCQueryKey;
    return requestClient().query({ queryKey, retry: false, queryFn: async () => answerPage(procedures, page, path.join("."), input) });
  });
  return Promise.all(answers) as Promise<{ [Place in keyof Queries]: InferDataFromTag<unknown, Queries[Place]["queryKey"]> }>;
}

/** Sends the page with an answer that it has read itself. */
export function provide<Key extends QueryKey>({ queryKey }: { queryKey: Key }, answer: InferDataFromTag<unknown, Key>): void {
  requestClient().setQueryData(queryKey, answer);
}

/** Provides messages and prefetched data to the client components inside, so that the first response is complete. */
export function Prefetched({ areas, children }: { areas: readonly Area[]; children: ReactNode }) {
  return (
    <ClientMessages areas={areas}>
      <HydrationBoundary state={dehydrate(requestClient())}>{children}</HydrationBoundary>
    </ClientMessages>
  );
}
