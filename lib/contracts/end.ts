import type { ApiContext } from "#lib/context.ts";
import { changeContract } from "#lib/contracts/change.ts";
import { decideEnding } from "#lib/contracts/rules/ending-delete.ts";
import { applyEnding, eventOfEnding } from "#lib/contracts/rules/ending.ts";
import type { WireContract } from "#lib/contracts/schema.ts";

/** Cancels a contract that started recently, terminates it otherwise (partner-api.md § Contract states, resolutions.md § 3, Delete). */
export function end(ctx: ApiContext, cid: string, body: unknown, { preview }: { preview: boolean }): Promise<WireContract> {
  return changeContract(ctx, cid, preview, async (contract) => {
    const ending = decideEnding(contract, body, ctx.now);
    return { contract: applyEnding(contract, ending), event: eventOfEnding(ending) };
  });
}
