import { and, asc, eq, or } from "drizzle-orm";
import { db } from "#db/client.ts";
import { partners, renterAttachments, worlds } from "#db/schema/partners.ts";
import type { ActingContext, ApiContext, World } from "#lib/account/worlds/context.ts";
import type { Environment } from "#lib/platform/environments.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import { newId } from "#lib/platform/ids.ts";
import { momentOf } from "#lib/platform/time/clock.ts";

export type Partner = typeof partners.$inferSelect;

export async function findPartner(idOrName: string): Promise<Partner> {
  const [partner] = await db
    .select()
    .from(partners)
    .where(or(eq(partners.id, idOrName), eq(partners.name, idOrName)));
  if (partner === undefined) throw new NotFound(`there is no partner ${idOrName}`, { key: "noPartner" });
  return partner;
}

export async function listAttachedRenters(partnerId: string, environment: Environment): Promise<string[]> {
  const rows = await db
    .select({ uid: renterAttachments.renterUid })
    .from(renterAttachments)
    .innerJoin(worlds, eq(worlds.id, renterAttachments.worldId))
    .where(and(eq(worlds.partnerId, partnerId), eq(worlds.environment, environment)))
    .orderBy(asc(renterAttachments.renterUid));
  return rows.map(({ uid }) => uid);
}

export async function findWorld(partnerId: string, environment: Environment): Promise<World> {
  const [world] = await db
    .select({ id: worlds.id, partnerId: worlds.partnerId, environment: worlds.environment })
    .from(worlds)
    .where(and(eq(worlds.partnerId, partnerId), eq(worlds.environment, environment)));
  if (world === undefined) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
  return world;
}

/** The context of a person who acts for a partner, like its key. */
export async function enterWorld(ctx: ActingContext, partnerId: string, environment: Environment): Promise<ApiContext> {
  const [row] = await db
    .select({
      worldId: worlds.id,
      clockOffsetMs: worlds.clockOffsetMs,
      clockPausedAt: worlds.clockPausedAt,
      features: partners.features,
      openContractsLimit: partners.openContractsLimit,
      tariffId: partners.tariffId,
    })
    .from(worlds)
    .innerJoin(partners, eq(partners.id, worlds.partnerId))
    .where(and(eq(worlds.partnerId, partnerId), eq(worlds.environment, environment)));
  if (row === undefined) throw new NotFound(`there is no partner ${partnerId}`, { key: "noPartner" });
  const { worldId, clockOffsetMs, clockPausedAt, ...partner } = row;
  const clock = { offsetMs: clockOffsetMs, pausedAt: clockPausedAt };
  return {
    executionId: newId("exec"),
    ...momentOf(clock, ctx.now),
    actor: ctx.actor,
    address: ctx.address,
    world: { id: worldId, partnerId, environment },
    clock,
    partner,
  };
}
