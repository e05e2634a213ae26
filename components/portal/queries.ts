import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { QueryKey, UndefinedInitialDataOptions } from "@tanstack/react-query";
import { api, fillPath } from "#components/portal/api.ts";
import type { Answer, Asked, MethodOf, Path } from "#components/portal/api.ts";

/** Refreshes by itself while somebody looks at it. */
export const live = { refetchInterval: 5000, staleTime: 4000 } as const;

/** The same for a list, which keeps the rows before until those that are asked for next have come. */
export const liveList = { placeholderData: keepPreviousData, ...live } as const;

/** The routes that are read. */
type ReadPath = { [At in Path]: "GET" extends MethodOf<At> ? At : never }[Path];
type Read<At extends Path> = "GET" & MethodOf<At>;
type Options<Data> = Omit<UndefinedInitialDataOptions<Data>, "queryKey" | "queryFn">;

/** A JSON route as a query: `useQuery(get("/[environment]/contracts/[cid]", { params: { environment, cid } }, live))`. */
export function get<At extends ReadPath>(path: At, asked: Asked<At, Read<At>>, options: Options<Answer<At, Read<At>>> = {}) {
  return queryOptions({
    ...options,
    queryKey: keyOf(path, asked),
    queryFn: ({ signal }): Promise<Answer<At, Read<At>>> => api("GET" as Read<At>, path, { ...asked, signal }),
  });
}

/**
 * The key under which a client keeps what a route answered: the parts of its path, then the query.
 * To invalidate: without a query it reaches what is at the path and below it, with `{}` every query of the path alone.
 */
export function keyOf<At extends ReadPath>(path: At, asked: Asked<At, Read<At>>): QueryKey {
  const { params, query } = asked as { params?: Record<string, string>; query?: object };
  const parts = fillPath(path, params).slice(1).split("/");
  return query === undefined ? parts : [...parts, query];
}
