import { listForSupport, readForSupport, readOfPartner } from "#lib/insurance/statements/overview.ts";
import { monthParams } from "#lib/insurance/statements/schema.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { router, support } from "#lib/rpc/procedures.ts";

export const statements = router({
  list: support.query(({ ctx }) => listForSupport(ctx)),
  read: support.input(monthParams).query(({ ctx, input }) => readForSupport(ctx, input.month)),
  ofPartner: support
    .input(monthParams.extend({ partnerId: identifier }))
    .query(({ ctx, input }) => readOfPartner(ctx, input.partnerId, input.month)),
});
