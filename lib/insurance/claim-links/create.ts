import { createHash, randomBytes } from "node:crypto";
import type { Transaction } from "#db/client.ts";
import { claimLinks } from "#db/schema/claim-links.ts";
import type { Actor } from "#db/schema/security.ts";
import { networkOf } from "#lib/account/security-events/rules/network.ts";
import { consume, makeLimiter } from "#lib/account/users/limit-sign-in.ts";
import type { ApiContext, WorldContext } from "#lib/account/worlds/context.ts";
import { transact } from "#lib/delivery/events/transact.ts";
import { assertDeclarable, expiryOf } from "#lib/insurance/claim-links/rules/link.ts";
import { defaultHours } from "#lib/insurance/claim-links/schema.ts";
import type { ClaimLinkBody, ContractClaimLinkBody, MadeClaimLink } from "#lib/insurance/claim-links/schema.ts";
import { keepContract } from "#lib/insurance/claims/create.ts";
import { lockClaim, referenceForWrite } from "#lib/insurance/claims/find.ts";
import { assertTakesDocuments } from "#lib/insurance/claims/rules/upload.ts";
import { findContract } from "#lib/insurance/contracts/find.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { newId } from "#lib/platform/ids.ts";
import { ownAddress } from "#lib/platform/own-address.ts";

/** 160 bits (rules/claim-links.md#open-1). */
const tokenBytes = 20;

const tokenPattern = /^[\w-]{27}$/;

/** Requests with a token that opens nothing, from one network and minute (rules/claim-links.md#open-3). */
const perNetwork = makeLimiter("claim-link", 20, 60, {
  // Beyond the limit this instance answers without asking the database.
  inMemoryBlockOnConsumed: 21,
});

/** Files by one link and hour (rules/claim-links.md#send-3). */
const filesPerLink = makeLimiter("claim-link-files", 60, 3600);

/** Makes a link by which the insured sends the documents of a claim (rules/claim-links.md#make-1): 2001, 3001. */
export function createForClaim(ctx: ApiContext, id: string, body: ClaimLinkBody): Promise<MadeClaimLink> {
  return transact(async (tx) => (await insertForClaim(tx, ctx, id, body)).link, ctx);
}

/** The same within a transaction. */
export async function insertForClaim(
  tx: Transaction,
  ctx: ApiContext,
  id: string,
  body: ClaimLinkBody,
): Promise<{ claimId: string; link: MadeClaimLink }> {
  const claim = await lockClaim(tx, referenceForWrite(ctx.world, id));
  assertTakesDocuments(claim);
  return { claimId: claim.id, link: await insertLink(tx, ctx, { claimId: claim.id, cid: null, cpid: null }, body) };
}

/** Makes a link by which the insured declares a loss on a contract (rules/claim-links.md#make-4): 1051, 1330, 1052, 1008. */
export async function createForContract(ctx: ApiContext, cid: string, body: ContractClaimLinkBody): Promise<MadeClaimLink> {
  await assertContractDeclarable(ctx, cid, body);
  return transact((tx) => insertForContract(tx, ctx, cid, body), ctx);
}

export async function assertContractDeclarable(
  { world }: Pick<ApiContext, "world">,
  cid: string,
  { contract_product_id: cpid = null }: ContractClaimLinkBody,
): Promise<void> {
  const contract = await findContract(world, cid);
  if (contract === undefined) throw new ApiError("CONTRACT_NOT_FOUND");
  assertDeclarable(contract, cpid);
}

/** The same within a transaction, once it is known that a loss can be declared. */
export async function insertForContract(
  tx: Transaction,
  ctx: ApiContext,
  cid: string,
  body: ContractClaimLinkBody,
): Promise<MadeClaimLink> {
  await keepContract(tx, cid, "CONTRACT_NOT_FOUND");
  return insertLink(tx, ctx, { claimId: null, cid, cpid: body.contract_product_id ?? null }, body);
}

type Subject = Pick<typeof claimLinks.$inferInsert, "claimId" | "cid" | "cpid">;

/** The context that making a link needs. */
type Maker = Pick<ApiContext, "realTime" | "actor" | "sentFor"> & Pick<WorldContext, "world" | "executionId">;

export async function insertLink(
  tx: Transaction,
  { world, executionId, realTime, actor, sentFor }: Maker,
  subject: Subject,
  { language = "fr", expires_in_hours = defaultHours, return_url }: ClaimLinkBody,
): Promise<MadeClaimLink> {
  const token = newToken();
  const id = newId("link");
  const expiresAt = expiryOf(realTime, expires_in_hours);
  await tx.insert(claimLinks).values({
    ...subject,
    id,
    tokenHash: hashToken(token),
    worldId: world.id,
    language,
    returnUrl: return_url ?? null,
    createdBy: nameOf(sentFor ?? actor),
    executionId,
    createdAt: realTime,
    expiresAt,
  });
  return { id, url: ownAddress(`/claim/${token}`), expiresAt: expiresAt.toISOString() };
}

function nameOf(actor: Actor): string {
  switch (actor.type) {
    case "apiKey":
      return actor.keyId;
    case "user":
      return actor.userId;
    case "staff":
      return actor.userId ?? actor.name;
    case "system":
      return actor.job;
  }
}

/** Counts a request with a token that opens nothing; false above the limit. */
export function countUnknown(address: string): Promise<boolean> {
  return consume(perNetwork, networkOf(address));
}

/** Counts a file that came by a link; false above the limit. */
export function countFile(linkId: string): Promise<boolean> {
  return consume(filesPerLink, linkId);
}

/** False if the link has sent all the files of this hour, so that the next need not be read. */
export async function takesFiles(linkId: string): Promise<boolean> {
  const count = await filesPerLink.get(linkId);
  return count === null || count.remainingPoints > 0;
}

export function newToken(): string {
  return randomBytes(tokenBytes).toString("base64url");
}

export function isToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** A token is random enough for a plain hash. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
