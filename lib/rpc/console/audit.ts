import { auditListQuery, list } from "#lib/account/audit/list.ts";
import { router, support } from "#lib/rpc/procedures.ts";

export const audit = router({
  list: support.input(auditListQuery).query(({ ctx, input }) => list(ctx, input)),
});
