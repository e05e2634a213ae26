import { and, eq, isNotNull } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { contracts } from "#db/schema/contracts.ts";
import { partners, worlds } from "#db/schema/partners.ts";
import { automaticRenewals } from "#db/schema/renewals.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import { momentInWorld } from "#lib/account/worlds/clocks.ts";
import type { StaffContext, SupportContext } from "#lib/account/worlds/context.ts";
import type { Feature } from "#lib/account/worlds/schema.ts";
import { emit } from "#lib/delivery/events/emit.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { serializeContract } from "#lib/insurance/contracts/contract.ts";
import { findLocked } from "#lib/insurance/contracts/find.ts";
import type { ExistingContract } from "#lib/insurance/contracts/find.ts";
import { applyEnding, decideReopening, eventOfEnding } from "#lib/insurance/contracts/rules/ending.ts";
import type { Ending } from "#lib/insurance/contracts/rules/ending.ts";
import { priceContract } from "#lib/insurance/contracts/rules/pricing.ts";
import { reviseContracts } from "#lib/insurance/contracts/save.ts";
import type { WireContract } from "#lib/insurance/contracts/schema.ts";
import { reopening } from "#lib/insurance/contracts/schema.ts";
import { findTariff } from "#lib/insurance/prices/find.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";
import type { UserErrorKey } from "#lib/platform/errors/user-error.ts";
import { changedAt } from "#lib/platform/time/dates.ts";

export interface Reopening {
  endDate: Date;
  reason: string;
}

/** Reopens a closed contract until a new end, without automatic renewal (rules/contracts.md#states-4). Throws NotFound or a UserError. */
export function reopen(ctx: StaffContext, cid: string, { endDate, reason }: Reopening): Promise<WireContract> {
  return transact(async (tx) => {
    const { before, features } = await lockContract(tx, cid);
    await assertNotRenewed(tx, cid);
    const moment = await momentInWorld(before.worldId, ctx.now, tx);
    const ending = decide(before, endDate, features, moment.now);
    const { rates } = await findTariff(before.tariffId, tx);
    const after = { ...priceContract(before, applyEnding(before, ending), rates), updatedAt: changedAt(before.updatedAt, moment.now) };
    if (!(await reviseContracts(tx, [{ before, after, at: moment.now }]))) throw new Error("a locked contract changed");
    const data = serializeContract(after);
    await emit(tx, [{ worldId: before.worldId, eventType: eventOfEnding(ending), subjectId: cid, executionId: null, data }], moment);
    await recordAudit(tx, ctx, {
      action: "contract.reopened",
      subjectId: cid,
      reason,
      details: { endedOn: before.endDate, endsOn: endDate },
    });
    return data;
  });
}

export async function reopenContract(ctx: SupportContext, cid: string, input: { endDate: string; reason: string }): Promise<void> {
  const { endDate, reason } = reopening.parse(input);
  await reopen(ctx, cid, { endDate: new Date(endDate), reason });
}

async function lockContract(tx: Transaction, cid: string): Promise<{ before: ExistingContract; features: readonly Feature[] }> {
  const [row] = await tx
    .select({ features: partners.features, erasedAt: contracts.erasedAt })
    .from(contracts)
    .innerJoin(worlds, eq(worlds.id, contracts.worldId))
    .innerJoin(partners, eq(partners.id, worlds.partnerId))
    .where(eq(contracts.cid, cid))
    .for("no key update", { of: contracts });
  const [before] = row === undefined ? [] : await findLocked(tx, [cid]);
  if (row === undefined || before === undefined) throw new NotFound(`there is no contract ${cid}`, { key: "noContract" });
  if (row.erasedAt !== null) {
    throw new UserError(`the data of the insured of contract ${cid} was erased: it stays closed`, { key: "contractErased" });
  }
  return { before, features: row.features };
}

async function assertNotRenewed(tx: Transaction, cid: string): Promise<void> {
  const [applied] = await tx
    .select({ next: automaticRenewals.nextCid })
    .from(automaticRenewals)
    .where(and(eq(automaticRenewals.cid, cid), isNotNull(automaticRenewals.nextCid)));
  if (applied === undefined) return;
  const nextCid = applied.next ?? "";
  throw new UserError(`the contract ${cid} was renewed: ${nextCid} continues its cover`, { key: "contractRenewed", values: { nextCid } });
}

function decide(contract: ExistingContract, endDate: Date, features: readonly Feature[], now: Date): Ending {
  try {
    return decideReopening(contract, endDate, features, now);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, errorName } = error;
    throw new UserError(message, { key: sentences[errorName] ?? "reopeningRefused", values: { message }, cause: error });
  }
}

const sentences: Partial<Record<ErrorName, UserErrorKey>> = {
  CONTRACT_NOT_OPEN: "contractNotClosed",
  END_IN_PAST: "reopeningEndPast",
  END_BEFORE_START: "reopeningEndPast",
  INVALID_PERIOD: "reopeningEndLength",
};
