import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";

/**
 * Messages that leave the installation, each written in the transaction of its cause and sent at least once (rules/notices.md#send-1,
 * #send-2).
 */
export const notices = pgTable(
  "notices",
  {
    id: text("id").primaryKey(),
    /** A `NoticeKind` of lib/platform/mail/notice-schema.ts. */
    kind: text("kind").notNull(),
    /** An e-mail address, or the id of an alert rule, which names its own receivers. */
    recipient: text("recipient").notNull(),
    /** The partner of the recipient; null for staff of the operator. */
    partnerId: text("partner_id"),
    /** Names the cause within its kind, so that each recipient is told of it once. Null if each notice stands alone. */
    cause: text("cause"),
    subject: text("subject").notNull(),
    /** Encrypted, since it may hold a one-time link. Null once the notice is over, unless a partner's owners may read it. */
    body: text("body"),
    createdAt: instant("created_at").notNull(),
    /** When it is sent next; null once the notice is over. */
    dueAt: instant("due_at"),
    leasedBy: text("leased_by"),
    /** By the database's clock. */
    leasedUntil: instant("leased_until"),
    attempts: smallint("attempts").notNull().default(0),
    lastError: text("last_error"),
    /** The receipt: when the recipient's server took it. */
    sentAt: instant("sent_at"),
    failedAt: instant("failed_at"),
    /** A `NoticeStatus`. */
    status: text("status")
      .notNull()
      .generatedAlwaysAs(
        sql`case when sent_at is not null then 'sent' when failed_at is not null then 'failed' when attempts > 0 then 'retrying' else 'waiting' end`,
      ),
  },
  (table) => [
    uniqueIndex("notices_once")
      .on(table.kind, table.cause, table.recipient)
      .where(sql`${table.cause} is not null`),
    index("notices_due")
      .on(table.dueAt, table.id)
      .where(sql`${table.dueAt} is not null`),
    index("notices_by_time").on(table.createdAt, table.id),
    index("notices_by_kind").on(table.kind, table.createdAt, table.id),
    index("notices_by_status").on(table.status, table.createdAt, table.id),
    index("notices_of_partner")
      .on(table.partnerId, table.createdAt, table.id)
      .where(
        sql`${table.kind} in ('invitation', 'newDevice', 'accountChanged', 'keyChanged', 'pricesRise', 'pricesWithdrawn', 'webhookOutage', 'deliveriesDropped')`,
      ),
    index("notices_by_recipient").on(table.recipient, table.createdAt, table.id),
    check("notices_over", sql`(${table.dueAt} is null) = (${table.sentAt} is not null or ${table.failedAt} is not null)`),
    check("notices_outcome", sql`${table.sentAt} is null or ${table.failedAt} is null`),
  ],
);

/** E-mails of an installation without a mail server, kept for its page `/mailbox` (rules/notices.md#mailbox-1). */
export const mailbox = pgTable(
  "mailbox",
  {
    /** The id of the message and the recipient, so that one that is sent again is kept once. */
    id: text("id").primaryKey(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    /** Encrypted, since it may hold a one-time link. */
    body: text("body").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [index("mailbox_by_time").on(table.at)],
);
