import { activityListQuery, list } from "#lib/developer/activity/list.ts";
import { owner, router } from "#lib/http/procedures.ts";

export const activity = router({
  list: owner.input(activityListQuery).query(({ ctx, input }) => list(ctx, input)),
});
