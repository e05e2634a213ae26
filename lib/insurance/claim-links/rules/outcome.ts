import type { Claim, ClaimDocument, ClaimEntry } from "#lib/insurance/claims/claim.ts";
import { accountOf } from "#lib/insurance/claims/rules/account.ts";
import { documentOf, missingDocuments } from "#lib/insurance/claims/rules/change.ts";
import type { DocumentCategory } from "#lib/insurance/claims/schema.ts";
import type { Cents } from "#lib/platform/money/money.ts";

/** A paper or photo that the insured is asked for. */
export interface Step {
  type: string;
  /** A document that a claim handler requests is required, whatever the matrix says (rules/claim-links.md#open-6). */
  category: DocumentCategory;
  state: "waiting" | "refused" | "sent" | "accepted";
  /** The handler's reason for the refusal; null otherwise. */
  reason: string | null;
  /** The handler's note to the request; null without one. */
  note: string | null;
  /** The type of another document that is the same file, byte for byte (rules/claims.md#upload-11); null without one. */
  sameAs: string | null;
}

/** `documents`: some are asked for; `ready`: a draft that can be submitted as it is; `received`: nothing is left to do. */
type Stage = "documents" | "ready" | "received";

export interface Progress {
  stage: Stage;
  /** In the order in which they are asked for. */
  steps: Step[];
  /** The place of the step to show; undefined if none is left. */
  current: number | undefined;
  /** True if the current step's document submits the claim, or hands it back to the handler. */
  completes: boolean;
}

/** A transfer that was made to the insured, less deductions. */
export interface Payment {
  amountCents: Cents;
  paidAt: Date;
}

export interface Outcome {
  decision: "refused" | "accepted" | "settled" | "cancelled";
  /** Why it was refused; null for other decisions. */
  reason: string | null;
}

/** What the insured reads of the decision (rules/claim-links.md#open-7); undefined while there is none. */
export function outcomeOf({ status, rejectionReason, note, settlements }: Claim): Outcome | undefined {
  switch (status) {
    case "rejected":
      // Claims of earlier releases have the reason in the note.
      return { decision: "refused", reason: rejectionReason ?? note };
    case "closed":
      return { decision: "settled", reason: null };
    case "abandoned":
    case "archived":
      return { decision: "cancelled", reason: null };
    case "in_progress":
      return accountOf(settlements).transfers.length > 0 ? { decision: "accepted", reason: null } : undefined;
    case "draft":
    case "submitted":
    case "pending_info":
      return undefined;
  }
}

/** The transfers that were made, the oldest first. One that came back, or that deductions took up, is none. */
export function paymentsOf({ settlements }: Pick<Claim, "settlements">): Payment[] {
  return accountOf(settlements).transfers.flatMap(({ settlementId, state, amountCents }) => {
    const paidAt = settlements.find(({ id }) => id === settlementId)?.paymentAt ?? null;
    return state === "paid" && amountCents > 0 && paidAt !== null ? [{ amountCents, paidAt }] : [];
  });
}

/**
 * Returns the documents that the insured is asked for now. A draft asks for every document, and for the last mandatory one after the
 * expected ones: with it the claim is submitted, and takes no more. A claim that waits for information asks for the handler's requests.
 */
export function progressOf(claim: Claim, step: number | undefined): Progress {
  const { status } = claim;
  const entries =
    status === "draft" ? inOrder(claim.entries) : claim.entries.filter(({ requested }) => status === "pending_info" && requested);
  const steps = entries.map((entry) => stepOf(claim, entry));
  const missing = status === "draft" ? missingDocuments(claim) : steps.map(({ type }) => type);
  const stage: Stage = steps.length === 0 ? "received" : status === "draft" && missing.length === 0 ? "ready" : "documents";
  const current = currentStep(steps, step);
  const completes = current !== undefined && missing.length === 1 && missing[0] === steps[current]?.type;
  return { stage, steps, current, completes };
}

/** The step that was asked for, where it still takes a document; else the first one that waits. */
function currentStep(steps: readonly Step[], step: number | undefined): number | undefined {
  const isOpen = (place: number) => steps[place] !== undefined && steps[place].state !== "accepted";
  if (step !== undefined && isOpen(step)) return step;
  const first = steps.findIndex(({ state }) => state === "waiting" || state === "refused");
  return first === -1 ? undefined : first;
}

/** The place of the first step after this one that waits for a document; undefined for none. */
export function stepAfter({ steps }: Pick<Progress, "steps">, place: number): number | undefined {
  const next = steps.findIndex(({ state }, index) => index > place && (state === "waiting" || state === "refused"));
  return next === -1 ? undefined : next;
}

function inOrder(entries: readonly ClaimEntry[]): ClaimEntry[] {
  const mandatory = entries.filter(({ category }) => category === "mandatory");
  const others = entries.filter(({ category }) => category !== "mandatory");
  return [...mandatory.slice(0, -1), ...others, ...mandatory.slice(-1)];
}

function stepOf(claim: Claim, { type, category: usual, requested, note = null }: ClaimEntry): Step {
  const category = requested ? "mandatory" : usual;
  const document = documentOf(claim, type);
  if (document === undefined) return { type, category, state: "waiting", reason: null, note, sameAs: null };
  const states = { to_verify: "sent", accepted: "accepted", rejected: "refused" } as const;
  const isSame = ({ type: other, sha256 }: ClaimDocument) => other !== type && sha256 !== null && sha256 === document.sha256;
  const same = document.status === "to_verify" ? claim.documents.find(isSame) : undefined;
  return { type, category, state: states[document.status], reason: document.refusalReason, note, sameAs: same?.type ?? null };
}
