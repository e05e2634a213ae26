import { live, liveList, trpc } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { renterFilters } from "#lib/insurance/renters/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const renterParsers = parsersOf(renterFilters);

export const rentersQuery = (environment: Environment, query: ListQuery<typeof renterParsers>) =>
  trpc.renters.list.queryOptions({ environment, ...query }, liveList);

export const renterQuery = (environment: Environment, uid: string) => trpc.renters.read.queryOptions({ environment, uid }, live);

const shown = 5;

export function latestContracts(uid: string): { renter: string; limit: number } {
  return { renter: uid, limit: shown };
}
