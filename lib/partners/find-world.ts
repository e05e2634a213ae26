import { and, eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { worlds } from "#db/schema/partners.ts";
import type { World } from "#lib/context.ts";
import type { Environment } from "#lib/partners/schema.ts";
import { NotFound } from "#lib/refusal.ts";

/** An environment of a partner, for support; NotFound where there is no such partner. */
export async function findWorld(partnerId: string, environment: Environment): Promise<World> {
  const [world] = await db
    .select({ id: worlds.id, partnerId: worlds.partnerId, environment: worlds.environment })
    .from(worlds)
    .where(and(eq(worlds.partnerId, partnerId), eq(worlds.environment, environment)));
  if (world === undefined) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
  return world;
}
