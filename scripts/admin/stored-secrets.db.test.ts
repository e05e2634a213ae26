import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { encryptedColumns } from "#scripts/admin/stored-secrets.ts";

test("every use of encryption has a column that a rotation of APP_SECRET renews", () => {
  const root = join(import.meta.dirname, "../..");
  const files = globSync(["{app,db,demo,lib,scripts,server}/**/*.ts"], {
    cwd: root,
    exclude: ["**/*.test.ts", "lib/platform/secrets/encryption.ts"],
  });
  const uses = files.flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(/createEncryption\("([^"]+)"\)/g)]);
  expect(uses.map(([, use]) => use).toSorted((a = "", b = "") => a.localeCompare(b))).toEqual([
    "alert-url-encryption",
    "api-key-encryption",
    "authenticator-app",
    "notice-body",
    // Kept for a day only; `renewAnswers` renews it.
    "stored-answer",
    "webhook-secret-encryption",
    "webhook-url-encryption",
  ]);
  // A new use belongs into encryptedColumns and into this list.
  expect(encryptedColumns.map(({ table, column }) => `${table}.${column}`)).toEqual([
    "authenticator_apps.ciphertext",
    "api_keys.ciphertext",
    "webhooks.url",
    "webhooks.signing_secret",
    "alert_rules.url",
    "alert_rules.signing_secret",
    "notices.body",
    "mailbox.body",
    "webhooks.previous_secret",
  ]);
});
