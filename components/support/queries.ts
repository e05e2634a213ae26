import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { inferParserType, ParserMap } from "nuqs/server";
import { getJson } from "#components/portal/api.ts";
import type { Wire } from "#components/portal/api.ts";
import { parsersOf } from "#components/portal/list-parsers.ts";
import type { cursorParsers } from "#components/portal/list-parsers.ts";
import { live } from "#components/portal/query-client.ts";
import { auditFilters } from "#lib/audit/list-filters.ts";
import type { AuditRow } from "#lib/audit/list.ts";
import type { BoundedPage } from "#lib/bounded-pages.ts";
import type { KeyImpact } from "#lib/keys/impact.ts";
import type { KeyRow } from "#lib/keys/list-for-support.ts";
import type { PartnerRow } from "#lib/partners/list.ts";
import type { PartnerDetail } from "#lib/partners/read.ts";
import { environments, partnerStatuses } from "#lib/partners/schema.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { ListPage } from "#lib/portal-lists.ts";
import type { FoundContract } from "#lib/support/find-contract.ts";
import type { Finding } from "#lib/support/look-up.ts";
import { keyStates } from "#lib/support/schema.ts";
import type { KeyState } from "#lib/support/schema.ts";
import type { TariffName } from "#lib/tariffs/list.ts";
import type { UserOverview } from "#lib/users/list.ts";

/** The filters of each list, as the address has them. */
export const partnerFilters = { search: parseAsString, status: parseAsArrayOf(parseAsStringLiteral(partnerStatuses)) };
export const keyFilters = {
  search: parseAsString,
  environment: parseAsArrayOf(parseAsStringLiteral(environments)),
  state: parseAsArrayOf(parseAsStringLiteral(keyStates)),
};

/** What the page of a partner shows, as its address has it. */
export const partnerTabs = ["keys", "users", "renters", "settings"] as const;
export const partnerTab = { tab: parseAsStringLiteral(partnerTabs).withDefault("keys") };

type Asked<Filters extends ParserMap> = inferParserType<Filters & typeof cursorParsers>;

export const partnersQuery = (asked: Asked<typeof partnerFilters>) =>
  queryOptions({
    queryKey: ["support", "partners", asked],
    queryFn: ({ signal }) => getJson<Wire<ListPage<PartnerRow>>>("/support/partners", asked, signal),
    placeholderData: keepPreviousData,
    ...live,
  });

export const partnerQuery = (partnerId: string) =>
  queryOptions({
    queryKey: ["support", "partner", partnerId],
    queryFn: ({ signal }) => getJson<Wire<PartnerDetail>>(`/support/partners/${partnerId}`, {}, signal),
    ...live,
  });

export const tariffsQuery = queryOptions({
  queryKey: ["support", "tariffs"],
  queryFn: ({ signal }) => getJson<Wire<TariffName[]>>("/support/tariffs", {}, signal),
});

export const keysQuery = (asked: Asked<typeof keyFilters>) =>
  queryOptions({
    queryKey: ["support", "keys", asked],
    queryFn: ({ signal }) => getJson<Wire<ListPage<KeyRow>>>("/support/keys", asked, signal),
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
    queryFn: ({ signal }) => getJson<Wire<ListPage<KeyRow>>>("/support/keys", asked, signal),
    placeholderData: keepPreviousData,
    ...live,
  });

export const keyImpactQuery = (keyId: string) =>
  queryOptions({
    queryKey: ["support", "key impact", keyId],
    queryFn: ({ signal }) => getJson<Wire<KeyImpact>>(`/support/keys/${keyId}/impact`, {}, signal),
    staleTime: 0,
  });

/** What shows something else once somebody of a partner was invited or changed. */
export const usersKey = (partnerId: string) => ["support", "users", partnerId];

export const usersQuery = (partnerId: string, asked: inferParserType<typeof cursorParsers>) =>
  queryOptions({
    queryKey: [...usersKey(partnerId), asked],
    queryFn: ({ signal }) => getJson<Wire<ListPage<UserOverview>>>(`/support/partners/${partnerId}/users`, asked, signal),
    placeholderData: keepPreviousData,
    ...live,
  });

export const auditParsers = parsersOf(auditFilters);

export const auditQuery = (asked: Partial<Asked<typeof auditParsers>>) =>
  queryOptions({
    queryKey: ["support", "audit", asked],
    queryFn: ({ signal }) => getJson<Wire<BoundedPage<AuditRow>>>("/support/audit", asked, signal),
    placeholderData: keepPreviousData,
    ...live,
  });

export const lookUpFilters = { q: parseAsString };

export const lookUpQuery = (term: string) =>
  queryOptions({
    queryKey: ["support", "look-up", term],
    queryFn: ({ signal }) => getJson<Wire<Finding[]>>("/support/lookup", { q: term }, signal),
    placeholderData: keepPreviousData,
  });

export const contractFilters = { cid: parseAsString };

/** Null where there is none. */
export const contractQuery = (cid: string) =>
  queryOptions({
    queryKey: ["support", "contract", cid],
    queryFn: ({ signal }) => getJson<Wire<FoundContract> | null>("/support/contracts", { cid }, signal),
    placeholderData: keepPreviousData,
    ...live,
  });
