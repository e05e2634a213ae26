"use client";

import { useQuery } from "@tanstack/react-query";
import { clockQuery } from "#components/sandbox/queries.ts";
import { useEnvironment } from "#components/shell/use-environment.ts";

/** By how much the clock of the environment is ahead of real time, in milliseconds, as the clock's bar above the page has read it. */
export function useClockOffset(): number {
  const environment = useEnvironment();
  const { data } = useQuery({ ...clockQuery, enabled: false });
  return environment === "development" ? (data?.offset_seconds ?? 0) * 1000 : 0;
}
