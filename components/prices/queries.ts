import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "#components/kit/api/api.ts";
import type { PriceQuestion } from "#lib/insurance/prices/requests.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** Price lists change once in a while. */
const slow = { refetchInterval: 60_000, staleTime: 30_000 } as const;

export const pricesQuery = (environment: Environment) => trpc.prices.read.queryOptions({ environment }, slow);

export const calculationQuery = (environment: Environment, question: PriceQuestion) =>
  trpc.prices.calculate.queryOptions({ environment, ...question }, { placeholderData: keepPreviousData, retry: false });

export const versionsQuery = trpc.console.prices.list.queryOptions(undefined, slow);

export const proposalQuery = (proposalId: string) => trpc.console.prices.readProposal.queryOptions({ proposalId }, slow);
