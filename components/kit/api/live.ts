import { keepPreviousData } from "@tanstack/react-query";

/** Refreshes by itself while somebody looks at it. */
export const live = { refetchInterval: 5000, staleTime: 4000, trpc: { abortOnUnmount: true } } as const;

/** The same for a list, which keeps the rows before until those that are asked for next have come. */
export const liveList = { placeholderData: keepPreviousData, ...live } as const;
