import { partner, router } from "#lib/http/procedures.ts";
import { listAttached } from "#lib/renters/list.ts";
import { readForPortal } from "#lib/renters/read.ts";
import { renterListQuery, renterParams } from "#lib/renters/schema.ts";

export const renters = router({
  list: partner.input(renterListQuery).query(({ ctx, input }) => listAttached(ctx, input)),
  read: partner.input(renterParams).query(({ ctx, input }) => readForPortal(ctx, input.uid)),
});
