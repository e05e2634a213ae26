import { bigint, boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { users } from "#db/schema/users.ts";

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
