import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { getJson } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import type { BoundedPage } from "#lib/bounded-pages.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { renewalFilters } from "#lib/renewals/list-filters.ts";
import type { RenewalOverview } from "#lib/renewals/read.ts";

export type RenewalRow = Wire<RenewalOverview>;

/** The filters of the list, as the address has them. */
export const renewalParsers = parsersOf(renewalFilters);

type Asked = inferParserType<typeof renewalParsers & typeof cursorParsers>;

export const renewalsQuery = (environment: Environment, asked: Asked) =>
  queryOptions({
    queryKey: ["renewals", environment, "list", asked],
    queryFn: ({ signal }) => getJson<Wire<BoundedPage<RenewalOverview>>>(`/${environment}/renewals`, asked, signal),
    placeholderData: keepPreviousData,
    ...live,
  });

export const renewalQuery = (environment: Environment, arid: string) =>
  queryOptions({
    queryKey: ["renewals", environment, "one", arid],
    queryFn: ({ signal }) => getJson<RenewalRow>(`/${environment}/renewals/${encodeURIComponent(arid)}`, {}, signal),
    ...live,
  });
