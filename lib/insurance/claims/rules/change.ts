import type { EventType } from "#lib/delivery/event-catalogue.ts";
import type { Claim, ClaimDocument, ClaimEntry, DraftStatus, UserClaimStage } from "#lib/insurance/claims/claim.ts";
import type { SubtypeMatrix } from "#lib/insurance/claims/rules/matrix.ts";
import type { ClaimStatus } from "#lib/insurance/claims/schema.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";
import { textKey } from "#lib/platform/text/characters.ts";
import { changedAt } from "#lib/platform/time/dates.ts";

/** The party that acts next on an open claim: we, the insured with documents, or the bank with a transfer. */
export type Turn = "ours" | "insured" | "bank";

/** How long each may take, in days. */
const daysFor = { takeOver: 2, decide: 5, pay: 2, documents: 14, transfer: 3 } as const;

export interface WaitingClaim {
  status: ClaimStatus;
  stage: UserClaimStage | null;
  statusSince: Date;
  /** When the oldest refund was approved that no run handed to the bank; null without one. */
  toPaySince: Date | null;
  /** When the oldest payment was handed to the bank that is not known to be executed; null without one. */
  atBankSince: Date | null;
}

type Documented = Pick<Claim, "entries"> & { documents: readonly Pick<ClaimDocument, "type" | "status">[] };

/** The documents that a claim needs, by the matrix and the answers (rules/claims.md#matrix-6). The first matching rule of a type counts. */
export function entriesFor({ documents }: SubtypeMatrix, answers: Readonly<Record<string, unknown>>): ClaimEntry[] {
  const entries = new Map<string, ClaimEntry>();
  for (const { type, category, when } of documents) {
    const holds = when.every(({ question, is }) => isYes(answers[question]) === is);
    if (holds && !entries.has(type)) entries.set(type, { type, category, requested: false });
  }
  return [...entries.values()];
}

/** Reads `true`, `"true"`, `false` or `"false"`; undefined for anything else. */
export function isYes(answer: unknown): boolean | undefined {
  if (answer === true || answer === "true") return true;
  return answer === false || answer === "false" ? false : undefined;
}

export function documentOf({ documents }: Pick<Claim, "documents">, type: string): ClaimDocument | undefined {
  return documents.find((document) => document.type === type);
}

export function entryOf({ entries }: Pick<Claim, "entries">, type: string): ClaimEntry | undefined {
  return entries.find((entry) => entry.type === type);
}

/** The mandatory documents that were not uploaded, or were refused and not uploaded again. */
export function missingDocuments(claim: Documented): string[] {
  return claim.entries
    .filter(
      ({ type, category }) => category === "mandatory" && !claim.documents.some((one) => one.type === type && one.status !== "rejected"),
    )
    .map(({ type }) => type);
}

export function requestedDocuments({ entries }: Pick<Claim, "entries">): string[] {
  return entries.filter(({ requested }) => requested).map(({ type }) => type);
}

const byStage: Record<UserClaimStage, ClaimStatus> = {
  waiting_for_tulip: "in_progress",
  waiting_for_payment: "in_progress",
  reopened: "in_progress",
  document_to_send: "pending_info",
  closed_paid: "closed",
  closed_rejected: "rejected",
  abandoned: "abandoned",
};

const byDraftStatus: Record<Exclude<DraftStatus, "matched">, ClaimStatus> = {
  unmatched: "draft",
  pending: "draft",
  abandonned: "archived",
};

/** Derives the public status from the two internal levels (rules/claims.md#states-2, #states-3). */
export function publicStatus({ draftStatus, stage }: Pick<Claim, "draftStatus" | "stage">): ClaimStatus {
  if (draftStatus !== "matched") return byDraftStatus[draftStatus];
  return stage === null ? "submitted" : byStage[stage];
}

export type ClaimEventType = Extract<EventType, `v2.claim.${string}`>;

export interface ClaimChange {
  claim: Claim;
  events: ClaimEventType[];
}

/** Completes a change: derives `canSubmit` and the statuses, and appends the event of a new public status. */
export function finishChange(before: Claim, changes: Partial<Claim>, events: readonly ClaimEventType[], now: Date): ClaimChange {
  const changed = { ...before, ...changes, updatedAt: changedAt(before.updatedAt, now) };
  const isComplete = missingDocuments(changed).length === 0;
  const isDraft = changed.draftStatus === "unmatched" || changed.draftStatus === "pending";
  const draftStatus = isDraft ? (isComplete ? "pending" : "unmatched") : changed.draftStatus;
  const status = publicStatus({ ...changed, draftStatus });
  const hasMoved = status !== before.status;
  return {
    claim: {
      ...changed,
      canSubmit: status === "draft" && isComplete,
      draftStatus,
      status,
      statusSince: hasMoved ? now : before.statusSince,
    },
    events: hasMoved ? [...events, "v2.claim.status.updated"] : [...events],
  };
}

/** Returns the type in the spelling of the claim (rules/claims.md#matrix-8), or as it was sent if the claim does not ask for it. */
export function spellType({ entries }: Pick<Claim, "entries">, sent: string): string {
  return entries.find(({ type }) => textKey(type) === textKey(sent))?.type ?? sent;
}

export function assertStatus(
  { status }: Pick<Claim, "status">,
  allowed: readonly ClaimStatus[],
  action: string,
  error: ErrorName = "CLAIM_STATUS_LOCKED",
): void {
  if (!allowed.includes(status)) {
    throw new ApiError(
      error,
      `the claim is ${status}: only one that is ${new Intl.ListFormat("en", { type: "disjunction" }).format(allowed)} can be ${action}`,
    );
  }
}

/** The days from the status of a claim to its due date; null where payments say it, or the claim is a draft or over. */
export function daysToAct({ status, stage }: Pick<WaitingClaim, "status" | "stage">): number | null {
  switch (status) {
    case "submitted":
      return daysFor.takeOver;
    case "pending_info":
      return daysFor.documents;
    case "in_progress":
      return stage === "waiting_for_payment" ? null : daysFor.decide;
    default:
      return null;
  }
}

/** Returns the next party to act and its due date; null for a claim that is a draft or over. */
export function turnOf({ status, stage, statusSince, toPaySince, atBankSince }: WaitingClaim): { turn: Turn; dueAt: Date } | null {
  const days = daysToAct({ status, stage });
  if (days !== null) return { turn: status === "pending_info" ? "insured" : "ours", dueAt: after(statusSince, days) };
  if (status !== "in_progress") return null;
  if (toPaySince === null && atBankSince !== null) return { turn: "bank", dueAt: after(atBankSince, daysFor.transfer) };
  return { turn: "ours", dueAt: after(toPaySince ?? statusSince, daysFor.pay) };
}

function after(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * 86_400_000);
}
