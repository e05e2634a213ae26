import { contractCreated, sampleCid } from "#lib/developer/events/samples-contract.ts";
import type { RenewalPayload } from "#lib/insurance/renewals/schema.ts";

export const renewalEnabled: RenewalPayload = {
  id: "ar_01JD3W7Q8ZK5T9V0XR2M4N6P8A",
  uid: contractCreated.uid,
  cid: sampleCid,
  default_application: false,
  applied: false,
  applied_at: null,
  use_notification: true,
  duration_months: 3,
  rejected: false,
  rejected_at: null,
  renewal_scheduled_for: contractCreated.end_date,
  notified: false,
  notified_at: null,
  notification_scheduled_for: "2025-03-10T08:00:00.000Z",
  extension: 0,
  next_cid: null,
  created_at: "2025-01-01T09:00:00.000Z",
  updated_at: "2025-01-01T09:00:00.000Z",
};

export const renewalUpdated: RenewalPayload = { ...renewalEnabled, duration_months: 6, updated_at: "2025-01-20T10:00:00.000Z" };

export const renewalRejected: RenewalPayload = {
  ...renewalEnabled,
  rejected: true,
  rejected_at: "2025-02-02T11:30:00.000Z",
  updated_at: "2025-02-02T11:30:00.000Z",
};

export const renewalResumed: RenewalPayload = { ...renewalEnabled, updated_at: "2025-02-05T16:45:00.000Z" };

export const renewalNotification: RenewalPayload = {
  ...renewalEnabled,
  notified: true,
  notified_at: renewalEnabled.notification_scheduled_for,
  updated_at: renewalEnabled.notification_scheduled_for,
};
