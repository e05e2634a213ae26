import type { inferParserType } from "nuqs/server";
import { trpc, liveList } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { activityFilters } from "#lib/developer/activity/list-filters.ts";
import type { ActivityRow as Row } from "#lib/developer/activity/list.ts";
import type { Environment } from "#lib/platform/environments.ts";

export type ActivityRow = Row;

export const activityParsers = parsersOf(activityFilters);
type ActivityQuery = Partial<inferParserType<typeof activityParsers & typeof cursorParsers>>;

export const activityQuery = (environment: Environment, query: ActivityQuery) =>
  trpc.activity.list.queryOptions({ environment, ...query }, liveList);
