import { list, noticeListQuery } from "#lib/delivery/notices/list.ts";
import { router, support } from "#lib/rpc/procedures.ts";

export const notices = router({
  list: support.input(noticeListQuery).query(({ ctx, input }) => list(ctx, input)),
});
