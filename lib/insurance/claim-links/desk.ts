import { eq } from "drizzle-orm";
import { claimLinks } from "#db/schema/claim-links.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { HandlerContext, StaffContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { insertLink } from "#lib/insurance/claim-links/create.ts";
import { listOfClaim, revokeLink, serializeLink } from "#lib/insurance/claim-links/list.ts";
import { claimLinkBody } from "#lib/insurance/claim-links/requests.ts";
import type { ClaimLinkBody } from "#lib/insurance/claim-links/requests.ts";
import type { MadeClaimLink, WireClaimLink } from "#lib/insurance/claim-links/schema.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { findClaim, lockClaim } from "#lib/insurance/claims/find.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";

/** The settings that a handler can choose. Only partners can set `return_url`. */
export const linkOfDesk = claimLinkBody.pick({ language: true });

/** The links of a claim of any partner, newest first, by either identifier; throws NotFound. */
export async function listForDesk(ctx: StaffContext, idOrClaimId: string): Promise<WireClaimLink[]> {
  const { id, worldId } = await find(idOrClaimId);
  return listOfClaim({ world: { id: worldId }, realTime: ctx.now }, id);
}

/** Makes a link for the insured of a claim that waits for documents (rules/claim-links.md#make-8); throws a UserError if it does not. */
export async function createForDesk(ctx: HandlerContext, idOrClaimId: string, body: ClaimLinkBody): Promise<MadeClaimLink> {
  const { id, worldId } = await find(idOrClaimId);
  return transact(async (tx) => {
    const claim = await lockClaim(tx, { id, world: { id: worldId } });
    if (claim.status !== "pending_info") throw new UserError(`the claim is ${claim.status}`, { key: "claimChanged" });
    const maker = { world: { id: worldId }, executionId: null, realTime: ctx.now, actor: ctx.actor };
    const made = await insertLink(tx, maker, { claimId: id, cid: null, cpid: null }, body);
    await recordAudit(tx, ctx, { action: "claim.linkMade", subjectId: id, details: { link: made.id, expiresAt: made.expiresAt } });
    return made;
  });
}

/** Revokes a link of a claim, from any creator; repeating it changes nothing. 2005 for an unknown link. */
export async function revokeForDesk(ctx: HandlerContext, idOrClaimId: string, linkId: string): Promise<WireClaimLink> {
  const { id, worldId } = await find(idOrClaimId);
  return transact(async (tx) => {
    const link = await revokeLink(tx, { world: { id: worldId }, realTime: ctx.now }, eq(claimLinks.claimId, id), linkId);
    const isRevokedNow = link.revokedAt?.getTime() === ctx.now.getTime();
    if (isRevokedNow) await recordAudit(tx, ctx, { action: "claim.linkRevoked", subjectId: id, details: { link: linkId } });
    return serializeLink(link);
  });
}

async function find(idOrClaimId: string): Promise<Claim> {
  const claim = await findClaim({ id: idOrClaimId, world: "any" });
  if (claim === undefined) throw new NotFound("there is no such claim", { key: "noClaim" });
  return claim;
}
