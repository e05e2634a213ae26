import { sql } from "#db/client.ts";
import type { StaffContext } from "#lib/account/worlds/context.ts";
import { originOf } from "#lib/delivery/events/origin.ts";
import type { Claim } from "#lib/insurance/claims/claim.ts";
import type { ActionName } from "#lib/insurance/claims/desk/schema.ts";
import { auditActions } from "#lib/insurance/claims/desk/take-action.ts";
import { findClaim } from "#lib/insurance/claims/find.ts";
import type { ClaimEventType } from "#lib/insurance/claims/rules/change.ts";
import { NotFound } from "#lib/platform/errors/user-error.ts";
import type { Cents } from "#lib/platform/money/money.ts";

export interface ClaimStep {
  id: string;
  at: Date;
  /** `player`: a person of the partner who plays the insurer on a test claim. */
  by: { type: "staff" | "player"; name: string } | { type: "partner" } | { type: "insured" } | { type: "system" };
  /** The action of the audit log; null for actions of the partner. */
  action: string | null;
  /** The types of the documents that it was about. */
  documents: string[];
  /** The amount that it was about; null if there was none. */
  amountCents: Cents | null;
  /** The reason, or the text of the note. */
  reason: string | null;
  /** In the order in which the partner received them. */
  events: ClaimEventType[];
}

interface Entry {
  id: string;
  at: Date;
  action: string;
  reason: string | null;
  name: string | null;
  isPlayed: boolean;
  details: Partial<
    Record<"move" | "executionId" | "documentId" | "settlementId" | "type" | "happenedAt", string> & {
      amountCents: Cents;
      documents: { type: string }[];
    }
  >;
}

interface StoredDocument {
  id: string;
  type: string;
  at: Date;
}

const maxRead = 500;

/** Reads the history of a claim, newest first, merged from its events and its audit entries. */
export async function readDeskHistory(_ctx: StaffContext, idOrClaimId: string): Promise<ClaimStep[]> {
  const claim = await findClaim({ id: idOrClaimId, world: "any" });
  if (claim === undefined) throw new NotFound("there is no such claim", { key: "noClaim" });
  const most = sql.unsafe(String(maxRead));
  const [events, entries, documents] = await Promise.all([
    sql<{ id: string; at: Date; eventType: ClaimEventType; executionId: string | null }[]>`
      select id, created_at as at, event_type, execution_id from events
      where world_id = ${claim.worldId} and subject_id = ${claim.id} and not test order by id desc limit ${most}`,
    sql<Entry[]>`
      select a.id, a.at, a.action, a.reason, a.details, coalesce(u.name, a.actor ->> 'name') as name, a.actor ->> 'type' <> 'staff' as "isPlayed"
      from audit_entries a left join users u on u.id = a.actor ->> 'userId'
      where a.subject_id = ${claim.id} order by a.at desc, a.id desc limit ${most}`,
    sql<StoredDocument[]>`select id, type, created_at as at from claim_documents where claim_id = ${claim.id} order by id`,
  ]);
  const steps = new Map<string, ClaimStep>();
  for (const entry of entries) {
    const { executionId } = entry.details;
    const key = executionId === undefined ? `staff ${momentOf(entry).getTime()}` : `call ${executionId}`;
    // Payments that are marked as paid together have one instant; their events stand with the last of them.
    steps.set(steps.has(key) ? `${key} ${entry.id}` : key, stepOf(entry, claim, documents));
  }
  for (const { id, at, eventType, executionId } of events.toReversed()) {
    // An action writes its audit entry and its events with the same instant, or under the same execution id.
    const origin = originOf(executionId);
    const key = origin === null ? `staff ${at.getTime()}` : origin === "call" ? `call ${executionId}` : `${executionId} ${at.getTime()}`;
    const type = origin === "call" ? "partner" : origin === "link" ? "insured" : "system";
    const step: ClaimStep = steps.get(key) ?? {
      id,
      at,
      by: { type },
      action: null,
      documents: [],
      amountCents: null,
      reason: null,
      events: [],
    };
    // A sandbox's clock can be ahead of the audit log's.
    step.at = at;
    step.events.push(eventType);
    if (eventType === "v2.claim.document.uploaded") step.documents = uploadedAt(documents, at);
    if (eventType === "v2.claim.abandoned" || eventType === "v2.claim.draft.archived") step.reason = claim.cancelReason;
    steps.set(key, step);
  }
  return [...steps.values()].toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** By the clock of the claim's world. */
function momentOf({ at, details: { happenedAt } }: Entry): Date {
  return happenedAt === undefined ? at : new Date(happenedAt);
}

function stepOf(entry: Entry, { settlements }: Claim, documents: StoredDocument[]): ClaimStep {
  const { id, action, reason, name, isPlayed, details } = entry;
  const { move, documentId, settlementId, type, amountCents } = details;
  const settled = settlements.find((one) => one.id === settlementId)?.amountCents;
  const document = documents.find((one) => one.id === documentId)?.type ?? type;
  return {
    id,
    at: momentOf(entry),
    by: byOf(action, isPlayed, name ?? ""),
    action: move === undefined ? action : auditActions[move as ActionName],
    documents: document === undefined ? (details.documents ?? []).map((one) => one.type) : [document],
    amountCents: amountCents ?? settled ?? null,
    reason,
    events: [],
  };
}

/** Only links are made by a partner's people too; everything else that is not staff's is played in a sandbox. */
function byOf(action: string, isPlayed: boolean, name: string): ClaimStep["by"] {
  if (!isPlayed) return { type: "staff", name };
  return action.startsWith("claim.link") ? { type: "partner" } : { type: "player", name };
}

/** An upload has the instant of its event. */
function uploadedAt(documents: StoredDocument[], at: Date): string[] {
  return documents.filter((document) => document.at.getTime() === at.getTime()).map(({ type }) => type);
}
