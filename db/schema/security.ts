import { bigint, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import type { SecurityKind } from "#lib/account/security-events/schema.ts";

/** Security events counted by kind, subject, address and hour, so that an attack makes few rows. */
export const securityEvents = pgTable(
  "security_events",
  {
    id: text("id").primaryKey(),
    kind: text("kind").$type<SecurityKind>().notNull(),
    /** An e-mail address, the beginning of a key, or a path. */
    subject: text("subject").notNull(),
    /** An IPv4 address, or the /64 of an IPv6 address. */
    address: text("address").notNull(),
    hour: instant("hour").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    /** About the last event. */
    detail: text("detail"),
    lastAt: instant("last_at").notNull(),
  },
  (table) => [
    unique("security_events_counted").on(table.hour, table.kind, table.subject, table.address),
    index("security_events_by_time").on(table.lastAt, table.id),
    index("security_events_by_kind").on(table.kind, table.lastAt, table.id),
    index("security_events_by_address").on(table.address, table.lastAt, table.id),
    index("security_events_by_subject").on(table.subject, table.lastAt, table.id),
  ],
);

/** Hours with an unusual number of events; support gets one notice of each. */
export const securityAlarms = pgTable(
  "security_alarms",
  {
    kind: text("kind").$type<SecurityKind>().notNull(),
    hour: instant("hour").notNull(),
    noticedAt: instant("noticed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.hour] })],
);
