import { z } from "zod";
import { detach, grantRenter } from "#lib/insurance/renters/attach.ts";
import { listAttached, listForSupport, listOfPartner } from "#lib/insurance/renters/list.ts";
import { readForPortal, readForSupport } from "#lib/insurance/renters/read.ts";
import { change, register } from "#lib/insurance/renters/register.ts";
import {
  detachment,
  registeredRenterQuery,
  renterChange,
  renterGrant,
  renterListQuery,
  renterParams,
  renterRegistration,
  renterUid,
} from "#lib/insurance/renters/schema.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { member, router, support } from "#lib/rpc/procedures.ts";

export const renters = router({
  list: member.input(renterListQuery).query(({ ctx, input }) => listAttached(ctx, input)),
  read: member.input(renterParams).query(({ ctx, input }) => readForPortal(ctx, input.uid)),
});

const params = z.object({ uid: renterUid });
const partnerParams = z.object({ partnerId: identifier });

/** Renters in the console. */
export const registeredRenters = router({
  list: support.input(registeredRenterQuery).query(({ ctx, input }) => listForSupport(ctx, input)),
  read: support.input(params).query(({ ctx, input }) => readForSupport(ctx, input.uid)),
  register: support.input(renterRegistration).mutation(async ({ ctx, input }) => {
    await register(ctx, input);
    return { uid: input.uid };
  }),
  change: support
    .input(z.object({ ...params.shape, change: renterChange }))
    .mutation(({ ctx, input }) => change(ctx, input.uid, input.change)),
  ofPartner: support
    .input(renterListQuery.extend(partnerParams.shape))
    .query(({ ctx, input }) => listOfPartner(ctx, input.partnerId, input)),
  attach: support.input(renterGrant).mutation(({ ctx, input }) => grantRenter(ctx, input)),
  detach: support.input(detachment).mutation(({ ctx, input }) => detach(ctx, input)),
});
