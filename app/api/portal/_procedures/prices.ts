import { partner, router } from "#lib/http/procedures.ts";
import { calculate } from "#lib/tariffs/calculate.ts";
import { readForPortal } from "#lib/tariffs/overview.ts";
import { priceQuestion } from "#lib/tariffs/requests.ts";

export const prices = router({
  read: partner.query(({ ctx }) => readForPortal(ctx)),
  calculate: partner.input(priceQuestion).query(({ ctx, input }) => calculate(ctx, input)),
});
