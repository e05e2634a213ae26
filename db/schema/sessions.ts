import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { signInMethods } from "#db/schema/enums.ts";
import { users } from "#db/schema/users.ts";

/** Signed-in browsers. The cookie holds a random token, of which only a hash is stored. */
export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    tokenHash: text("token_hash").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    signedInBy: text("signed_in_by", { enum: signInMethods }).notNull(),
    createdAt: instant("created_at").notNull(),
    /** The absolute time-out. */
    expiresAt: instant("expires_at").notNull(),
    /** Written at most once a minute, for the idle time-out. */
    lastSeenAt: instant("last_seen_at").notNull(),
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
    /** The last proof of identity. */
    authenticatedAt: instant("authenticated_at").notNull(),
    /** The last proof by a second factor, which is the one that counts for users with one. */
    factorProvedAt: instant("factor_proved_at"),
    /** True for the user's first sign-in with this browser, until they acknowledge it. */
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

/** Sign-ins before their second step, and those by passkey before its answer. They grant nothing. */
export const pendingSignIns = pgTable(
  "pending_sign_ins",
  {
    tokenHash: text("token_hash").primaryKey(),
    /** The user and method of the first step; null if the passkey will tell. */
    userId: text("user_id").references(() => users.id),
    signedInBy: text("signed_in_by", { enum: signInMethods }),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("pending_sign_ins_by_end").on(table.expiresAt),
    check("pending_sign_ins_first_step", sql`(${table.userId} is null) = (${table.signedInBy} is null)`),
  ],
);
