import { queryOptions } from "@tanstack/react-query";
import { api } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import type { SecondFactorOverview } from "#lib/users/second-factors.ts";
import type { SessionOverview } from "#lib/users/sessions.ts";

export type Session = Wire<SessionOverview>;
export type Factors = Wire<SecondFactorOverview>;

/** What the person has set up to take the second step with. */
export const factorsQuery = queryOptions({
  queryKey: ["me", "second factors"],
  queryFn: ({ signal }) => api("GET", "/me/second-factors", { signal }),
});

/** Where the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: ({ signal }) => api("GET", "/me/sessions", { signal }),
});
