import { findInsured } from "#lib/claims/find-insured.ts";
import type { CreateClaimBody } from "#lib/claims/requests.ts";
import { decideCreation } from "#lib/claims/rules/creation.ts";
import { emitClaim, insertClaim } from "#lib/claims/save.ts";
import type { WireClaim } from "#lib/claims/schema.ts";
import { serializeClaim } from "#lib/claims/serialize.ts";
import type { ApiContext } from "#lib/context.ts";
import { transact } from "#lib/events/transact.ts";
import { newId } from "#lib/ids.ts";

/** Creates a draft (partner-api.md § Claims, resolutions.md § 7, Create). */
export async function create(ctx: ApiContext, body: CreateClaimBody): Promise<WireClaim> {
  const { now, world } = ctx;
  const facts = await findInsured(world, body);
  const created = decideCreation(body, { ...facts, id: newId("claim"), now, worldId: world.id });
  return transact(async (tx) => {
    await insertClaim(tx, created.claim);
    await emitClaim(tx, ctx, created);
    return serializeClaim(created.claim);
  }, ctx);
}
