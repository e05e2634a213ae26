import type { Claim, ClaimDocument } from "#lib/insurance/claims/claim.ts";
import { submitDraft } from "#lib/insurance/claims/rules/actions.ts";
import { assertStatus, documentOf, finishChange, missingDocuments, requestedDocuments } from "#lib/insurance/claims/rules/change.ts";
import type { ClaimChange } from "#lib/insurance/claims/rules/change.ts";
import { fieldError } from "#lib/platform/errors/catalogue.ts";
import { quote } from "#lib/platform/wire/fields.ts";
import { nearestName } from "#lib/platform/wire/unknown-names.ts";

/** 3001 if the status takes no documents. */
export function assertTakesDocuments(claim: Pick<Claim, "status">): void {
  assertStatus(claim, ["draft", "pending_info"], "given documents", "CLAIM_NOT_EDITABLE");
}

/** The field of a document in an upload, such as `[2].type`; that of a single one stands alone (rules/errors.md#requests-8). */
export function fieldOfDocument(index: number, count: number, field: string): string {
  return count === 1 ? field : `[${index}].${field}`;
}

/** 3006 for types that the claim does not need, then 3005 for accepted documents. */
export function assertExpected(claim: Claim, types: readonly string[]): void {
  const known = claim.entries.map((entry) => entry.type);
  const at = (index: number) => fieldOfDocument(index, types.length, "type");
  for (const [index, type] of types.entries()) {
    if (known.includes(type)) continue;
    const meant = nearestName(type, known);
    const advice = meant === undefined ? "" : `; did you mean "${meant}"?`;
    throw fieldError(
      "INVALID_DOCUMENT_TYPE",
      at(index),
      `: the claim does not ask for ${quote(type)}${advice}; it asks for ${known.join(", ")}`,
    );
  }
  for (const [index, type] of types.entries()) {
    if (documentOf(claim, type)?.status !== "accepted") continue;
    throw fieldError("DOCUMENT_ALREADY_VALIDATED", at(index), `: "${type}" was accepted and cannot be replaced`);
  }
}

/** True for a draft that these types complete. */
export function isCompletedBy(claim: Claim, types: readonly string[]): boolean {
  return claim.status === "draft" && missingDocuments(claim).every((type) => types.includes(type));
}

/** Adds or replaces documents (rules/claims.md#upload-5, #upload-6). Submits a complete draft where `claimId` is given. */
export function addDocuments(
  claim: Claim,
  added: readonly ClaimDocument[],
  { claimId }: { claimId: string | undefined },
  now: Date,
): ClaimChange {
  assertTakesDocuments(claim);
  const types = added.map(({ type }) => type);
  assertExpected(claim, types);
  const documents = [...claim.documents.filter(({ type }) => !types.includes(type)), ...added];
  const entries = claim.entries.map((entry) => (types.includes(entry.type) ? { ...entry, requested: false } : entry));
  const isSupplied = claim.status === "pending_info" && requestedDocuments({ entries }).length === 0;
  const { claim: changed, events } = finishChange(
    claim,
    { documents, entries, ...(isSupplied && { stage: "waiting_for_tulip" }) },
    added.map(() => "v2.claim.document.uploaded" as const),
    now,
  );
  if (claim.status !== "draft" || !changed.canSubmit) return { claim: changed, events };
  if (claimId === undefined) return { claim: changed, events: claim.canSubmit ? events : [...events, "v2.claim.draft.ready"] };
  const submitted = submitDraft(changed, claimId, now);
  return { claim: submitted.claim, events: [...events, ...submitted.events] };
}
