import type { Transaction } from "#db/client.ts";
import type { ApiContext } from "#lib/account/worlds/context.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { findExtensions, findLive, findRenewal, lockContract } from "#lib/insurance/renewals/find.ts";
import type { RenewableContract, Renewal } from "#lib/insurance/renewals/renewal.ts";
import { serializeRenewal } from "#lib/insurance/renewals/renewal.ts";
import { decideConfiguration, decideRenewalChange } from "#lib/insurance/renewals/rules/configure.ts";
import type { Settings } from "#lib/insurance/renewals/rules/configure.ts";
import { makeRenewal, renewalEvents, writeRenewals } from "#lib/insurance/renewals/save.ts";
import type { WireRenewal } from "#lib/insurance/renewals/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { changedAt } from "#lib/platform/time/dates.ts";

/** Creates the renewal of a contract, or reconfigures the live one (rules/renewals.md#configure-2). */
export function configure(ctx: ApiContext, cid: string, body: unknown): Promise<WireRenewal> {
  return transact(async (tx) => {
    const contract = await lockContract(tx, ctx.world, cid);
    const live = await findLive(tx, cid);
    const { events, ...settings } = decideConfiguration(contract, live, body, ctx.now);
    if (live !== undefined && events.length === 0) return serializeRenewal(live);
    const renewal =
      live === undefined
        ? await begin(tx, contract, settings, ctx.now)
        : { ...live, ...settings, updatedAt: changedAt(live.updatedAt, ctx.now) };
    await writeRenewals(tx, [renewal]);
    await emit(tx, renewalEvents(ctx, renewal, contract.uid, events), ctx);
    return serializeRenewal(renewal);
  }, ctx);
}

async function begin(tx: Transaction, contract: RenewableContract, settings: Settings, now: Date): Promise<Renewal> {
  const extensions = await findExtensions(tx, [contract.cid]);
  return makeRenewal(contract, { ...settings, defaultApplication: false, extension: extensions.get(contract.cid) ?? 0 }, now);
}

/** Changes, rejects or resumes a renewal (rules/renewals.md#change-1). */
export function amend(ctx: ApiContext, cid: string, arid: string, body: unknown): Promise<WireRenewal> {
  return transact(async (tx) => {
    const contract = await lockContract(tx, ctx.world, cid);
    const renewal = await findRenewal(tx, cid, arid);
    if (renewal === undefined) throw new ApiError("RENEWAL_NOT_FOUND");
    const { events, ...settings } = decideRenewalChange(contract, renewal, body, ctx.now);
    if (events.length === 0) return serializeRenewal(renewal);
    const changed = { ...renewal, ...settings, updatedAt: changedAt(renewal.updatedAt, ctx.now) };
    await writeRenewals(tx, [changed]);
    await emit(tx, renewalEvents(ctx, changed, contract.uid, events), ctx);
    return serializeRenewal(changed);
  }, ctx);
}
