import { countApprovals, listApprovals } from "#lib/account/approvals/list.ts";
import { router, staff } from "#lib/rpc/procedures.ts";

/** Proposals that wait for a second person. */
export const approvals = router({
  count: staff.query(({ ctx }) => countApprovals(ctx)),
  list: staff.query(({ ctx }) => listApprovals(ctx)),
});
