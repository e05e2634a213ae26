import { asc, desc } from "drizzle-orm";
import { db } from "#db/client.ts";
import { tariffs } from "#db/schema/tariffs.ts";
import type { StaffContext } from "#lib/context.ts";
import type { Tariff } from "#lib/tariffs/schema.ts";
import { assertSupport } from "#lib/users/guards.ts";

/** A tariff version without its figures. */
export type TariffName = Omit<Tariff, "rates">;

/** Every tariff version, by name, the newest of each first: what support can give a partner (portal.md § Support side, Partners). */
export async function list(ctx: StaffContext): Promise<TariffName[]> {
  assertSupport(ctx);
  const { id, name, version, effectiveFrom } = tariffs;
  return db.select({ id, name, version, effectiveFrom }).from(tariffs).orderBy(asc(name), desc(effectiveFrom));
}
