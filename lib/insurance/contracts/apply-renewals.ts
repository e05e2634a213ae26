import type { Transaction } from "#db/client.ts";
import type { NewEvent } from "#lib/delivery/events/emit.ts";
import { serializeContract } from "#lib/insurance/contracts/contract.ts";
import type { ExistingContract } from "#lib/insurance/contracts/find.ts";
import { isApplied, renewContract } from "#lib/insurance/contracts/rules/creation.ts";
import { priceContract } from "#lib/insurance/contracts/rules/pricing.ts";
import type { NewlyMade } from "#lib/insurance/contracts/save.ts";
import { findTariffsInForce } from "#lib/insurance/prices/find.ts";
import type { Tariff } from "#lib/insurance/prices/schema.ts";
import { findLiveOf } from "#lib/insurance/renewals/find.ts";
import type { Renewal } from "#lib/insurance/renewals/renewal.ts";
import { makeRenewal, renewalEvents } from "#lib/insurance/renewals/save.ts";
import { newContractId, newId } from "#lib/platform/ids.ts";
import { changedAt } from "#lib/platform/time/dates.ts";

export interface AppliedRenewal {
  applied: Renewal;
  next: NewlyMade;
  following: Renewal;
  events: NewEvent[];
}

/**
 * Applies the renewals of ended contracts at the tariff of the renewal's day (rules/renewals.md#apply-1, rules/prices.md#changes-7). The
 * caller holds the locks and writes.
 */
export async function applyRenewals(
  tx: Transaction,
  over: readonly ExistingContract[],
  momentOfEnd: (contract: ExistingContract) => Date,
): Promise<AppliedRenewal[]> {
  const live = await findLiveOf(
    tx,
    over.map(({ cid }) => cid),
  );
  const due = over.flatMap((contract) => {
    const renewal = live.get(contract.cid);
    return isApplied(contract, renewal) ? [{ contract, renewal, worldId: contract.worldId, at: contract.endDate }] : [];
  });
  const priced = await findTariffsInForce(tx, due);
  return priced.map(([{ contract, renewal }, tariff]) => applyRenewal(contract, renewal, tariff, momentOfEnd(contract)));
}

function applyRenewal(contract: ExistingContract, renewal: Renewal, tariff: Tariff, now: Date): AppliedRenewal {
  const names = { cid: newContractId(), tariffId: tariff.id, newCpid: () => newId("cpid") };
  const priced = priceContract(null, renewContract(contract, renewal, names, now), tariff.rates);
  const next = { ...priced, cid: names.cid, worldId: contract.worldId };
  const applied = { ...renewal, appliedAt: now, nextCid: next.cid, updatedAt: changedAt(renewal.updatedAt, now) };
  const { defaultApplication, useNotification, durationMonths } = renewal;
  const following = makeRenewal(next, { defaultApplication, useNotification, durationMonths, extension: renewal.extension + 1 }, now);
  const cause = { world: { id: contract.worldId }, executionId: null };
  return {
    applied,
    next,
    following,
    events: [
      {
        worldId: contract.worldId,
        eventType: "v2.contract.renewed",
        subjectId: next.cid,
        executionId: null,
        data: serializeContract(next),
      },
      ...renewalEvents(cause, following, next.uid, ["v2.contract.renewal.enabled"]),
    ],
  };
}
