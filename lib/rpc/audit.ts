import { auditListQuery, list } from "#lib/account/audit/list.ts";
import { activityListQuery, list as listActivity } from "#lib/developer/activity/list.ts";
import { owner, router, support } from "#lib/rpc/procedures.ts";

export const audit = router({
  list: support.input(auditListQuery).query(({ ctx, input }) => list(ctx, input)),
});

/** The part of the audit log that a partner's owners see. */
export const activity = router({
  list: owner.input(activityListQuery).query(({ ctx, input }) => listActivity(ctx, input)),
});
