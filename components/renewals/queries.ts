import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { inferParserType } from "nuqs/server";
import { getJson } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import { renewalViews } from "#components/renewals/views.ts";
import type { BoundedPage } from "#lib/bounded-pages.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { RenewalOverview } from "#lib/renewals/overview.ts";

export type RenewalRow = Wire<RenewalOverview>;

/** The filters of the list, as the address has them. `from` and `to` are instants, so that a link means the same in every zone. */
export const renewalFilters = {
  search: parseAsString,
  state: parseAsStringLiteral(renewalViews),
  from: parseAsString,
  to: parseAsString,
};

type Asked = inferParserType<typeof renewalFilters & typeof cursorParsers>;

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
