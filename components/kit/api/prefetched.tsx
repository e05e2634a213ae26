import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { InferDataFromTag, QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { makeQueryClient } from "#components/kit/api/query-client.ts";
import { ClientMessages } from "#lib/platform/i18n/client-messages.tsx";
import type { Area } from "#lib/platform/i18n/messages.ts";

interface KnownQuery {
  queryKey: QueryKey;
  data: Promise<unknown>;
}

/** A page's query with the promise of its data, which the server reads with the procedure's verb. */
export function known<Key extends QueryKey, Read extends Promise<unknown>>(
  query: { queryKey: Key },
  data: Read & (Awaited<Read> extends InferDataFromTag<unknown, Key> ? unknown : "the verb answers something else than the query expects"),
): KnownQuery {
  return { queryKey: query.queryKey, data };
}

/** Provides messages and prefetched data to the client components inside, so that the first response is complete. */
export async function Prefetched({
  areas,
  queries,
  children,
}: {
  areas: readonly Area[];
  queries?: readonly KnownQuery[];
  children: ReactNode;
}) {
  const client = makeQueryClient();
  await Promise.all((queries ?? []).map(async ({ queryKey, data }) => client.setQueryData(queryKey, await data)));
  return (
    <ClientMessages areas={areas}>
      <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>
    </ClientMessages>
  );
}
