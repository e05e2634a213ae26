import type { inferParserType } from "nuqs/server";
import { trpc, live, liveList } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { renterFilters } from "#lib/insurance/renters/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const renterParsers = parsersOf(renterFilters);

type RenterQuery = inferParserType<typeof renterParsers & typeof cursorParsers>;

export const rentersQuery = (environment: Environment, query: RenterQuery) =>
  trpc.renters.list.queryOptions({ environment, ...query }, liveList);

export const renterQuery = (environment: Environment, uid: string) => trpc.renters.read.queryOptions({ environment, uid }, live);
