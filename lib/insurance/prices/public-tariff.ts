import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { tariffs } from "#db/schema/tariffs.ts";
import { publicTariffName } from "#lib/insurance/prices/schema.ts";
import type { NewTariff } from "#lib/insurance/prices/schema.ts";
import { newId } from "#lib/platform/ids.ts";

/** The public price list (rules/prices.md#premium-3, #premium-4). */
export const publicTariff: NewTariff = {
  name: publicTariffName,
  version: "2026-01",
  effectiveFrom: new Date("2026-01-01T00:00:00.000Z"),
  rates: {
    annualRates: {
      bike: { break: 400, theft: 500, client_theft: 150 },
      "high-tech": { break: 600, theft: 400 },
      watersports: { break: 450, theft: 350 },
      wintersports: { break: 600, theft: 400 },
      event: { break: 400, theft: 200 },
      "small-tools": { break: 400, theft: 350 },
      sports: { break: 400, theft: 300 },
    },
    termFactors: { LCD: 30_000, LMD: 15_000, LLD: 10_000 },
    halfDayHours: 4,
    extrasPerMonth: { ia: 120, rc: 90, assistance_standard: 200, assistance_premium: 400 },
    usageFactors: { pro: 11_500, transporter: 14_000, sharing: 11_000, no_deductible: 12_000 },
    taxRate: 900,
    minimum: 50,
  },
};

/** Adds the public tariff, without which no contract can be made (rules/prices.md#lists-2). Safe with concurrent starts. */
export async function ensurePublicTariff(db: PostgresJsDatabase): Promise<void> {
  await db
    .insert(tariffs)
    .values({ id: newId("trf"), ...publicTariff })
    .onConflictDoNothing();
}
