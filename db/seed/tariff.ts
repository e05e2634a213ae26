import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { tariffs } from "#db/schema/tariffs.ts";
import { newId } from "#lib/ids.ts";
import { publicTariff } from "#lib/tariffs/public-tariff.ts";

/**
 * Sees to it that there is a public price list: without one no contract can be made (resolutions.md § 4).
 * Adds the version that this release opens with unless it is there; safe when two instances start at once.
 */
export async function ensurePublicTariff(db: PostgresJsDatabase): Promise<void> {
  await db
    .insert(tariffs)
    .values({ id: newId("trf"), ...publicTariff })
    .onConflictDoNothing();
}
