import { trpc } from "#components/kit/api/api.ts";
import type { SecondFactorOverview } from "#lib/account/users/second-factors.ts";
import type { SessionOverview } from "#lib/account/users/sessions.ts";

export type Session = SessionOverview;
export type Factors = SecondFactorOverview;

export const factorsQuery = trpc.account.secondFactors.queryOptions();

export const sessionsQuery = trpc.account.sessions.queryOptions();
