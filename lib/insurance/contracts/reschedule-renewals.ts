import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.ts";
import { automaticRenewals } from "#db/schema/renewals.ts";
import type { Contract } from "#lib/insurance/contracts/contract.ts";
import { scheduleFor } from "#lib/insurance/renewals/rules/schedule.ts";

/** An ended or terminating contract drops its renewal, and a moved end reschedules it (rules/renewals.md#change-4). */
export async function followContracts(
  tx: Transaction,
  revisions: readonly { before: Contract & { cid: string }; after: Contract }[],
): Promise<void> {
  const rows = revisions
    .filter(({ before, after }) => isOver(after) || before.endDate.getTime() !== after.endDate.getTime())
    .map(({ before, after }) => {
      const { renewalScheduledFor, notificationScheduledFor } = scheduleFor(after.endDate, after);
      return {
        cid: before.cid,
        renewal_scheduled_for: renewalScheduledFor,
        notification_scheduled_for: notificationScheduledFor,
        dropped_at: isOver(after) ? after.updatedAt : null,
        updated_at: after.updatedAt,
      };
    });
  if (rows.length === 0) return;
  await tx.execute(sql`
    update ${automaticRenewals} a set
      renewal_scheduled_for = case when r.dropped_at is null then r.renewal_scheduled_for else a.renewal_scheduled_for end,
      notification_scheduled_for = case when r.dropped_at is null then r.notification_scheduled_for else a.notification_scheduled_for end,
      notified_at = case when r.dropped_at is null then null else a.notified_at end, dropped_at = r.dropped_at, updated_at = r.updated_at
    from json_populate_recordset(null::${automaticRenewals}, ${JSON.stringify(rows)}::json) r
    where a.cid = r.cid and a.applied_at is null and a.dropped_at is null`);
}

function isOver(contract: Contract): boolean {
  return contract.status !== "open" || contract.terminationPlanned;
}
