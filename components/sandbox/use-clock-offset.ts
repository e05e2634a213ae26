"use client";

import { useQuery } from "@tanstack/react-query";
import { clockQuery } from "#components/sandbox/queries.ts";
import type { Environment } from "#lib/partners/schema.ts";

/** By how much the clock of an environment is ahead of real time, in milliseconds, as the clock's bar above the page has read it. */
export function useClockOffset(environment: Environment): number {
  const { data } = useQuery({ ...clockQuery, enabled: false });
  return environment === "development" ? (data?.offset_seconds ?? 0) * 1000 : 0;
}
