import { trpc } from "#components/kit/api/api.ts";
import type { SecondFactorOverview } from "#lib/users/second-factors.ts";
import type { SessionOverview } from "#lib/users/sessions.ts";

export type Session = SessionOverview;
export type Factors = SecondFactorOverview;

/** What the person has set up to take the second step with. */
export const factorsQuery = trpc.account.secondFactors.queryOptions();

/** Where the person is signed in. */
export const sessionsQuery = trpc.account.sessions.queryOptions();
