import { eq } from "drizzle-orm";
import { db } from "#db/client.ts";
import { withPatience } from "#db/deadline.ts";
import { renters } from "#db/schema/partners.ts";
import { recordAudit } from "#lib/account/audit/record.ts";
import type { OperatorContext } from "#lib/account/worlds/context.ts";
import { eraseClaim, paymentUnderWay } from "#lib/developer/erasure/erase-claim.ts";
import { eraseContract } from "#lib/developer/erasure/erase-contract.ts";
import { accountInUse, eraseUser } from "#lib/developer/erasure/erase-user.ts";
import { findPerson } from "#lib/developer/erasure/find-person.ts";
import type { FoundPerson } from "#lib/developer/erasure/find-person.ts";
import { criteria } from "#lib/developer/erasure/requests.ts";
import { mentionsOf, redact } from "#lib/developer/erasure/rules/person.ts";
import type { Mentions } from "#lib/developer/erasure/rules/person.ts";
import { erased } from "#lib/developer/erasure/rules/wire.ts";
import { eraserOf, sweepMentions } from "#lib/developer/erasure/traces.ts";
import type { Subject, Traces } from "#lib/developer/erasure/traces.ts";
import { archiveDraft } from "#lib/insurance/claims/desk/archive-draft.ts";
import { finalStatuses } from "#lib/insurance/claims/schema.ts";
import { UserError } from "#lib/platform/errors/user-error.ts";

export interface ErasurePlan {
  contracts: string[];
  claims: string[];
  renters: string[];
  users: string[];
  traces: Traces;
  /** Why it cannot be done now, a sentence each. */
  hindrances: string[];
}

export interface ErasureRequest {
  email?: string | undefined;
  phone?: string | undefined;
  name?: string | undefined;
  contracts?: string[] | undefined;
}

/** Returns what `erasePerson` would erase and what prevents it; writes nothing. */
export async function planErasure(ctx: OperatorContext, request: ErasureRequest): Promise<ErasurePlan> {
  return withPatience(async () => {
    const person = await findPerson(ctx, criteria.parse(request));
    return describe(person, await sweepMentions(mentionsOf(person.values), subjectsOf(person)));
  });
}

/**
 * Erases the data of a person: names, addresses, documents and what was written about them. Contracts, claims and money stay, under
 * `[erased]`. Can be repeated: what makes the person found is erased last. Drafts of claims are archived
 * first. Throws a UserError, before anything is written, while a submitted claim, a contract or an account is open.
 */
export async function erasePerson(ctx: OperatorContext, request: ErasureRequest, reason: string): Promise<ErasurePlan> {
  return withPatience(async () => {
    const person = await findPerson(ctx, criteria.parse(request));
    const hindrances = hindrancesOf(person);
    if (hindrances.length > 0) {
      throw new UserError(hindrances.join("; "), { key: "erasureHindered", values: { why: hindrances.join(" · ") } });
    }
    const mentions = mentionsOf(person.values);
    assertNamesNobody(reason, mentions);
    for (const claim of person.claims) if (claim.status === "draft") await archiveDraft(ctx, claim, reason);
    const traces = await sweepMentions(mentions, subjectsOf(person), eraserOf(mentions));
    for (const contract of person.contracts) await eraseContract(ctx, contract, reason);
    for (const claim of person.claims) await eraseClaim(ctx, claim, reason);
    for (const { uid } of person.renters) await eraseContact(ctx, uid, reason);
    for (const user of person.users) await eraseUser(ctx, user, reason);
    return describe(person, traces);
  });
}

export function assertNamesNobody(reason: string, mentions: Mentions): void {
  if (redact(reason, mentions) === reason) return;
  throw new UserError("the reason names the person, and stays in the audit log: name the request instead", { key: "erasureReasonNames" });
}

/** The rental company stays; its new contact is entered in the console. */
async function eraseContact(ctx: OperatorContext, uid: string, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [renter] = await tx.select({ company: renters.company }).from(renters).where(eq(renters.uid, uid)).for("update");
    if (renter === undefined) return;
    const contact = { first_name: erased, last_name: erased, email: erased, phone_number: erased };
    await tx
      .update(renters)
      .set({ company: { ...renter.company, ...contact } })
      .where(eq(renters.uid, uid));
    await recordAudit(tx, ctx, { action: "person.erased", subjectId: uid, reason, details: { from: "renter" } });
  });
}

export function subjectsOf({ contracts, claims }: FoundPerson): Subject[] {
  return [
    ...contracts.map(({ cid, worldId }) => ({ worldId, ids: [cid] })),
    ...claims.map(({ id, claimId, worldId }) => ({ worldId, ids: claimId === null ? [id] : [id, claimId] })),
  ];
}

function describe(person: FoundPerson, traces: Traces): ErasurePlan {
  return {
    contracts: person.contracts.filter(({ erasedAt }) => erasedAt === null).map(({ cid }) => cid),
    claims: person.claims.map(({ id }) => id),
    renters: person.renters.map(({ uid }) => uid),
    users: person.users.map(({ id }) => id),
    traces,
    hindrances: hindrancesOf(person),
  };
}

function hindrancesOf({ contracts, claims, users }: FoundPerson): string[] {
  return [
    ...contracts.filter(({ status }) => status === "open").map(({ cid }) => `the contract ${cid} is open: the person is insured by it`),
    ...claims
      .filter(({ status }) => status !== "draft" && !finalStatuses.includes(status))
      .map(({ id, status }) => `the claim ${id} is ${status}`),
    ...claims.filter(({ isPaying }) => isPaying).map(({ id }) => paymentUnderWay(id).message),
    ...users.filter(({ disabledAt }) => disabledAt === null).map(({ email }) => accountInUse(email).message),
  ];
}
