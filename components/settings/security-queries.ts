import { trpc } from "#components/kit/api/api.ts";

export const factorsQuery = trpc.account.secondFactors.queryOptions();

export const sessionsQuery = trpc.account.sessions.queryOptions();
