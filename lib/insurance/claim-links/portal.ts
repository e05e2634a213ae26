import { eq } from "drizzle-orm";
import { claimLinks } from "#db/schema/claim-links.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { assertContractDeclarable, insertForClaim, insertForContract } from "#lib/insurance/claim-links/create.ts";
import { revokeLink, serializeContractLink, serializeLink } from "#lib/insurance/claim-links/list.ts";
import { mayManageLinks } from "#lib/insurance/claim-links/rules/may-manage-links.ts";
import { claimLinkBody } from "#lib/insurance/claim-links/schema.ts";
import type { ClaimLinkBody, MadeClaimLink, WireClaimLink, WireContractClaimLink } from "#lib/insurance/claim-links/schema.ts";
import { findClaim, referenceForWrite } from "#lib/insurance/claims/find.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

/** The settings that a person can choose. Only the partner's own system can set `return_url`. */
export const linkOfPortal = claimLinkBody.pick({ language: true, expires_in_hours: true }).strict();

/** Makes a link for the insured of a claim, audited (rules/claim-links.md#make-7); 2001, 3001. */
export function createInPortal(ctx: PartnerContext, id: string, body: Omit<ClaimLinkBody, "return_url">): Promise<MadeClaimLink> {
  assertManagesLinks(ctx);
  return transact(async (tx) => {
    const { claimId, link } = await insertForClaim(tx, ctx, id, body);
    const details = { environment: ctx.world.environment, link: link.id, expiresAt: link.expiresAt };
    await recordAudit(tx, ctx, { action: "claim.linkMade", subjectId: claimId, details });
    return link;
  }, ctx);
}

/** Revokes a link of a claim, audited; again changes nothing. 2001, 2005. */
export async function revokeInPortal(ctx: PartnerContext, id: string, linkId: string): Promise<WireClaimLink> {
  assertManagesLinks(ctx);
  const claim = await findClaim(referenceForWrite(ctx.world, id));
  if (claim === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  return transact(async (tx) => {
    const link = await revokeLink(tx, ctx, eq(claimLinks.claimId, claim.id), linkId);
    if (link.revokedAt?.getTime() === ctx.realTime.getTime()) {
      const details = { environment: ctx.world.environment, link: linkId };
      await recordAudit(tx, ctx, { action: "claim.linkRevoked", subjectId: claim.id, details });
    }
    return serializeLink(link);
  }, ctx);
}

/** Makes a link by which the insured declares a loss on a contract, audited; 1051, 1052, 1008. */
export async function createOfContractInPortal(
  ctx: PartnerContext,
  cid: string,
  body: Omit<ClaimLinkBody, "return_url">,
): Promise<MadeClaimLink> {
  assertManagesLinks(ctx);
  await assertContractDeclarable(ctx, cid, body);
  return transact(async (tx) => {
    const link = await insertForContract(tx, ctx, cid, body);
    const details = { environment: ctx.world.environment, link: link.id, expiresAt: link.expiresAt };
    await recordAudit(tx, ctx, { action: "contract.linkMade", subjectId: cid, details });
    return link;
  }, ctx);
}

/** Revokes a link of a contract, audited; again changes nothing. 2005. */
export function revokeOfContractInPortal(ctx: PartnerContext, cid: string, linkId: string): Promise<WireContractClaimLink> {
  assertManagesLinks(ctx);
  return transact(async (tx) => {
    const link = await revokeLink(tx, ctx, eq(claimLinks.cid, cid), linkId);
    if (link.revokedAt?.getTime() === ctx.realTime.getTime()) {
      const details = { environment: ctx.world.environment, link: linkId };
      await recordAudit(tx, ctx, { action: "contract.linkRevoked", subjectId: cid, details });
    }
    return serializeContractLink(link);
  }, ctx);
}

function assertManagesLinks({ user, world }: PartnerContext): void {
  if (mayManageLinks(user.role, world.environment)) return;
  throw new UserError("only owners make and revoke links in Production", { key: "productionLinksByOwners" });
}
