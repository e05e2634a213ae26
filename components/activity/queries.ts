import { trpc, liveList } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { activityFilters } from "#lib/developer/activity/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const activityParsers = parsersOf(activityFilters);

export const activityQuery = (environment: Environment, query: ListQuery<typeof activityParsers>) =>
  trpc.activity.list.queryOptions({ environment, ...query }, liveList);
