import type { inferParserType } from "nuqs/server";
import { trpc, live, liveList } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { queueFilters } from "#lib/insurance/claims/list-filters.ts";

export const queueParsers = parsersOf(queueFilters);
export type AskedQueue = inferParserType<typeof queueParsers & typeof cursorParsers>;

export const queuePageQuery = (query: AskedQueue) => trpc.console.claims.list.queryOptions(query, liveList);

export const queueCountsQuery = ({ partner, kind }: Pick<AskedQueue, "partner" | "kind"> = { partner: null, kind: null }) =>
  trpc.console.claims.counts.queryOptions({ partner, kind }, liveList);

/** By its id, or its claimId: as the address has it. */
export const claimQuery = (id: string) => trpc.console.claims.read.queryOptions({ claimId: id }, live);

export const deskLinksQuery = (id: string) => trpc.console.claims.links.queryOptions({ claimId: id }, live);

export const claimHistoryQuery = (id: string) => trpc.console.claims.history.queryOptions({ claimId: id }, live);

export const handlersQuery = trpc.console.claims.handlers.queryOptions();

export const claimNotesQuery = (id: string) => trpc.console.claims.notes.queryOptions({ claimId: id }, live);
