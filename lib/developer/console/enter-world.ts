import type { SupportContext, World } from "#lib/account/worlds/context.ts";
import { findWorld } from "#lib/account/worlds/find.ts";
import type { Environment } from "#lib/platform/environments.ts";

/** The context of verbs that only read a world; logs go by real time. */
export interface ReadContext {
  world: World;
  realTime: Date;
}

/** Lets support read a partner's world as its owners do. NotFound for an unknown partner. */
export async function enterWorldToRead(
  ctx: SupportContext,
  { partnerId, environment }: { partnerId: string; environment: Environment },
): Promise<ReadContext> {
  return { world: await findWorld(partnerId, environment), realTime: ctx.now };
}
