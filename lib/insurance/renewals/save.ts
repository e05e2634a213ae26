import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { columnsWithout, insertOf, setOf } from "#db/rows.ts";
import { automaticRenewals } from "#db/schema/renewals.ts";
import type { WorldContext } from "#lib/account/worlds/context.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";
import type { NewEvent } from "#lib/delivery/events/emit.ts";
import type { RenewableContract, Renewal } from "#lib/insurance/renewals/renewal.ts";
import { serializeRenewalPayload } from "#lib/insurance/renewals/renewal.ts";
import type { Settings } from "#lib/insurance/renewals/rules/configure.ts";
import { scheduleFor } from "#lib/insurance/renewals/rules/schedule.ts";
import { newId } from "#lib/platform/ids.ts";

export function makeRenewal(
  contract: Pick<RenewableContract, "cid" | "worldId" | "endDate" | "timeZone">,
  settings: Omit<Settings, "rejectedAt"> & { defaultApplication: boolean; extension: number },
  now: Date,
): Renewal {
  const { useNotification, durationMonths, defaultApplication, extension } = settings;
  return {
    arid: newId("ar"),
    worldId: contract.worldId,
    cid: contract.cid,
    defaultApplication,
    useNotification,
    durationMonths,
    extension,
    rejectedAt: null,
    ...scheduleFor(contract.endDate, contract),
    notifiedAt: null,
    appliedAt: null,
    nextCid: null,
    droppedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

const fixed = ["arid", "worldId", "cid", "defaultApplication", "extension", "createdAt"] as const;
const changeable = columnsWithout(automaticRenewals, ...fixed, "state");

/** Writes new and changed renewals in one statement; the caller has locked their contracts. */
export async function writeRenewals(tx: Transaction, renewals: readonly Renewal[]): Promise<void> {
  if (renewals.length === 0) return;
  await tx.execute(sql`${insertOf(automaticRenewals, renewals)} on conflict (arid) do update set ${setOf(changeable, "excluded")}`);
}

/** The subject of a renewal's events is the contract, so that its history shows them. */
export function renewalEvents(
  { world, executionId }: Pick<WorldContext, "world" | "executionId">,
  renewal: Renewal,
  uid: string,
  eventTypes: readonly EventType[],
): NewEvent[] {
  return eventTypes.map((eventType) => ({
    worldId: world.id,
    eventType,
    subjectId: renewal.cid,
    executionId,
    data: serializeRenewalPayload(renewal, uid),
  }));
}
