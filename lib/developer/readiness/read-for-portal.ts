import type { ContextOf } from "#lib/account/users/roles.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { findWorld } from "#lib/account/worlds/find.ts";
import { refreshReadiness } from "#lib/developer/readiness/read.ts";
import type { Readiness } from "#lib/developer/readiness/read.ts";

/** Always about the partner's development world. */
export async function readForPortal(ctx: ContextOf["owner"]): Promise<Readiness> {
  const { id } = await findWorld(ctx.world.partnerId, "development");
  return refreshReadiness(id, ctx.realTime);
}

export async function readForSupport(ctx: SupportContext, partnerId: string): Promise<Readiness> {
  const { id } = await findWorld(partnerId, "development");
  return refreshReadiness(id, ctx.now);
}
