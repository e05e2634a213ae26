import { sql } from "#db/client.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { decryptKeyText } from "#lib/account/keys/secrets.ts";

/** Throws if APP_SECRET does not fit the stored keys: these would not work, and a key made with it would work nowhere else. */
export async function assertSecretFits(): Promise<void> {
  const keys = await sql<{ id: string; ciphertext: string }[]>`select id, ciphertext from api_keys`;
  try {
    for (const { id, ciphertext } of keys) decryptKeyText(ciphertext, id);
  } catch {
    throw new SetupError(
      "Keys in this database were made with another APP_SECRET: set that one, or both until `bin/covergate admin secrets rotate` has run (docs/operations/secrets.md).",
    );
  }
}
