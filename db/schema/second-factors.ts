import { bigint, boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { users } from "#db/schema/users.ts";

/** Passkeys (WebAuthn credentials): one of them, with its owner's PIN or finger, is a whole sign-in. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** The credential's id, as the authenticator made it. */
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    publicKey: text("public_key").notNull(),
    /** How often the authenticator has signed, where it counts; a lower count than before betrays a copy. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    /** Whether its owner has it on other devices as well. */
    isSynced: boolean("is_synced").notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [index("passkeys_by_user").on(table.userId)],
);

/** What a passkey is asked to sign: one challenge for each session or pending sign-in, gone with the first answer. */
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

/** Authenticator apps (TOTP), one for each user; it counts once a code has proved that it works. */
export const authenticatorApps = pgTable("authenticator_apps", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  ciphertext: text("ciphertext").notNull(),
  createdAt: instant("created_at").notNull(),
  confirmedAt: instant("confirmed_at"),
  /** The time step of the last code that was accepted: no code works twice. */
  lastStep: integer("last_step"),
});

/** One-time codes for whoever has lost their second factor; Argon2id hashes. */
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
