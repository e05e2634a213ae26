import type { RenewableContract, Renewal } from "#lib/renewals/renewal.ts";

/**
 * True where the customer is to be told of a renewal now (resolutions.md § 5): it is live and wanted, notices are on, none
 * was sent, its time has come and that of the renewal itself has not.
 */
export function isNoticeDue({ status, endDate }: Pick<RenewableContract, "status" | "endDate">, renewal: Renewal, now: Date): boolean {
  const { useNotification, notifiedAt, rejectedAt, appliedAt, droppedAt, notificationScheduledFor } = renewal;
  const isWanted = appliedAt === null && droppedAt === null && rejectedAt === null && status === "open" && endDate > now;
  return isWanted && useNotification && notifiedAt === null && notificationScheduledFor <= now;
}
