import { router, support } from "#lib/http/procedures.ts";
import { list, noticeListQuery } from "#lib/notices/list.ts";

export const notices = router({
  list: support.input(noticeListQuery).query(({ ctx, input }) => list(ctx, input)),
});
