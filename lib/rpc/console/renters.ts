import { z } from "zod";
import { detach, grantRenter } from "#lib/insurance/renters/attach.ts";
import { listForSupport, listOfPartner } from "#lib/insurance/renters/list.ts";
import { readForSupport } from "#lib/insurance/renters/read.ts";
import { change, register } from "#lib/insurance/renters/register.ts";
import {
  detachment,
  renterChange,
  renterGrant,
  registeredRenterQuery,
  renterListQuery,
  renterRegistration,
  renterUid,
} from "#lib/insurance/renters/schema.ts";
import { identifier } from "#lib/platform/wire/wire.ts";
import { router, support } from "#lib/rpc/procedures.ts";

const params = z.object({ uid: renterUid });
const partnerParams = z.object({ partnerId: identifier });

export const renters = router({
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
