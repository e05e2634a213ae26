import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { tariffs } from "#db/schema/tariffs.ts";
import { publicTariff } from "#lib/insurance/prices/public-tariff.ts";
import { newId } from "#lib/platform/ids.ts";

/** Adds the public tariff, without which no contract can be made (rules/prices.md#lists-2). Safe with concurrent starts. */
export async function ensurePublicTariff(db: PostgresJsDatabase): Promise<void> {
  await db
    .insert(tariffs)
    .values({ id: newId("trf"), ...publicTariff })
    .onConflictDoNothing();
}
