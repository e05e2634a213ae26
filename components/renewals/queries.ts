import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { renewalFilters } from "#lib/renewals/list-filters.ts";
import type { RenewalOverview } from "#lib/renewals/read.ts";

export type RenewalRow = Wire<RenewalOverview>;

export const renewalParsers = parsersOf(renewalFilters);

type Asked = inferParserType<typeof renewalParsers & typeof cursorParsers>;

export const renewalsQuery = (environment: Environment, asked: Asked) =>
  queryOptions({
    queryKey: ["renewals", environment, "list", asked],
    queryFn: ({ signal }) => api("GET", "/[environment]/renewals", { params: { environment }, query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

export const renewalQuery = (environment: Environment, arid: string) =>
  queryOptions({
    queryKey: ["renewals", environment, "one", arid],
    queryFn: ({ signal }) => api("GET", "/[environment]/renewals/[arid]", { params: { environment, arid }, signal }),
    ...live,
  });

/** The history of a renewal; with `before`, what is further back. */
export const renewalHistoryQuery = (environment: Environment, arid: string, before: string | null = null) =>
  queryOptions({
    queryKey: ["history", environment, "renewal", arid, before],
    queryFn: ({ signal }) =>
      api("GET", "/[environment]/renewals/[arid]/events", { params: { environment, arid }, query: { before }, signal }),
    ...live,
  });
