import { sql } from "#db/client.ts";
import { joinOwner, ownerOfRow } from "#lib/account/partners/find-person.ts";
import type { Owner } from "#lib/account/partners/find-person.ts";
import type { PartnerContext } from "#lib/account/users/contexts.ts";
import type { ApiContext, StaffContext } from "#lib/account/worlds/context.ts";
import type { Claim, ClaimDocument, ClaimSettlement } from "#lib/insurance/claims/claim.ts";
import { readCover } from "#lib/insurance/claims/cover.ts";
import type { ClaimCover } from "#lib/insurance/claims/cover.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import { readObject } from "#lib/insurance/claims/insured-object.ts";
import { accountOf } from "#lib/insurance/claims/rules/account.ts";
import type { ClaimAccount } from "#lib/insurance/claims/rules/account.ts";
import { isProposal } from "#lib/insurance/claims/rules/actions-payments.ts";
import { allowedActions, requestableDocuments } from "#lib/insurance/claims/rules/actions.ts";
import type { AllowedAction } from "#lib/insurance/claims/rules/actions.ts";
import { requestedDocuments } from "#lib/insurance/claims/rules/change.ts";
import { restOfValue } from "#lib/insurance/claims/rules/insured-news.ts";
import type { InsuredObject } from "#lib/insurance/claims/rules/insured-news.ts";
import { weighRefund } from "#lib/insurance/claims/rules/refund.ts";
import type { RefundWarning } from "#lib/insurance/claims/rules/refund.ts";
import type { WireClaim } from "#lib/insurance/claims/schema.ts";
import { serializeClaim } from "#lib/insurance/claims/serialize.ts";
import { env } from "#lib/platform/env.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/** Reads a claim of the caller's world by its `id` or `claimId`; 2001 for any other (rules/claims.md#submit-4). */
export async function read({ world }: ApiContext, id: string): Promise<WireClaim> {
  const claim = await findClaim({ id, world });
  if (claim === undefined) throw new ApiError("CLAIM_NOT_FOUND");
  return serializeClaim(claim);
}

export interface ClaimDetail {
  wire: WireClaim;
  test: boolean;
  statusSince: Date;
  renter: string | null;
  cancelReason: string | null;
  requested: string[];
  account: ClaimAccount;
  /** Why amounts were deducted, by settlement. */
  reasons: Record<string, string>;
}

/** Reads a claim of this world in detail, by either identifier; throws NotFound. */
export async function readForPortal({ world }: Pick<PartnerContext, "world">, id: string): Promise<ClaimDetail> {
  const claim = await findForPortal(world, id);
  const [renter] = await sql<{ name: string }[]>`select company ->> 'company_name' as name from renters where uid = ${claim.uid}`;
  const { test, statusSince, cancelReason } = claim;
  return {
    wire: serializeClaim(claim),
    test,
    statusSince,
    renter: renter?.name ?? null,
    cancelReason,
    requested: requestedDocuments(claim),
    account: accountOf(claim.settlements),
    reasons: Object.fromEntries(claim.settlements.flatMap((one) => (one.reason === null || isProposal(one) ? [] : [[one.id, one.reason]]))),
  };
}

export async function findForPortal(world: PartnerContext["world"], id: string): Promise<Claim> {
  const claim = await findClaim({ id, world });
  if (claim === undefined) throw new NotFound(`there is no claim ${id}`, { key: "noClaim" });
  return claim;
}

/** Another current document with the same content, in a claim of the same environment. */
export interface SameFile {
  documentId: string;
  type: string;
  claim: Pick<Claim, "id" | "claimId">;
}

interface DeskDocument extends Omit<ClaimDocument, "storageKey" | "sha256"> {
  /** Those of the same claim first, then the newest. */
  sameFiles: SameFile[];
}

