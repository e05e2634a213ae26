import { keepPreviousData } from "@tanstack/react-query";
import type { inferParserType } from "nuqs/server";
import { liveList, trpc } from "#components/kit/api/api.ts";
import { parsersOf } from "#components/kit/filters/list-parsers.ts";
import type { cursorParsers } from "#components/kit/filters/list-parsers.ts";
import { entryFilters } from "#lib/insurance/statements/list-filters.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** A month's figures change with every contract, and nobody watches them second by second. */
const slow = { refetchInterval: 60_000, staleTime: 30_000, placeholderData: keepPreviousData } as const;

export const entryParsers = parsersOf(entryFilters);

export const statementsQuery = (environment: Environment) => trpc.statements.list.queryOptions({ environment }, slow);

export const statementQuery = (environment: Environment, month: string) => trpc.statements.read.queryOptions({ environment, month }, slow);

export const verificationQuery = (environment: Environment, month: string) =>
  trpc.statements.verify.queryOptions({ environment, month }, { staleTime: Infinity });

export const entriesQuery = (environment: Environment, month: string, query: inferParserType<typeof entryParsers & typeof cursorParsers>) =>
  trpc.statements.entries.queryOptions({ environment, month, ...query }, liveList);

export interface RefundCursor {
  before: string | null;
  after: string | null;
}

export const refundsQuery = (environment: Environment, month: string, query: RefundCursor & { renter: string | null }) =>
  trpc.statements.refunds.queryOptions({ environment, month, ...query }, liveList);

export const supportStatementsQuery = trpc.console.statements.list.queryOptions(undefined, slow);

export const monthOfPartnersQuery = (month: string) => trpc.console.statements.read.queryOptions({ month }, slow);

export const statementOfPartnerQuery = (partnerId: string, month: string) =>
  trpc.console.statements.ofPartner.queryOptions({ partnerId, month }, slow);
