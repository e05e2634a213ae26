import { findClaim } from "#lib/claims/find.ts";
import type { WireClaim } from "#lib/claims/schema.ts";
import { serializeClaim } from "#lib/claims/serialize.ts";
import type { ApiContext } from "#lib/context.ts";
import { ApiError } from "#lib/errors.ts";

/** One claim of the caller's world, by its `id` or its `claimId`; 2001 for any other (partner-api.md § Claims). */
export async function read({ world }: ApiContext, id: string): Promise<WireClaim> {
  const claim = await findClaim({ id, world });
  if (claim === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  return serializeClaim(claim);
}
