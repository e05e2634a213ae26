import { sql } from "drizzle-orm";
import { bigint, boolean, check, foreignKey, index, integer, jsonb, pgSequence, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#db/schema/columns.ts";
import { contractProducts, contracts } from "#db/schema/contracts.ts";
import {
  claimStatuses,
  claimSubtypes,
  claimTypes,
  draftStatuses,
  reasonUses,
  settlementTypes,
  storedPaymentStates,
  uploadedStatuses,
  userClaimStages,
} from "#db/schema/enums.ts";
import type { documentCategories } from "#db/schema/enums.ts";
import { worlds } from "#db/schema/partners.ts";
import { users } from "#db/schema/users.ts";
import type { ClaimInsured, ClaimLocation, ClaimProduct } from "#lib/insurance/claims/schema.ts";
import type { Language } from "#lib/platform/i18n/locales.ts";

/** A document that the claim needs. */
interface ClaimEntry {
  type: string;
  category: (typeof documentCategories)[number];
  /** True from the handler's request until the upload. */
  requested: boolean;
  /** The handler's note to the request; claims of earlier releases lack the field. */
  note?: string | null;
}

/** The numbers in `claimId` (`CLM-100042`), drawn at submission. */
export const claimNumbers = pgSequence("claim_numbers", { startWith: 100_001 });

/** rules/claims.md#states-1 */
export const claims = pgTable(
  "claims",
  {
    id: text("id").primaryKey(),
    /** Null until the claim is submitted. */
    claimId: text("claim_id").unique(),
    worldId: integer("world_id")
      .notNull()
      .references(() => worlds.id),
    /** The renter. */
    uid: text("uid").notNull(),
    cid: text("cid")
      .notNull()
      .references(() => contracts.cid),
    cpid: text("cpid")
      .notNull()
      .references(() => contractProducts.cpid),
    test: boolean("test").notNull(),
    /** The two internal levels, and the public status derived by `publicStatus`, for lists. */
    draftStatus: text("draft_status", { enum: draftStatuses }).notNull(),
    stage: text("stage", { enum: userClaimStages }),
    status: text("status", { enum: claimStatuses }).notNull(),
    /** When the public status last changed. */
    statusSince: instant("status_since").notNull(),
    canSubmit: boolean("can_submit").notNull(),
    type: text("type", { enum: claimTypes }).notNull(),
    subtype: text("subtype", { enum: claimSubtypes }).notNull(),
    claimAt: instant("claim_at").notNull(),
    description: text("description").notNull(),
    product: jsonb("product").$type<ClaimProduct>().notNull(),
    location: jsonb("location").$type<ClaimLocation>().notNull(),
    insured: jsonb("insured").$type<ClaimInsured>().notNull(),
    questions: jsonb("questions").$type<Record<string, string | boolean>>().notNull(),
    /** The required documents in display order. */
    entries: jsonb("entries").$type<ClaimEntry[]>().notNull(),
    /** The handler's note to the partner. */
    note: text("note"),
    /** Why the insurer rejected it; null for claims that were never rejected, or by a release before the column. */
    rejectionReason: text("rejection_reason"),
    /** The partner's reason. */
    cancelReason: text("cancel_reason"),
    /** The operator's user who took the claim over. */
    handlerId: text("handler_id"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    submittedAt: instant("submitted_at"),
    closedAt: instant("closed_at"),
    reopenedAt: instant("reopened_at"),
    abandonedAt: instant("abandoned_at"),
    /** When the data of persons was erased (lib/developer/erasure). */
    erasedAt: instant("erased_at"),
  },
  (table) => [
    // The renter is in these two so that the API's list, which pages by number, reads no claim that it skips.
    index("claims_by_world").on(table.worldId, table.createdAt, table.id, table.uid),
    index("claims_by_renter").on(table.worldId, table.uid, table.createdAt, table.id),
    index("claims_by_renter_and_status").on(table.worldId, table.uid, table.status, table.createdAt, table.id),
    index("claims_by_status").on(table.worldId, table.status, table.createdAt, table.id, table.uid),
    index("claims_by_contract").on(table.cid, table.id),
    index("claims_by_contract_product").on(table.cpid),
    // Serves statements.
    index("claims_submitted_of_world")
      .on(table.worldId, table.submittedAt)
      .where(sql`${table.submittedAt} is not null`),
    // The desk's queue, over all partners and of one world.
    index("claims_queue_by_stage").on(table.test, table.status, table.stage, table.statusSince, table.id),
    index("claims_queue_of_world_by_stage").on(table.worldId, table.test, table.status, table.stage, table.statusSince, table.id),
    index("claims_queue_of_handler").on(table.handlerId, table.test, table.status, table.stage, table.statusSince, table.id),
    // Serves searches at the desk by the renter.
    index("claims_by_renter_of_any_world").on(table.uid, table.statusSince, table.id),
    check(
      "claims_status",
      sql`${table.status} in ('draft', 'submitted', 'in_progress', 'pending_info', 'closed', 'rejected', 'abandoned', 'archived')`,
    ),
    check("claims_submitted", sql`(${table.claimId} is null) = (${table.status} in ('draft', 'archived'))`),
  ],
);

/** Uploaded documents; a new upload replaces the one of the same type. */
export const claimDocuments = pgTable(
  "claim_documents",
  {
    id: text("id").primaryKey(),
    claimId: text("claim_id")
      .notNull()
      .references(() => claims.id),
    type: text("type").notNull(),
    title: text("title").notNull(),
    mimeType: text("mime_type").notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** The key in the object store. */
    storageKey: text("storage_key").notNull().unique(),
    /** The hash of the content; null for documents of releases before the column. */
    sha256: text("sha256"),
    status: text("status", { enum: uploadedStatuses }).notNull(),
    refusalReason: text("refusal_reason"),
    /** The uploader's; the column keeps its first name. */
    comment: text("note"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    acceptedAt: instant("accepted_at"),
    refusedAt: instant("refused_at"),
    replacedAt: instant("replaced_at"),
  },
  (table) => [
    uniqueIndex("claim_documents_current")
      .on(table.claimId, table.type)
      .where(sql`${table.replacedAt} is null`),
    index("claim_documents_by_claim").on(table.claimId, table.id),
    // Finds the same file in several documents.
    index("claim_documents_by_content")
      .on(table.sha256)
      .where(sql`${table.replacedAt} is null`),
    check("claim_documents_status", sql`${table.status} in ('to_verify', 'accepted', 'rejected')`),
    check("claim_documents_refusal", sql`(${table.status} = 'rejected') = (${table.refusalReason} is not null)`),
  ],
);

/**
 * Files that no document names: recorded before an upload and when a document is replaced, removed when a document names the file. A job
 * deletes the rest, so that no file outlives a crash.
 */
export const strayFiles = pgTable(
  "stray_files",
  { storageKey: text("storage_key").primaryKey(), since: instant("since").notNull() },
  (table) => [index("stray_files_since").on(table.since)],
);

/** Only a refund has a payment; a `charge` is a deduction from it (rules/settlements.md#deduct-1). */
export const settlements = pgTable(
  "settlements",
  {
    id: text("id").primaryKey(),
    claimId: text("claim_id")
      .notNull()
      .references(() => claims.id),
    type: text("type", { enum: settlementTypes }).notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    paymentState: text("payment_state", { enum: storedPaymentStates }),
    paymentAt: instant("payment_at"),
    /**
     * The time by which statements count a paid refund: the day of payment unless its month was closed; null before this column.
     * A `charge` of a release before that a closed month has counted has the time of its creation, until a payment withholds part of it;
     * then it has the time by which that payment counts, and is taken back by it. Null for any other.
     */
    countedAt: instant("counted_at"),
    /**
     * The amount that deductions took of a refund's transfer at the bank or paid, or that transfers have withheld of a `charge`; null
     * for a `charge` of a release before, which statements count at its creation.
     */
    withheldCents: bigint("withheld_cents", { mode: "number" }),
    /** The settlement that a `cancel` or `returned` refers to. */
    concerns: text("concerns"),
    /** Why a `charge` was made, which the partner reads; null for other types, and where an earlier release made it. */
    reason: text("reason"),
    /** The handler who proposed a refund or a deduction that needs a second one; null for others, and at the admin command. */
    proposedBy: text("proposed_by"),
    /** The second handler, who approved or declined it. */
    decidedBy: text("decided_by"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("settlements_by_claim").on(table.claimId, table.id),
    // Serve statements, which count payments and the rest by month.
    index("settlements_by_payment")
      .on(table.paymentAt)
      .where(sql`${table.type} = 'refund'`),
    index("settlements_by_counting")
      .on(sql`coalesce(${table.countedAt}, ${table.paymentAt})`)
      .where(sql`${table.type} = 'refund'`),
    index("settlements_by_time")
      .on(table.createdAt)
      .where(sql`${table.type} <> 'refund'`),
    foreignKey({ columns: [table.concerns], foreignColumns: [table.id], name: "settlements_concerns" }),
    // A settlement is cancelled or returned once.
    uniqueIndex("settlements_concerned_once").on(table.concerns),
    uniqueIndex("settlements_one_proposal")
      .on(table.claimId)
      .where(sql`${table.paymentState} = 'pending_approval'`),
    check("settlements_two_people", sql`${table.decidedBy} <> ${table.proposedBy}`),
    check("settlements_amount", sql`${table.amountCents} > 0`),
    check("settlements_type", sql`${table.type} in ('refund', 'returned', 'charge', 'cancel')`),
    // A deduction has a state while a second handler has yet to approve it, and when it is declined.
    check(
      "settlements_payment",
      sql`case ${table.type} when 'refund' then ${table.paymentState} is not null
        when 'charge' then coalesce(${table.paymentState}, 'declined') in ('pending_approval', 'declined') else ${table.paymentState} is null end`,
    ),
    check("settlements_withheld", sql`${table.withheldCents} between 0 and ${table.amountCents}`),
    check(
      "settlements_payment_state",
      sql`${table.paymentState} in ('pending_approval', 'approved', 'executing', 'paid', 'failed', 'cancelled', 'declined')`,
    ),
  ],
);

/** Internal notes of staff on a claim; never on the wire, and never overwritten. */
export const claimNotes = pgTable(
  "claim_notes",
  {
    id: text("id").primaryKey(),
    claimId: text("claim_id")
      .notNull()
      .references(() => claims.id),
    authorId: text("author_id")
      .notNull()
      .references(() => users.id),
    text: text("text").notNull(),
    /** Real time. */
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("claim_notes_by_claim").on(table.claimId, table.id)],
);

/** Texts that handlers choose from where they write to the insured. */
export const reasonTemplates = pgTable(
  "reason_templates",
  {
    id: text("id").primaryKey(),
    use: text("use", { enum: reasonUses }).notNull(),
    language: text("language").$type<Language>().notNull(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    changedBy: text("changed_by")
      .notNull()
      .references(() => users.id),
    changedAt: instant("changed_at").notNull(),
  },
  (table) => [
    uniqueIndex("reason_templates_title").on(table.use, table.language, table.title),
    check("reason_templates_use", sql`${table.use} in ('requestDocument', 'refuseDocument', 'rejectClaim')`),
    check("reason_templates_language", sql`${table.language} in ('en', 'fr')`),
  ],
);
