import { entriesQuery, listEntries } from "#lib/insurance/statements/entries-of-month.ts";
import { list, read } from "#lib/insurance/statements/read.ts";
import { listRefunds, refundsQuery } from "#lib/insurance/statements/refunds-of-month.ts";
import { monthParams } from "#lib/insurance/statements/schema.ts";
import { verify } from "#lib/insurance/statements/verify.ts";
import { partner, router } from "#lib/rpc/procedures.ts";

export const statements = router({
  list: partner.query(({ ctx }) => list(ctx)),
  read: partner.input(monthParams).query(({ ctx, input }) => read(ctx, input.month)),
  entries: partner.input(entriesQuery).query(({ ctx, input }) => listEntries(ctx, input)),
  refunds: partner.input(refundsQuery).query(({ ctx, input }) => listRefunds(ctx, input)),
  verify: partner.input(monthParams).query(({ ctx, input }) => verify(ctx, input.month)),
});
