import { keepPreviousData } from "@tanstack/react-query";
import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { live, liveList, trpc } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { ListQuery } from "#components/kit/filters/list-parsers.ts";
import { auditFilters } from "#lib/account/audit/list-filters.ts";
import { keyFilters } from "#lib/account/keys/list-filters.ts";
import type { KeyState } from "#lib/account/keys/schema.ts";
import { partnerFilters } from "#lib/account/partners/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";

export const partnerParsers = parsersOf(partnerFilters);
export const keyParsers = parsersOf(keyFilters);

export const partnerTabs = ["keys", "users", "renters", "readiness", "settings"] as const;
export const partnerTab = { tab: parseAsStringLiteral(partnerTabs).withDefault("keys") };

export const partnersQuery = (query: ListQuery<typeof partnerParsers>) => trpc.console.partners.list.queryOptions(query, liveList);

export const partnerQuery = (partnerId: string) => trpc.console.partners.read.queryOptions({ partnerId }, live);

export const tariffsQuery = trpc.console.partners.tariffs.queryOptions();

export const keysQuery = (query: ListQuery<typeof keyParsers>) => trpc.console.keys.list.queryOptions(query, liveList);

/** Working and past keys are listed apart, so that many past keys cannot push out a working one. */
const keyGroups = { working: ["active", "expiring"], past: ["expired", "revoked"] } as const satisfies Record<string, readonly KeyState[]>;
const keysShown = 100;

/** The input of the keys query on a partner's page; past keys are paged. */
export const partnerKeysAsked = (
  partner: string,
  environment: Environment,
  group: keyof typeof keyGroups,
  place: { before?: string; after?: string } = {},
) => ({ partner, environment: [environment], state: [...keyGroups[group]], limit: keysShown, ...place });

export const partnerKeysQuery = (query: ReturnType<typeof partnerKeysAsked>) => trpc.console.keys.list.queryOptions(query, liveList);

export const keyImpactQuery = (keyId: string) => trpc.console.keys.impact.queryOptions({ keyId }, { staleTime: 0 });

export const usersQuery = (partnerId: string, query: ListQuery) => trpc.console.users.list.queryOptions({ partnerId, ...query }, liveList);

export const teamQuery = (query: ListQuery) => trpc.team.list.queryOptions(query, liveList);

export const staffQuery = (query: ListQuery) => trpc.console.staff.list.queryOptions(query, liveList);

export const auditParsers = parsersOf(auditFilters);

export const auditQuery = (asked: ListQuery<typeof auditParsers>) => trpc.console.audit.list.queryOptions(asked, liveList);

export const lookUpFilters = { q: parseAsString };

export const lookUpQuery = (term: string) => trpc.console.lookUp.find.queryOptions({ q: term }, { placeholderData: keepPreviousData });

/** What contains the text, of all partners. */
export const lookUpSearchQuery = (term: string) =>
  trpc.console.lookUp.search.queryOptions({ term, isLong: true }, { placeholderData: keepPreviousData });

export const contractFilters = { cid: parseAsString };

/** Null if there is no such contract. */
export const contractQuery = (cid: string) => trpc.console.lookUp.contract.queryOptions({ cid }, liveList);
