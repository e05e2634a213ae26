import type { Wire } from "#components/portal/api.ts";
import { get } from "#components/portal/queries.ts";
import type { SecondFactorOverview } from "#lib/users/second-factors.ts";
import type { SessionOverview } from "#lib/users/sessions.ts";

export type Session = Wire<SessionOverview>;
export type Factors = Wire<SecondFactorOverview>;

/** What the person has set up to take the second step with. */
export const factorsQuery = get("/me/second-factors", {});

/** Where the person is signed in. */
export const sessionsQuery = get("/me/sessions", {});
