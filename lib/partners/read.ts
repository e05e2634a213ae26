import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners } from "#db/schema/partners.ts";
import type { StaffContext } from "#lib/context.ts";
import type { Partner } from "#lib/partners/find.ts";
import { NotFound } from "#lib/refusal.ts";

/** A partner with its settings, for support (portal.md § Support side, Partners). */
export async function read(_ctx: StaffContext, partnerId: string): Promise<Partner> {
  const [partner] = await db.select().from(partners).where(eq(partners.id, partnerId));
  if (partner === undefined) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
  return partner;
}
