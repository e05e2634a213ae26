import { calculate } from "#lib/insurance/prices/calculate.ts";
import { readForPortal } from "#lib/insurance/prices/overview.ts";
import { priceQuestion } from "#lib/insurance/prices/requests.ts";
import { partner, router } from "#lib/rpc/procedures.ts";

export const prices = router({
  read: partner.query(({ ctx }) => readForPortal(ctx)),
  calculate: partner.input(priceQuestion).query(({ ctx, input }) => calculate(ctx, input)),
});
