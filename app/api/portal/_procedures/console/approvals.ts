import { listApprovals } from "#lib/approvals/list.ts";
import { router, staff } from "#lib/http/procedures.ts";

/** What waits for a second person. */
export const approvals = router({ list: staff.query(({ ctx }) => listApprovals(ctx)) });
