import { live, trpc } from "#components/kit/api/api.ts";

export const approvalsQuery = trpc.console.approvals.list.queryOptions(undefined, live);

export const accountQuery = (uid: string) => trpc.console.payments.readAccount.queryOptions({ uid }, live);
