import { afterAll, inject } from "vitest";
import { createDatabase } from "#e2e/setup/create-database.ts";
import { completeEnvironment } from "#scripts/settings.ts";

/**
 * Gives a test file a database that no other one uses, so that its jobs may run at any time of any year and nobody else's transactions
 * show in its plans: `await vi.hoisted(async () => (await import("#e2e/setup/own-database.ts")).useOwnDatabase())`, which runs before the
 * imports. `pool` is how many connections there are, and `parameters` what else each is opened with.
 */
export async function useOwnDatabase({
  pool = 10,
  parameters = {},
}: { pool?: number; parameters?: Record<string, string> } = {}): Promise<void> {
  const { url, remove } = await createDatabase(inject("databaseServer"), inject("pristineDatabase"));
  afterAll(async () => {
    const { sql } = await import("#db/client.ts");
    await sql.end();
    await remove();
  });
  const search = new URLSearchParams(parameters).toString();
  completeEnvironment({ DATABASE_URL: Object.assign(new URL(url), { search }).href, DATABASE_POOL: String(pool) });
}
