import { live, trpc } from "#components/kit/api/api.ts";
import type { Payment } from "#lib/insurance/payments/list.ts";

export type PaymentData = Payment;

export const paymentsQuery = trpc.console.payments.list.queryOptions(undefined, live);

export const paymentRunsQuery = trpc.console.payments.runs.queryOptions(undefined, live);
