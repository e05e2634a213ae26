import { live, trpc } from "#components/kit/api/api.ts";

export const approvalsQuery = trpc.console.approvals.list.queryOptions(undefined, live);

/** The viewer's proposals that were declined lately. */
export const declinedQuery = trpc.console.approvals.declined.queryOptions(undefined, live);

/** Apart from the list, so that the sidebar does not ask for it before the page has it. */
export const approvalCountQuery = trpc.console.approvals.count.queryOptions(undefined, live);

export const accountQuery = (uid: string | null) => trpc.console.payments.readAccount.queryOptions({ uid }, live);
