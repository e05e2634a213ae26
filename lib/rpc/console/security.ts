import { list, securityListQuery } from "#lib/account/security-events/list.ts";
import { readTrends } from "#lib/account/security-events/watch.ts";
import { router, support } from "#lib/rpc/procedures.ts";

export const security = router({
  list: support.input(securityListQuery).query(({ ctx, input }) => list(ctx, input)),
  trends: support.query(({ ctx }) => readTrends(ctx)),
});
