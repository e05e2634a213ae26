import { readRenewalHistory } from "#lib/developer/events/read-for-portal.ts";
import { historyQuery } from "#lib/developer/events/schema.ts";
import { listForPortal, renewalListQuery } from "#lib/insurance/renewals/list.ts";
import { readForPortal } from "#lib/insurance/renewals/read.ts";
import { renewalParams } from "#lib/insurance/renewals/schema.ts";
import { member, router } from "#lib/rpc/procedures.ts";

export const renewals = router({
  list: member.input(renewalListQuery).query(({ ctx, input }) => listForPortal(ctx, input)),
  read: member.input(renewalParams).query(({ ctx, input }) => readForPortal(ctx, input.arid)),
  history: member.input(historyQuery.extend(renewalParams.shape)).query(({ ctx, input }) => readRenewalHistory(ctx, input.arid, input)),
});
