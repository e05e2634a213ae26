import { live, trpc } from "#components/kit/api/api.ts";

export const paymentsQuery = trpc.console.payments.list.queryOptions(undefined, live);

export const paymentRunsQuery = trpc.console.payments.runs.queryOptions(undefined, live);
