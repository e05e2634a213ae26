import { queryOptions } from "@tanstack/react-query";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { Readiness } from "#lib/readiness/read.ts";

export type ReadinessData = Wire<Readiness>;

const refreshed = { refetchInterval: 15_000, staleTime: 10_000 } as const;

export const readinessQuery = (environment: Environment) =>
  queryOptions({
    queryKey: ["readiness", environment],
    queryFn: ({ signal }) => api("GET", "/[environment]/readiness", { params: { environment }, signal }),
    ...refreshed,
  });

export const readinessOfPartnerQuery = (partnerId: string) =>
  queryOptions({
    queryKey: ["support", "readiness", partnerId],
    queryFn: ({ signal }) => api("GET", "/support/partners/[partnerId]/readiness", { params: { partnerId }, signal }),
    ...refreshed,
  });
