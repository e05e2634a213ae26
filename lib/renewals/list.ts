import type { ApiContext } from "#lib/context.ts";
import { findHistory } from "#lib/renewals/find.ts";
import type { WireRenewal } from "#lib/renewals/schema.ts";
import { serializeRenewal } from "#lib/renewals/serialize.ts";

/** The full history of a contract's renewals, newest first (partner-api.md § Automatic renewals). */
export async function list(ctx: ApiContext, cid: string): Promise<WireRenewal[]> {
  return (await findHistory(ctx.world, cid)).map(serializeRenewal);
}