export interface DeskClaim extends Omit<Claim, "worldId" | "handlerId" | "documents"> {
  owner: Owner;
  renter: string;
  /** Null before a take-over, and for actions of the admin command. */
  handler: { id: string; name: string } | null;
  /** True if the reader is the handler. */
  yours: boolean;
  documents: DeskDocument[];
  /** With the names, not the ids, of who proposed a refund or a deduction and decided on it. */
  settlements: ClaimSettlement[];
  account: ClaimAccount;
  object: InsuredObject;
  /** The amount that may still be paid for the insured object; null if its value is unknown. */
  restCents: Cents | null;
  /** The reasons against any refund now, whatever its amount. */
  warnings: RefundWarning[];
  /** Null if the contract is gone. */
  cover: ClaimCover | null;
  /** Above this, what is paid for the insured object needs a second handler; null if nothing does. */
  fourEyesAboveCents: Cents | null;
  moves: AllowedAction[];
  requestable: string[];
}

/** Reads a claim of any partner with its allowed actions, by either identifier; throws NotFound. */
export async function readForDesk(ctx: StaffContext, idOrClaimId: string): Promise<DeskClaim> {
  const claim = await findClaim({ id: idOrClaimId, world: "any" });
  if (claim === undefined) throw new NotFound("there is no such claim", { key: "noClaim" });
  const { worldId, handlerId, documents, settlements, ...shown } = claim;
  const [cover, names, object, sameFiles] = await Promise.all([
    readCover(claim),
    readNames(settlements),
    readObject(claim),
    readSameFiles(claim),
  ]);
  const nameOf = (userId: string | null) => (userId === null ? null : (names.get(userId) ?? userId));
  const [around] = await sql<Pick<DeskClaim, "owner" | "renter" | "handler">[]>`
    select ${ownerOfRow} as owner, coalesce(r.company ->> 'company_name', ${claim.uid}) as renter,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as handler
    from (select ${worldId}::int as id) claimed ${joinOwner(sql`claimed.id`)}
      left join renters r on r.uid = ${claim.uid} left join users u on u.id = ${handlerId}::text`;
  if (around === undefined) throw new Error(`the world ${worldId} of ${claim.id} has no partner`);
  return {
    ...shown,
    ...around,
    yours: handlerId !== null && handlerId === ctx.actor.userId,
    documents: documents.map(({ storageKey: _kept, sha256: _hash, ...document }) => ({
      ...document,
      sameFiles: sameFiles.get(document.id) ?? [],
    })),
    settlements: settlements.map((one) => ({ ...one, proposedBy: nameOf(one.proposedBy), decidedBy: nameOf(one.decidedBy) })),
    account: accountOf(settlements),
    object,
    restCents: restOfValue(claim, object),
    warnings: weighRefund(claim, object, 0, null).warnings,
    cover: cover ?? null,
    fourEyesAboveCents: env.FOUR_EYES_ABOVE,
    moves: allowedActions(claim, { handlerId: ctx.actor.userId ?? null, fourEyesAboveCents: env.FOUR_EYES_ABOVE, object }),
    requestable: requestableDocuments(claim),
  };
}

const maxSameFiles = 10;

/** rules/claims.md#upload-11 */
async function readSameFiles({ id, worldId }: Claim): Promise<Map<string, SameFile[]>> {
  const rows = await sql<{ id: string; same: SameFile[] }[]>`
    select d.id, (
      select coalesce(json_agg(json_build_object('documentId', o.id, 'type', o.type, 'claim', json_build_object('id', o.claim, 'claimId', o.number))
        order by o.here desc, o.id desc), '[]')
      from (
        select s.id, s.type, c.id as claim, c.claim_id as number, s.claim_id = d.claim_id as here
        from claim_documents s join claims c on c.id = s.claim_id and c.world_id = ${worldId}
        where s.sha256 = d.sha256 and s.replaced_at is null and s.id <> d.id
        order by here desc, s.id desc limit ${maxSameFiles}
      ) o) as same
    from claim_documents d where d.claim_id = ${id} and d.replaced_at is null`;
  return new Map(rows.map(({ id: documentId, same }) => [documentId, same]));
}

async function readNames(settlements: readonly ClaimSettlement[]): Promise<Map<string, string>> {
  const ids = settlements.flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy]).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: string; name: string }[]>`select id, name from users where id = any(${ids}::text[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
