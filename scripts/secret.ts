import { sql } from "#db/client.ts";
import { SetupError } from "#db/embedded/setup-error.ts";
import { decryptKeyText } from "#lib/keys/secrets.ts";

/** Refuses to go on with another APP_SECRET than that of the keys there are: none of them would work, and a key made with it would work nowhere. */
export async function assertSecretFits(): Promise<void> {
  const [newest] = await sql<{ id: string; ciphertext: string }[]>`select id, ciphertext from api_keys order by created_at desc limit 1`;
  if (newest === undefined) return;
  try {
    decryptKeyText(newest.ciphertext, newest.id);
  } catch {
    throw new SetupError("The keys in this database were made with another APP_SECRET: set that one.");
  }
}
