import type { QueryClient } from "@tanstack/react-query";
import { keepPreviousData } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { get, keyOf, live, liveList } from "#components/portal/queries.ts";
import { renterFilters } from "#lib/renters/list-filters.ts";

export const renterParsers = parsersOf(renterFilters);

type Asked = inferParserType<typeof renterParsers & typeof cursorParsers>;

export const registeredRentersQuery = (asked: Asked) => get("/support/renters", { query: asked }, liveList);

/** As many are offered to choose from. */
const choicesShown = 8;

export const renterChoicesQuery = (search: string) =>
  get("/support/renters", { query: { search, limit: choicesShown } }, { placeholderData: keepPreviousData });

export const registeredRenterQuery = (uid: string) => get("/support/renters/[uid]", { params: { uid } }, live);

export const partnerRentersQuery = (partnerId: string, asked: Asked) =>
  get("/support/partners/[partnerId]/renters", { params: { partnerId }, query: asked }, liveList);

/** Asks anew for what shows renters, once one was registered, changed, attached or detached. */
export async function refreshRenters(client: QueryClient): Promise<void> {
  const keys = [keyOf("/support/renters", {}), keyOf("/support/partners", {})];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
