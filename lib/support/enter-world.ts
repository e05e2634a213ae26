import type { StaffContext, World } from "#lib/context.ts";
import { findWorld } from "#lib/partners/find.ts";
import type { Environment } from "#lib/partners/schema.ts";
import type { ConsoleContext } from "#lib/users/contexts.ts";
import { assertSupport } from "#lib/users/guards.ts";

/** What the verbs that only read a world need of it; logs go by real time. */
export interface ReadContext {
  world: World;
  realTime: Date;
}

/** Lets support read a partner's world as its owners do (portal.md § Support side). NotFound for an unknown partner. */
export async function enterWorldToRead(
  ctx: StaffContext | ConsoleContext,
  { partnerId, environment }: { partnerId: string; environment: Environment },
): Promise<ReadContext> {
  assertSupport(ctx);
  return { world: await findWorld(partnerId, environment), realTime: ctx.now };
}
