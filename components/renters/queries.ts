import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { api } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { renterFilters } from "#lib/renters/list-filters.ts";

export const renterParsers = parsersOf(renterFilters);

type Asked = inferParserType<typeof renterParsers & typeof cursorParsers>;

export const rentersQuery = (environment: Environment, asked: Asked) =>
  queryOptions({
    queryKey: ["renters", environment, "list", asked],
    queryFn: ({ signal }) => api("GET", "/[environment]/renters", { params: { environment }, query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

export const renterQuery = (environment: Environment, uid: string) =>
  queryOptions({
    queryKey: ["renters", environment, "one", uid],
    queryFn: ({ signal }) => api("GET", "/[environment]/renters/[uid]", { params: { environment, uid }, signal }),
    ...live,
  });
