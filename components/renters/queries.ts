import { keepPreviousData } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { live, liveList, trpc } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { renterFilters } from "#lib/insurance/renters/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const renterParsers = parsersOf(renterFilters);

type RenterQuery = ListQuery<typeof renterParsers>;

export const rentersQuery = (environment: Environment, query: RenterQuery) =>
  trpc.renters.list.queryOptions({ environment, ...query }, liveList);

export const renterQuery = (environment: Environment, uid: string) => trpc.renters.read.queryOptions({ environment, uid }, live);

const shown = 5;

export function latestContracts(uid: string): { renter: string; limit: number } {
  return { renter: uid, limit: shown };
}

export const registeredRentersQuery = (query: RenterQuery) => trpc.console.renters.list.queryOptions(query, liveList);

const choicesShown = 8;

export const renterChoicesQuery = (search: string, partnerId: string) =>
  trpc.console.renters.list.queryOptions({ search, partnerId, limit: choicesShown }, { placeholderData: keepPreviousData });

export const registeredRenterQuery = (uid: string) => trpc.console.renters.read.queryOptions({ uid }, live);

export const partnerRentersQuery = (partnerId: string, query: RenterQuery) =>
  trpc.console.renters.ofPartner.queryOptions({ partnerId, ...query }, liveList);

export async function refreshRenters(client: QueryClient): Promise<void> {
  const keys = [trpc.console.renters.pathKey(), trpc.console.partners.pathKey()];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
