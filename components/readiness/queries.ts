import type { Wire } from "#components/portal/api.ts";
import { get } from "#components/portal/queries.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { Readiness } from "#lib/readiness/read.ts";

export type ReadinessData = Wire<Readiness>;

const refreshed = { refetchInterval: 15_000, staleTime: 10_000 } as const;

export const readinessQuery = (environment: Environment) => get("/[environment]/readiness", { params: { environment } }, refreshed);

export const readinessOfPartnerQuery = (partnerId: string) =>
  get("/support/partners/[partnerId]/readiness", { params: { partnerId } }, refreshed);
