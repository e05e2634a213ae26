import type { contracts } from "#db/schema/contracts.ts";
import type { automaticRenewals } from "#db/schema/renewals.ts";
import type { RenewalPayload, WireRenewal } from "#lib/insurance/renewals/schema.ts";
import type { LocalCalendar } from "#lib/platform/time/days-and-months.ts";

export type Renewal = Omit<typeof automaticRenewals.$inferSelect, "state">;

export type RenewableContract = LocalCalendar &
  Pick<
    typeof contracts.$inferSelect,
    "cid" | "worldId" | "uid" | "contractType" | "status" | "startDate" | "endDate" | "terminationPlanned"
  >;

/** The renewal as the API answers it. */
export function serializeRenewal(renewal: Renewal): WireRenewal {
  return {
    arid: renewal.arid,
    cid: renewal.cid,
    default_application: renewal.defaultApplication,
    applied: renewal.appliedAt !== null,
    applied_at: renewal.appliedAt?.toISOString() ?? null,
    use_notification: renewal.useNotification,
    duration_months: renewal.durationMonths,
    rejected: renewal.rejectedAt !== null,
    rejected_at: renewal.rejectedAt?.toISOString() ?? null,
    renewal_scheduled_for: renewal.renewalScheduledFor.toISOString(),
    notified: renewal.notifiedAt !== null,
    notified_at: renewal.notifiedAt?.toISOString() ?? null,
    notification_scheduled_for: renewal.notificationScheduledFor.toISOString(),
    extension: renewal.extension,
    next_cid: renewal.nextCid,
    created_at: renewal.createdAt.toISOString(),
    updated_at: renewal.updatedAt.toISOString(),
  };
}

/** The renewal in a webhook payload: with `id` for `arid`, and the renter's `uid`. */
export function serializeRenewalPayload(renewal: Renewal, uid: string): RenewalPayload {
  const { arid, ...fields } = serializeRenewal(renewal);
  return { id: arid, uid, ...fields };
}
