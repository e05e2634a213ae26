import type { ApiContext } from "#lib/context.ts";
import { changeContract } from "#lib/contracts/change.ts";
import { applyEnding, eventOfEnding } from "#lib/contracts/rules/ending.ts";
import { decideRemoval } from "#lib/contracts/rules/removal.ts";
import type { WireContract } from "#lib/contracts/schema.ts";

/** Takes products out of a contract (partner-api.md § Contracts, resolutions.md § 3, Products of a contract). */
export function removeProducts(ctx: ApiContext, cid: string, body: unknown, { preview }: { preview: boolean }): Promise<WireContract> {
  return changeContract(ctx, cid, preview, async (contract) => {
    const ending = decideRemoval(contract, body, ctx.now);
    return { contract: applyEnding(contract, ending), event: eventOfEnding(ending) };
  });
}
