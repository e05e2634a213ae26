import { parseAsStringLiteral } from "nuqs/server";
import { trpc, live, liveList } from "#components/kit/api/api.ts";
import type { Environment } from "#lib/platform/environments.ts";
import type { OverviewRange } from "#lib/platform/traffic/ranges.ts";

/** The span of a point in each range. A copy of the ranges: the list of lib/platform/traffic/ranges.ts would bring zod into the page. */
export const pointSpans = { "24h": "hour", "7d": "quarter", "30d": "day" } as const satisfies Record<OverviewRange, string>;
export const ranges = Object.keys(pointSpans) as OverviewRange[];

/** The period in the address; the last 24 hours need not be named. */
export const rangeFilter = { range: parseAsStringLiteral(ranges).withDefault("24h") };

export const overviewQuery = (environment: Environment, range: OverviewRange, timeZone: string) =>
  trpc.overview.read.queryOptions({ environment, range, timeZone }, liveList);

/** Counted anew once in a while: it looks at all that is insured. */
export const portfolioQuery = (environment: Environment) =>
  trpc.overview.portfolio.queryOptions({ environment }, { refetchInterval: 60_000, staleTime: 30_000 });

export const failuresQuery = (environment: Environment) => trpc.overview.failures.queryOptions({ environment }, live);
