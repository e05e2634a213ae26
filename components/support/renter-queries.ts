import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { api } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import { renterFilters } from "#lib/renters/list-filters.ts";

export const renterParsers = parsersOf(renterFilters);

type Asked = inferParserType<typeof renterParsers & typeof cursorParsers>;

/** What of the console shows something else once a renter was registered, changed, attached or detached. */
export const registeredRentersKey = ["support", "renters"] as const;

export const registeredRentersQuery = (asked: Asked) =>
  queryOptions({
    queryKey: [...registeredRentersKey, "list", asked],
    queryFn: ({ signal }) => api("GET", "/support/renters", { query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

/** As many are offered to choose from. */
const choicesShown = 8;

export const renterChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: [...registeredRentersKey, "choices", search],
    queryFn: ({ signal }) => api("GET", "/support/renters", { query: { search, limit: choicesShown }, signal }),
    placeholderData: keepPreviousData,
  });

export const registeredRenterQuery = (uid: string) =>
  queryOptions({
    queryKey: [...registeredRentersKey, "one", uid],
    queryFn: ({ signal }) => api("GET", "/support/renters/[uid]", { params: { uid }, signal }),
    ...live,
  });

export const partnerRentersQuery = (partnerId: string, asked: Asked) =>
  queryOptions({
    queryKey: [...registeredRentersKey, "of", partnerId, asked],
    queryFn: ({ signal }) => api("GET", "/support/partners/[partnerId]/renters", { params: { partnerId }, query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });
