import { sql } from "#db/client.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { assertSandbox } from "#lib/developer/sandbox/sandbox.ts";
import type { ReopenBody } from "#lib/developer/sandbox/schema.ts";
import { changeContract } from "#lib/insurance/contracts/change.ts";
import { applyEnding, decideReopening, eventOfEnding } from "#lib/insurance/contracts/rules/ending.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";

/** Reopens a closed contract of a development environment until a new end, as support does (lib/insurance/contracts/reopen.ts). */
export function reopenContract(ctx: ApiContext, cid: string, { end_date }: ReopenBody): Promise<WireContract> {
  assertSandbox(ctx);
  return changeContract(ctx, cid, false, async (contract) => {
    const ending = decideReopening(contract, end_date, ctx.partner.features, ctx.now);
    // A renewed or erased contract stays closed, so nothing can change between these checks and the write.
    const [renewed, erased] = await Promise.all([
      sql`select from automatic_renewals where cid = ${contract.cid} and next_cid is not null`,
      sql`select from contracts where cid = ${contract.cid} and erased_at is not null`,
    ]);
    if (renewed.length > 0) throw new ApiError("CONTRACT_NOT_OPEN", "the contract was renewed: the next one continues its cover");
    if (erased.length > 0) throw new ApiError("CONTRACT_NOT_OPEN", "the data of the insured was erased: the contract stays closed");
    return { contract: applyEnding(contract, ending), event: eventOfEnding(ending) };
  });
}
