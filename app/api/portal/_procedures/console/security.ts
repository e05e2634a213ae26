import { router, support } from "#lib/http/procedures.ts";
import { list, securityListQuery } from "#lib/security/list.ts";
import { readTrends } from "#lib/security/trends.ts";

export const security = router({
  list: support.input(securityListQuery).query(({ ctx, input }) => list(ctx, input)),
  trends: support.query(({ ctx }) => readTrends(ctx)),
});
