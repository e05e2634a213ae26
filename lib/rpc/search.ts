import { z } from "zod";
import { revealForStaff } from "#lib/developer/calls/reveal.ts";
import { callParams, revealBody } from "#lib/developer/calls/schema.ts";
import { findContract } from "#lib/developer/console/find-insurance.ts";
import { lookUp as find, lookUpQuery } from "#lib/developer/console/look-up.ts";
import { findForPartner, findForStaff } from "#lib/developer/search/find.ts";
import { searchQuery, staffSearchQuery } from "#lib/developer/search/schema.ts";
import { reopenContract } from "#lib/insurance/contracts/reopen.ts";
import { contractFindQuery, reopening } from "#lib/insurance/contracts/schema.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { partner, router, staff, support } from "#lib/rpc/procedures.ts";

export const search = router({
  find: partner.input(searchQuery).query(({ ctx, input }) => findForPartner(ctx, input.term)),
});

const params = z.object({ cid: identifier });

/** Staff's look-ups across partners, and actions on their results. */
export const lookUp = router({
  find: staff.input(lookUpQuery).query(({ ctx, input }) => find(ctx, input.q)),
  search: staff.input(staffSearchQuery).query(({ ctx, input: { term, isLong } }) => findForStaff(ctx, term, { isLong })),
  // A mutation, so that no cache stores the answer.
  revealCall: staff.input(revealBody.extend(callParams.shape)).mutation(({ ctx, input }) => revealForStaff(ctx, input)),
  contract: staff.input(contractFindQuery).query(async ({ ctx, input }) => (await findContract(ctx, input.cid)) ?? null),
  reopenContract: support
    .input(reopening.extend(params.shape))
    .mutation(({ ctx, input: { cid, ...values } }) => reopenContract(ctx, cid, values)),
});
