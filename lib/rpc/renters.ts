import { listAttached } from "#lib/insurance/renters/list.ts";
import { readForPortal } from "#lib/insurance/renters/read.ts";
import { renterListQuery, renterParams } from "#lib/insurance/renters/schema.ts";
import { member, router } from "#lib/rpc/procedures.ts";

export const renters = router({
  list: member.input(renterListQuery).query(({ ctx, input }) => listAttached(ctx, input)),
  read: member.input(renterParams).query(({ ctx, input }) => readForPortal(ctx, input.uid)),
});
