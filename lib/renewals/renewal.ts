import type { ContractType } from "#lib/catalogue.ts";
import type { ContractStatus } from "#lib/contracts/schema.ts";
import type { RenewalPayload, WireRenewal } from "#lib/renewals/schema.ts";

export interface Renewal {
  arid: string;
  worldId: number;
  cid: string;
  defaultApplication: boolean;
  useNotification: boolean;
  durationMonths: number;
  extension: number;
  rejectedAt: Date | null;
  renewalScheduledFor: Date;
  notificationScheduledFor: Date;
  notifiedAt: Date | null;
  appliedAt: Date | null;
  nextCid: string | null;
  /** The contract ended before the renewal. */
  droppedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface RenewableContract {
  cid: string;
  worldId: number;
  uid: string;
  contractType: ContractType;
  status: ContractStatus;
  startDate: Date;
  endDate: Date;
  terminationPlanned: boolean;
}

/** The renewal as the API answers it (partner-api.md § Automatic renewal). */
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
