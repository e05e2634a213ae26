"use client";

import { useQuery } from "@tanstack/react-query";
import { clockQuery } from "#components/sandbox/queries.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";

/** How far the environment's clock is ahead of real time, in milliseconds, from the clock bar's query. */
export function useClockOffset(): number {
  const environment = useEnvironment();
  const { data } = useQuery({ ...clockQuery, enabled: false });
  return environment === "development" ? (data?.offset_seconds ?? 0) * 1000 : 0;
}
