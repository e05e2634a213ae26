import type { ApiContext } from "#lib/context.ts";
import { findContract } from "#lib/contracts/find.ts";
import type { WireContract } from "#lib/contracts/schema.ts";
import { serializeContract } from "#lib/contracts/serialize.ts";
import { ApiError } from "#lib/errors.ts";

/** One contract of the caller's world; 1051 for any other (partner-api.md § Contracts). */
export async function read(ctx: ApiContext, cid: string): Promise<WireContract> {
  const contract = await findContract(ctx.world, cid);
  if (contract === undefined) throw new ApiError("CONTRACT_NOT_FOUND");
  return serializeContract(contract);
}
