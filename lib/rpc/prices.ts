import { calculate } from "#lib/insurance/prices/calculate.ts";
import { readForPortal } from "#lib/insurance/prices/overview.ts";
import { priceQuestion } from "#lib/insurance/prices/requests.ts";
import { member, router } from "#lib/rpc/procedures.ts";

export const prices = router({
  read: member.query(({ ctx }) => readForPortal(ctx)),
  calculate: member.input(priceQuestion).query(({ ctx, input }) => calculate(ctx, input)),
});
