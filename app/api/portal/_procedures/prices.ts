import { partner, router } from "#lib/http/procedures.ts";
import { calculate } from "#lib/insurance/prices/calculate.ts";
import { readForPortal } from "#lib/insurance/prices/overview.ts";
import { priceQuestion } from "#lib/insurance/prices/requests.ts";

export const prices = router({
  read: partner.query(({ ctx }) => readForPortal(ctx)),
  calculate: partner.input(priceQuestion).query(({ ctx, input }) => calculate(ctx, input)),
});
