import type { inferParserType } from "nuqs/server";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { get, live, liveList } from "#components/portal/queries.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { renterFilters } from "#lib/renters/list-filters.ts";

export const renterParsers = parsersOf(renterFilters);

type Asked = inferParserType<typeof renterParsers & typeof cursorParsers>;

export const rentersQuery = (environment: Environment, asked: Asked) =>
  get("/[environment]/renters", { params: { environment }, query: asked }, liveList);

export const renterQuery = (environment: Environment, uid: string) =>
  get("/[environment]/renters/[uid]", { params: { environment, uid } }, live);
