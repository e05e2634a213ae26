import type { ApiContext } from "#lib/context.ts";
import { ApiError } from "#lib/errors.ts";
import { findHistory } from "#lib/renewals/find.ts";
import type { Renewal } from "#lib/renewals/renewal.ts";
import type { WireRenewal } from "#lib/renewals/schema.ts";
import { serializeRenewal } from "#lib/renewals/serialize.ts";

/** One renewal of a contract; 5000 for any other (resolutions.md § 5). */
export function read(ctx: ApiContext, cid: string, arid: string): Promise<WireRenewal> {
  return readFirst(ctx, cid, (renewal) => renewal.arid === arid);
}

/** The renewal of a contract that is still to come; 5000 where there is none (resolutions.md § 5). */
export function readCurrent(ctx: ApiContext, cid: string): Promise<WireRenewal> {
  return readFirst(ctx, cid, ({ appliedAt, droppedAt }) => appliedAt === null && droppedAt === null);
}

async function readFirst(ctx: ApiContext, cid: string, isMeant: (renewal: Renewal) => boolean): Promise<WireRenewal> {
  const found = (await findHistory(ctx.world, cid)).find(isMeant);
  if (found === undefined) throw new ApiError("RENEWAL_NOT_FOUND");
  return serializeRenewal(found);
}
