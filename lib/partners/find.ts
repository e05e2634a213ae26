import { and, asc, eq, or } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners, renterAttachments, worlds } from "#db/schema/partners.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { NotFound } from "#lib/refusal.ts";

/** A partner as the operator sees it. */
export type Partner = typeof partners.$inferSelect;

/** The partner with this id or this name; NotFound where there is none. */
export async function findPartner(idOrName: string): Promise<Partner> {
  const [partner] = await db
    .select()
    .from(partners)
    .where(or(eq(partners.id, idOrName), eq(partners.name, idOrName)));
  if (partner === undefined) throw new NotFound(`there is no partner ${idOrName}`, { key: "noPartner" });
  return partner;
}

/** Every partner, by name. */
export async function listPartners(): Promise<Partner[]> {
  return db.select().from(partners).orderBy(asc(partners.name));
}

/** The renters that are attached to an environment of a partner. */
export async function listAttachedRenters(partnerId: string, environment: Environment): Promise<string[]> {
  const rows = await db
    .select({ uid: renterAttachments.renterUid })
    .from(renterAttachments)
    .innerJoin(worlds, eq(worlds.id, renterAttachments.worldId))
    .where(and(eq(worlds.partnerId, partnerId), eq(worlds.environment, environment)))
    .orderBy(asc(renterAttachments.renterUid));
  return rows.map(({ uid }) => uid);
}
