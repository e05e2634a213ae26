import { entriesQuery, listEntries } from "#lib/insurance/statements/entries-of-month.ts";
import { listForSupport, readForSupport, readOfPartner } from "#lib/insurance/statements/overview.ts";
import { list, read } from "#lib/insurance/statements/read.ts";
import { listRefunds, refundsQuery } from "#lib/insurance/statements/refunds-of-month.ts";
import { monthParams } from "#lib/insurance/statements/schema.ts";
import { verify } from "#lib/insurance/statements/verify.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { member, router, support } from "#lib/rpc/procedures.ts";

export const statements = router({
  list: member.query(({ ctx }) => list(ctx)),
  read: member.input(monthParams).query(({ ctx, input }) => read(ctx, input.month)),
  entries: member.input(entriesQuery).query(({ ctx, input }) => listEntries(ctx, input)),
  refunds: member.input(refundsQuery).query(({ ctx, input }) => listRefunds(ctx, input)),
  verify: member.input(monthParams).query(({ ctx, input }) => verify(ctx, input.month)),
});

/** Statements in the console. */
export const statementsOfPartners = router({
  list: support.query(({ ctx }) => listForSupport(ctx)),
  read: support.input(monthParams).query(({ ctx, input }) => readForSupport(ctx, input.month)),
  ofPartner: support
    .input(monthParams.extend({ partnerId: identifier }))
    .query(({ ctx, input }) => readOfPartner(ctx, input.partnerId, input.month)),
});
