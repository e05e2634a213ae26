import { sql } from "#db/client.ts";
import type { ApiContext } from "#lib/context.ts";
import { changeContract } from "#lib/contracts/change.ts";
import { applyEnding, decideReopening, eventOfEnding } from "#lib/contracts/rules/ending.ts";
import type { WireContract } from "#lib/contracts/schema.ts";
import { ApiError } from "#lib/errors/catalogue.ts";
import { assertSandbox } from "#lib/sandbox/sandbox.ts";
import type { ReopenBody } from "#lib/sandbox/schema.ts";

/** Reopens a closed contract of a development environment until a new end, as support does (lib/contracts/reopen.ts). */
export function reopenContract(ctx: ApiContext, cid: string, { end_date }: ReopenBody): Promise<WireContract> {
  assertSandbox(ctx);
  return changeContract(ctx, cid, false, async (contract) => {
    const ending = decideReopening(contract, end_date, ctx.partner.features, ctx.now);
    // A renewed contract stays closed, so nothing can change between this check and the write.
    const renewed = await sql`select from automatic_renewals where cid = ${contract.cid} and next_cid is not null`;
    if (renewed.length > 0) throw new ApiError("CONTRACT_NOT_OPEN", "the contract was renewed: the next one continues its cover");
    return { contract: applyEnding(contract, ending), event: eventOfEnding(ending) };
  });
}
