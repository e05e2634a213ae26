import { withOwnDeadline } from "#db/request-deadline.ts";
import type { ContextOf } from "#lib/account/users/roles.ts";
import type { SupportContext } from "#lib/account/worlds/context.ts";
import { findWorld } from "#lib/account/worlds/find.ts";
import { refreshReadiness } from "#lib/developer/readiness/read.ts";
import type { Readiness } from "#lib/developer/readiness/read.ts";
import { shareRead } from "#lib/platform/process/shared-reads.ts";

/** Always about the partner's development world. */
export async function readForPortal(ctx: ContextOf["developer"]): Promise<Readiness> {
  const { id } = await findWorld(ctx.world.partnerId, "development");
  return refresh(id, ctx.realTime);
}

export async function readForSupport(ctx: SupportContext, partnerId: string): Promise<Readiness> {
  const { id } = await findWorld(partnerId, "development");
  return refresh(id, ctx.now);
}

/** Each open page asks again every 15 seconds. */
function refresh(worldId: number, now: Date): Promise<Readiness> {
  return shareRead(`readiness ${worldId}`, () => withOwnDeadline(() => refreshReadiness(worldId, now)));
}
