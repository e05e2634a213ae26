import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
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

/** WebAuthn credentials; with PIN or fingerprint, one is a complete sign-in. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential's id. */
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    publicKey: text("public_key").notNull(),
    /** The authenticator's signature counter; a lower count reveals a copy. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    /** True if the passkey is also on other devices. */
    isSynced: boolean("is_synced").notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [index("passkeys_by_user").on(table.userId)],
);

/** One challenge per session or pending sign-in, deleted by the first answer. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    /** The id of the session, or the hash of the pending sign-in's token. */
    holder: text("holder").primaryKey(),
    challenge: text("challenge").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("passkey_challenges_by_end").on(table.expiresAt)],
);

/** TOTP, one per user, valid once a code confirmed it. */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  ciphertext: text("ciphertext").notNull(),
  createdAt: instant("created_at").notNull(),
  confirmedAt: instant("confirmed_at"),
  /** The time step of the last accepted code, so that none works twice. */
  lastStep: integer("last_step"),
});

/** One-time codes, as Argon2id hashes. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    codeHash: text("code_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);
