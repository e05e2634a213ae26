import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { partners } from "#db/schema/partners.ts";
import type { Role } from "#lib/platform/roles.ts";

/** A partner's staff and the operator's (rules/authority.md#roles-1, #roles-2). */
export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    /** In lower case. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role").$type<Role>().notNull(),
    /** Null for the operator's staff. */
    partnerId: text("partner_id").references(() => partners.id),
    /** Argon2id; null until the first password is chosen. */
    passwordHash: text("password_hash"),
    disabledAt: instant("disabled_at"),
    createdAt: instant("created_at").notNull(),
    lastSignInAt: instant("last_sign_in_at"),
    /** How far the user has seen notices about keys. */
    keyNoticesSeenAt: instant("key_notices_seen_at"),
    /** How far the user has seen notices about outages. */
    outageNoticesSeenAt: instant("outage_notices_seen_at"),
  },
  (table) => [
    uniqueIndex("users_email").on(table.email),
    index("users_by_partner").on(table.partnerId, table.id),
    check("users_role", sql`${table.role} in ('owner', 'developer', 'developer-member', 'member', 'administrator', 'support', 'handler')`),
    check("users_partner", sql`(${table.role} in ('owner', 'developer', 'developer-member', 'member')) = (${table.partnerId} is not null)`),
  ],
);

/** One-time links for a password; only a hash of the token is stored. */
export const passwordLinks = pgTable(
  "password_links",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("password_links_by_user").on(table.userId)],
);

/** Sign-in attempts (rate-limiter-flexible), shared by all instances. */
export const signInAttempts = pgTable("sign_in_attempts", {
  key: text("key").primaryKey(),
  points: integer("points").notNull(),
  expire: instant("expire"),
});
