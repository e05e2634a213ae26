import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { automaticRenewals } from "#db/schema/renewals.ts";
import type { WorldContext } from "#lib/context.ts";
import type { EventType } from "#lib/events/catalogue.ts";
import type { NewEvent } from "#lib/events/emit.ts";
import { newId } from "#lib/ids.ts";
import type { RenewableContract, Renewal } from "#lib/renewals/renewal.ts";
import { serializeRenewalPayload } from "#lib/renewals/renewal.ts";
import type { Settings } from "#lib/renewals/rules/configure.ts";
import { scheduleFor } from "#lib/renewals/rules/schedule.ts";

export function makeRenewal(
  contract: Pick<RenewableContract, "cid" | "worldId" | "endDate">,
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
    ...scheduleFor(contract.endDate),
    notifiedAt: null,
    appliedAt: null,
    nextCid: null,
    droppedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}

/** Writes new and changed renewals in one statement; the caller has locked their contracts. */
export async function writeRenewals(tx: Transaction, renewals: readonly Renewal[]): Promise<void> {
  if (renewals.length === 0) return;
  const rows = renewals.map((renewal) => ({
    arid: renewal.arid,
    world_id: renewal.worldId,
    cid: renewal.cid,
    default_application: renewal.defaultApplication,
    use_notification: renewal.useNotification,
    duration_months: renewal.durationMonths,
    extension: renewal.extension,
    rejected_at: renewal.rejectedAt,
    renewal_scheduled_for: renewal.renewalScheduledFor,
    notification_scheduled_for: renewal.notificationScheduledFor,
    notified_at: renewal.notifiedAt,
    applied_at: renewal.appliedAt,
    next_cid: renewal.nextCid,
    dropped_at: renewal.droppedAt,
    created_at: renewal.createdAt,
    updated_at: renewal.updatedAt,
  }));
  const columns = sql.raw(Object.keys(rows[0] ?? {}).join(", "));
  await tx.execute(sql`
    insert into ${automaticRenewals} (${columns}) select ${columns} from json_populate_recordset(null::${automaticRenewals}, ${JSON.stringify(rows)}::json)
    on conflict (arid) do update set use_notification = excluded.use_notification, duration_months = excluded.duration_months,
      rejected_at = excluded.rejected_at, renewal_scheduled_for = excluded.renewal_scheduled_for,
      notification_scheduled_for = excluded.notification_scheduled_for, notified_at = excluded.notified_at, applied_at = excluded.applied_at,
      next_cid = excluded.next_cid, dropped_at = excluded.dropped_at, updated_at = excluded.updated_at`);
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
