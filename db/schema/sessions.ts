import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { users } from "#db/schema/users.ts";
import type { SignInMethod } from "#lib/users/schema.ts";

/** Browsers that somebody is signed in with. The cookie holds a random token, of which only a hash is kept. */
export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    tokenHash: text("token_hash").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    signedInBy: text("signed_in_by").$type<SignInMethod>().notNull(),
    createdAt: instant("created_at").notNull(),
    /** Ends it however busy it is. */
    expiresAt: instant("expires_at").notNull(),
    /** Written once a minute at most; without a request for a while the session is over. */
    lastSeenAt: instant("last_seen_at").notNull(),
    /** Where it was last seen from. */
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
    /** When the user last proved who they are. */
    authenticatedAt: instant("authenticated_at").notNull(),
    /** Whether the user had never signed in with this browser before, and when they said that it was them. */
    isNewDevice: boolean("is_new_device").notNull(),
    acknowledgedAt: instant("acknowledged_at"),
    endedAt: instant("ended_at"),
  },
  (table) => [
    index("sessions_by_user").on(table.userId, table.id),
    index("sessions_on_new_devices")
      .on(table.userId, table.id)
      .where(sql`${table.isNewDevice} and ${table.acknowledgedAt} is null`),
    index("sessions_by_end").on(table.expiresAt),
    check("sessions_signed_in_by", sql`${table.signedInBy} in ('password', 'identity provider', 'passkey')`),
  ],
);

/** Sign-ins whose second step is still to come, and those by a passkey that has not answered yet. They open nothing. */
export const pendingSignIns = pgTable(
  "pending_sign_ins",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** Who has taken the first step, and how; null where the passkey will tell. */
    userId: text("user_id").references(() => users.id),
    signedInBy: text("signed_in_by").$type<SignInMethod>(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("pending_sign_ins_by_end").on(table.expiresAt),
    check("pending_sign_ins_first_step", sql`(${table.userId} is null) = (${table.signedInBy} is null)`),
  ],
);
