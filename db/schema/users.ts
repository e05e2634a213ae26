import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { partners } from "#db/schema/partners.ts";
import type { Role } from "#lib/users/schema-roles.ts";

/** People who sign in: a partner's staff, and the operator's own (portal.md). */
export const users = pgTable(
  "users",
  {
    id: text("id").primaryKey(),
    /** In lower case. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role").$type<Role>().notNull(),
    /** The partner whose staff this is; null for the operator's own. */
    partnerId: text("partner_id").references(() => partners.id),
    /** Argon2id; null until the first password is chosen. */
    passwordHash: text("password_hash"),
    disabledAt: instant("disabled_at"),
    createdAt: instant("created_at").notNull(),
    lastSignInAt: instant("last_sign_in_at"),
    /** Up to when the user has seen what support did to the partner's keys. */
    keyNoticesSeenAt: instant("key_notices_seen_at"),
    /** Up to when the user has seen which webhooks began and ceased to fail. */
    outageNoticesSeenAt: instant("outage_notices_seen_at"),
  },
  (table) => [
    uniqueIndex("users_email").on(table.email),
    index("users_by_partner").on(table.partnerId, table.id),
    check("users_role", sql`${table.role} in ('owner', 'member', 'support', 'handler')`),
    check("users_partner", sql`(${table.role} in ('owner', 'member')) = (${table.partnerId} is not null)`),
  ],
);

/** One-time links to choose a password with; only a hash of the token is kept. */
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

/** Counts of sign-in attempts (rate-limiter-flexible), shared by every instance. */
export const signInAttempts = pgTable("sign_in_attempts", {
  key: text("key").primaryKey(),
  points: integer("points").notNull(),
  expire: instant("expire"),
});
