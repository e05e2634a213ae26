import { trpc } from "#components/kit/api/api.ts";
import type { Environment } from "#lib/platform/environments.ts";

const refreshed = { refetchInterval: 15_000, staleTime: 10_000 } as const;

export const readinessQuery = (environment: Environment) => trpc.overview.readiness.queryOptions({ environment }, refreshed);

export const readinessOfPartnerQuery = (partnerId: string) => trpc.console.partners.readiness.queryOptions({ partnerId }, refreshed);
