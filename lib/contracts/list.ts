import type { ApiContext } from "#lib/context.ts";
import { findContracts } from "#lib/contracts/find.ts";
import type { WireContract } from "#lib/contracts/schema.ts";
import { serializeContract } from "#lib/contracts/serialize.ts";
import { ApiError } from "#lib/errors.ts";
import { findAttached } from "#lib/renters/find-attached.ts";

/** A renter's contracts, newest first: 1012 without a uid, 9003 for a renter that is not attached (partner-api.md § Contracts). */
export async function list(
  ctx: ApiContext,
  { uid, test, skip, limit }: { uid?: string | undefined; test?: boolean | undefined; skip: number; limit: number },
): Promise<WireContract[]> {
  if (uid === undefined || uid === "") throw new ApiError("UID_MISSING");
  const [renter, contracts] = await Promise.all([findAttached(ctx.world, uid), findContracts(ctx.world, { uid, test, skip, limit })]);
  if (renter === undefined) throw new ApiError("UNAUTHORIZED_USER");
  return contracts.map(serializeContract);
}
