import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { ParserMap, inferParserType } from "nuqs/server";
import { api } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import { auditFilters } from "#lib/audit/list-filters.ts";
import { keyFilters } from "#lib/keys/list-filters.ts";
import type { KeyState } from "#lib/keys/schema.ts";
import { partnerFilters } from "#lib/partners/list-filters.ts";
import type { Environment } from "#lib/partners/schema.ts";

export const partnerParsers = parsersOf(partnerFilters);
export const keyParsers = parsersOf(keyFilters);

export const partnerTabs = ["keys", "users", "renters", "readiness", "settings"] as const;
export const partnerTab = { tab: parseAsStringLiteral(partnerTabs).withDefault("keys") };

type Asked<Filters extends ParserMap> = inferParserType<Filters & typeof cursorParsers>;

export const partnersQuery = (asked: Asked<typeof partnerParsers>) =>
  queryOptions({
    queryKey: ["support", "partners", asked],
    queryFn: ({ signal }) => api("GET", "/support/partners", { query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

export const partnerQuery = (partnerId: string) =>
  queryOptions({
    queryKey: ["support", "partner", partnerId],
    queryFn: ({ signal }) => api("GET", "/support/partners/[partnerId]", { params: { partnerId }, signal }),
    ...live,
  });

export const tariffsQuery = queryOptions({
  queryKey: ["support", "tariffs"],
  queryFn: ({ signal }) => api("GET", "/support/tariffs", { signal }),
});

export const keysQuery = (asked: Asked<typeof keyParsers>) =>
  queryOptions({
    queryKey: ["support", "keys", asked],
    queryFn: ({ signal }) => api("GET", "/support/keys", { query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

/** Which keys of a partner are shown together: however many no longer work, they hide none that does. */
const keyGroups = { working: ["active", "expiring"], past: ["expired", "revoked"] } as const satisfies Record<string, readonly KeyState[]>;
const keysShown = 100;

/** What the page of a partner asks of the keys of an environment, of those that do not work any more page by page. */
export const partnerKeysAsked = (
  partner: string,
  environment: Environment,
  group: keyof typeof keyGroups,
  place: { before?: string; after?: string } = {},
) => ({ partner, environment: [environment], state: [...keyGroups[group]], limit: keysShown, ...place });

export const partnerKeysQuery = (asked: ReturnType<typeof partnerKeysAsked>) =>
  queryOptions({
    queryKey: ["support", "keys", "of", asked],
    queryFn: ({ signal }) => api("GET", "/support/keys", { query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

export const keyImpactQuery = (keyId: string) =>
  queryOptions({
    queryKey: ["support", "key impact", keyId],
    queryFn: ({ signal }) => api("GET", "/support/keys/[keyId]/impact", { params: { keyId }, signal }),
    staleTime: 0,
  });

/** What shows something else once somebody of a partner was invited or changed. */
export const usersKey = (partnerId: string) => ["support", "users", partnerId];

export const usersQuery = (partnerId: string, asked: inferParserType<typeof cursorParsers>) =>
  queryOptions({
    queryKey: [...usersKey(partnerId), asked],
    queryFn: ({ signal }) => api("GET", "/support/partners/[partnerId]/users", { params: { partnerId }, query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

export const auditParsers = parsersOf(auditFilters);

export const auditQuery = (asked: Partial<Asked<typeof auditParsers>>) =>
  queryOptions({
    queryKey: ["support", "audit", asked],
    queryFn: ({ signal }) => api("GET", "/support/audit", { query: asked, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });

export const lookUpFilters = { q: parseAsString };

export const lookUpQuery = (term: string) =>
  queryOptions({
    queryKey: ["support", "look-up", term],
    queryFn: ({ signal }) => api("GET", "/support/lookup", { query: { q: term }, signal }),
    placeholderData: keepPreviousData,
  });

export const contractFilters = { cid: parseAsString };

/** Null where there is none. */
export const contractQuery = (cid: string) =>
  queryOptions({
    queryKey: ["support", "contract", cid],
    queryFn: ({ signal }) => api("GET", "/support/contracts", { query: { cid }, signal }),
    placeholderData: keepPreviousData,
    ...live,
  });
