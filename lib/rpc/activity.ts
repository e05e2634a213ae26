import { activityListQuery, list } from "#lib/developer/activity/list.ts";
import { owner, router } from "#lib/rpc/procedures.ts";

export const activity = router({
  list: owner.input(activityListQuery).query(({ ctx, input }) => list(ctx, input)),
});
