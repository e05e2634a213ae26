import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { contracts } from "#db/schema/contracts.ts";
import { renewalStates } from "#db/schema/enums.ts";

/** The condition of a notice that is still to be sent, in SQL; the partial indexes carry it. */
export const noticeIsOpen = "use_notification and notified_at is null and state = 'scheduled'";

/** Live and past renewals (rules/renewals.md#configure-3). */
export const automaticRenewals = pgTable(
  "automatic_renewals",
  {
    arid: text("arid").primaryKey(),
    /** The contract's. */
    worldId: integer("world_id").notNull(),
    cid: text("cid")
      .notNull()
      .references(() => contracts.cid),
    defaultApplication: boolean("default_application").notNull(),
    useNotification: boolean("use_notification").notNull(),
    durationMonths: integer("duration_months").notNull(),
    /** How many renewals led to the contract. */
    extension: integer("extension").notNull(),
    rejectedAt: instant("rejected_at"),
    renewalScheduledFor: instant("renewal_scheduled_for").notNull(),
    notificationScheduledFor: instant("notification_scheduled_for").notNull(),
    notifiedAt: instant("notified_at"),
    appliedAt: instant("applied_at"),
    nextCid: text("next_cid").references(() => contracts.cid),
    /** The contract ended before the renewal. */
    droppedAt: instant("dropped_at"),
    /** A rejected renewal stays rejected when its contract ends; a wanted one whose contract ends early is dropped. */
    state: text("state", { enum: renewalStates })
      .notNull()
      .generatedAlwaysAs(
        sql`case when applied_at is not null then 'applied' when rejected_at is not null then 'rejected' when dropped_at is not null then 'dropped' else 'scheduled' end`,
      ),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("automatic_renewals_by_world").on(table.worldId, table.renewalScheduledFor, table.arid),
    index("automatic_renewals_by_state").on(table.worldId, table.state, table.renewalScheduledFor, table.arid),
    index("automatic_renewals_by_contract").on(table.cid, table.arid),
    uniqueIndex("automatic_renewals_live")
      .on(table.cid)
      .where(sql`${table.appliedAt} is null and ${table.droppedAt} is null`),
    uniqueIndex("automatic_renewals_next").on(table.nextCid),
    index("automatic_renewals_notice_due").on(table.notificationScheduledFor).where(sql.raw(noticeIsOpen)),
    // Serves worlds with a moved clock.
    index("automatic_renewals_notice_due_of_world").on(table.worldId, table.notificationScheduledFor).where(sql.raw(noticeIsOpen)),
    check("automatic_renewals_applied", sql`(${table.appliedAt} is null) = (${table.nextCid} is null)`),
    check("automatic_renewals_duration", sql`${table.durationMonths} between 1 and 60`),
  ],
);
