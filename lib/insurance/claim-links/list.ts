import { and, desc, eq, isNull } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { db } from "#db/client.ts";
import type { Transaction } from "#db/client.ts";
import { claimLinks } from "#db/schema/claim-links.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { HandlerContext, StaffContext, TransactionContext, WorldContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { insertLink } from "#lib/insurance/claim-links/create.ts";
import { claimLinkBody } from "#lib/insurance/claim-links/schema.ts";
import type { ClaimLinkBody, MadeClaimLink, WireClaimLink, WireContractClaimLink } from "#lib/insurance/claim-links/schema.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import { findClaim, lockClaim, referenceForWrite } from "#lib/insurance/claims/find.ts";
import { findContract } from "#lib/insurance/contracts/find.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { NotFound, UserError } from "#lib/platform/errors/user-error.ts";

const maxListed = 100;

type Context = Pick<WorldContext, "world" | "realTime"> & TransactionContext;

/** The links of a claim, newest first, by either identifier of the claim; 2001 for an unknown claim. */
export async function listOfClaim({ world }: Context, id: string): Promise<WireClaimLink[]> {
  const claim = await findClaim({ id, world });
  if (claim === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  return (await findLinks(eq(claimLinks.claimId, claim.id))).map(serializeLink);
}

/** The links of a contract, newest first; 1051 for an unknown contract. */
export async function listOfContract({ world }: Context, cid: string): Promise<WireContractClaimLink[]> {
  await assertContract(world, cid);
  return (await findLinks(eq(claimLinks.cid, cid))).map(serializeContractLink);
}

/** Revokes a link of a claim; again changes nothing. 2001, 2005. */
export async function revokeOfClaim(ctx: Context, id: string, linkId: string): Promise<WireClaimLink> {
  const claim = await findClaim(referenceForWrite(ctx.world, id));
  if (claim === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  return transact(async (tx) => serializeLink(await revokeLink(tx, ctx, eq(claimLinks.claimId, claim.id), linkId)), ctx);
}

/** Revokes a link of a contract; again changes nothing. 1051, 2005. */
export async function revokeOfContract(ctx: Context, cid: string, linkId: string): Promise<WireContractClaimLink> {
  await assertContract(ctx.world, cid);
  return transact(async (tx) => serializeContractLink(await revokeLink(tx, ctx, eq(claimLinks.cid, cid), linkId)), ctx);
}

type Row = typeof claimLinks.$inferSelect;

function findLinks(ofSubject: SQL): Promise<Row[]> {
  return db.select().from(claimLinks).where(ofSubject).orderBy(desc(claimLinks.id)).limit(maxListed);
}

async function assertContract(world: WorldContext["world"], cid: string): Promise<void> {
  if ((await findContract(world, cid)) === undefined) throw new ApiError("CONTRACT_NOT_FOUND");
}

export async function revokeLink(
  tx: Transaction,
  { world, realTime }: Pick<Context, "world" | "realTime">,
  ofSubject: SQL,
  linkId: string,
): Promise<Row> {
  const isLink = and(ofSubject, eq(claimLinks.id, linkId), eq(claimLinks.worldId, world.id));
  await tx
    .update(claimLinks)
    .set({ revokedAt: realTime })
    .where(and(isLink, isNull(claimLinks.revokedAt)));
  const [link] = await tx.select().from(claimLinks).where(isLink);
  if (link === undefined) throw new ApiError("CLAIM_LINK_NOT_FOUND");
  return link;
}

export function serializeLink({ id, createdAt, expiresAt, openedAt, lastSeenAt, completedAt, revokedAt }: Row): WireClaimLink {
  return {
    id,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    openedAt: openedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

export function serializeContractLink(link: Row): WireContractClaimLink {
  return { ...serializeLink(link), draftId: link.claimId };
}

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
