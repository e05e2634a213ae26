import { countApprovals, listApprovals, listDeclined } from "#lib/account/approvals/list.ts";
import { router, staff } from "#lib/rpc/procedures.ts";

/** Proposals that wait for a second person. */
export const approvals = router({
  count: staff.query(({ ctx }) => countApprovals(ctx)),
  declined: staff.query(({ ctx }) => listDeclined(ctx)),
  list: staff.query(({ ctx }) => listApprovals(ctx)),
});
