import type { ApiContext } from "#lib/context.ts";
import { ApiError } from "#lib/errors.ts";
import { emit } from "#lib/events/emit.ts";
import { transact } from "#lib/events/transact.ts";
import { renewalEvents } from "#lib/renewals/events.ts";
import { findRenewal, lockContract } from "#lib/renewals/find.ts";
import { decideRenewalChange } from "#lib/renewals/rules/configure.ts";
import { writeRenewals } from "#lib/renewals/save.ts";
import type { WireRenewal } from "#lib/renewals/schema.ts";
import { serializeRenewal } from "#lib/renewals/serialize.ts";

/** Changes, rejects or resumes a renewal (partner-api.md § Automatic renewals, resolutions.md § 5). */
export function amend(ctx: ApiContext, cid: string, arid: string, body: unknown): Promise<WireRenewal> {
  return transact(async (tx) => {
    const contract = await lockContract(tx, ctx.world, cid);
    const renewal = await findRenewal(tx, cid, arid);
    if (renewal === undefined) throw new ApiError("RENEWAL_NOT_FOUND");
    const { events, ...settings } = decideRenewalChange(contract, renewal, body, ctx.now);
    if (events.length === 0) return serializeRenewal(renewal);
    const changed = { ...renewal, ...settings, updatedAt: ctx.now };
    await writeRenewals(tx, [changed]);
    await emit(tx, renewalEvents(ctx, changed, contract.uid, events), ctx);
    return serializeRenewal(changed);
  }, ctx);
}
