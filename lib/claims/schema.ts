import { z } from "zod";
import { productTypeNames } from "#lib/catalogue.ts";
import { wireInstant } from "#lib/wire.ts";

/** The public states of a claim (partner-api.md § Claim states). */
export const claimStatuses = ["draft", "submitted", "in_progress", "pending_info", "closed", "rejected", "abandoned", "archived"] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

export const claimTypes = ["theft", "break"] as const;
export type ClaimType = (typeof claimTypes)[number];

export const claimSubtypes = ["total_theft", "partial_theft", "vandalism", "partial_break", "total_break", "failure"] as const;
export type ClaimSubtype = (typeof claimSubtypes)[number];

/** What a document is to a claim: `mandatory` blocks submission, `expected` may delay processing, `optional` does nothing. */
export const documentCategories = ["mandatory", "expected", "optional"] as const;
export type DocumentCategory = (typeof documentCategories)[number];

/** How far a document is (resolutions.md § 7). */
export const documentStatuses = ["waiting_for", "to_verify", "accepted", "rejected"] as const;
export type DocumentStatus = (typeof documentStatuses)[number];

/** What a settlement is (partner-api.md § Settlement). */
export const settlementTypes = ["refund", "returned", "charge", "cancel"] as const;
export type SettlementType = (typeof settlementTypes)[number];

const claimStatus = z.enum(claimStatuses).meta({ id: "ClaimStatus", description: "How far the claim is." });
export const claimType = z.enum(claimTypes).meta({ id: "ClaimType", description: "What happened." });
const claimSubtype = z
  .enum(claimSubtypes)
  .meta({ id: "ClaimSubtype", description: "What happened in detail; which ones there are depends on the type and the product." });
const documentCategory = z.enum(documentCategories).meta({
  id: "DocumentCategory",
  description: "`mandatory` blocks the submission until it is uploaded, `expected` may delay processing, `optional` has no effect.",
});
const documentStatus = z.enum(documentStatuses).meta({ id: "ClaimDocumentStatus", description: "How far the document is." });
const claimId = z.string().meta({ id: "ClaimId", description: "The insurer's identifier of a submitted claim.", examples: ["CLM-100042"] });

/** The insured product, as it was when the claim was made. */
export const claimProduct = z
  .object({
    type: z.enum(productTypeNames).meta({ description: "The product type." }),
    subtype: z.string().meta({ description: "The subtype of the product type." }),
    brand: z.string().meta({ description: "The brand." }),
    model: z.string().meta({ description: "The model." }),
    productMarked: z.string().meta({ description: "The marking or serial number." }),
    internalId: z.string().nullable().meta({ description: "The partner's own identifier; null where there is none." }),
    custom: z.record(z.string(), z.unknown()).meta({ description: "What else the partner noted of the product; values may be null." }),
  })
  .meta({ id: "ClaimProduct", description: "The insured product, as it was when the claim was made." });
export type ClaimProduct = z.infer<typeof claimProduct>;

/** Where it happened. */
export const claimLocation = z
  .object({
    address: z.string().meta({ description: "Street and number, or a description of the place." }),
    city: z.string().meta({ description: "The city." }),
    country: z.string().meta({ description: "The country." }),
    zipcode: z.string().meta({ description: "The zipcode." }),
  })
  .meta({ id: "ClaimLocation", description: "Where it happened." });
export type ClaimLocation = z.infer<typeof claimLocation>;

/** Whom it happened to. */
export const claimInsured = z
  .object({
    firstName: z.string().meta({ description: "First name." }),
    lastName: z.string().meta({ description: "Last name." }),
    phoneNumber: z.string().meta({ description: "Phone number." }),
    email: z.string().optional().meta({ description: "E-mail address; left out when it was not given." }),
    company: z.string().optional().meta({ description: "Company; left out when it was not given." }),
  })
  .meta({ id: "ClaimInsured", description: "Whom it happened to." });
export type ClaimInsured = z.infer<typeof claimInsured>;

/** What an upload answers of a document, and what a claim's entry shows of it. */
const entryDocument = z
  .object({
    id: z.string().meta({ description: "The document, for GET /claims/{claimId}/documents/{documentId}." }),
    title: z.string().meta({ description: "The title that the partner gave it." }),
    mimeType: z.string().meta({ description: "Detected from the content of the file." }),
    refusalReason: z.string().nullable().meta({ description: "Why the handler refused it; null otherwise." }),
    note: z.string().nullable().meta({ description: "The comment that came with the upload." }),
    uploadedAt: wireInstant.nullable().meta({ description: "When it was uploaded." }),
  })
  .meta({ id: "DocumentEntryDocument", description: "An uploaded document in the list of a claim." });

/** A document that a claim asks for, whether or not it is there. */
export const documentEntry = z
  .object({
    type: z.string().meta({ description: "What is asked for, in the words to upload it under." }),
    category: documentCategory,
    status: documentStatus,
    document: entryDocument.nullable().meta({ description: "The newest upload; null until there is one." }),
  })
  .meta({ id: "DocumentEntry", description: "A document that a claim asks for, whether or not it is there." });
export type DocumentEntry = z.infer<typeof documentEntry>;

/** An uploaded document as the upload answers it (partner-api.md § Claim document). */
export const uploadedDocument = z
  .object({
    id: entryDocument.shape.id,
    type: documentEntry.shape.type,
    title: entryDocument.shape.title,
    mimeType: entryDocument.shape.mimeType,
    status: documentStatus,
    refusalReason: entryDocument.shape.refusalReason,
    note: entryDocument.shape.note,
    uploadedAt: entryDocument.shape.uploadedAt,
  })
  .meta({ id: "ClaimDocument", description: "An uploaded document." });
export type WireUploadedDocument = z.infer<typeof uploadedDocument>;

/** A document with a link to its content (partner-api.md § Claim document). */
export const documentWithUrl = uploadedDocument
  .extend({
    createdAt: wireInstant.meta({ description: "When it was uploaded." }),
    updatedAt: wireInstant.meta({ description: "When it last changed." }),
    acceptedAt: wireInstant.nullable().meta({ description: "When the handler accepted it; null otherwise." }),
    refusedAt: wireInstant.nullable().meta({ description: "When the handler refused it; null otherwise." }),
    downloadUrl: z.string().meta({ description: "A link to the file that works without a key, for one hour." }),
    downloadUrlExpiresAt: wireInstant.meta({ description: "When the link stops working." }),
  })
  .meta({ id: "ClaimDocumentWithUrl", description: "An uploaded document with a link to its content." });
export type WireDocument = z.infer<typeof documentWithUrl>;

/** Money that goes to the insured or comes back (partner-api.md § Settlement). */
export const settlement = z
  .object({
    id: z.string().meta({ description: "The settlement's identifier." }),
    type: z.enum(settlementTypes).meta({
      id: "SettlementType",
      description:
        "`refund`: paid to the insured. `returned`: a refund whose transfer failed. `charge`: a levy such as a deductible. `cancel`: cancels an earlier settlement.",
    }),
    amount: z.number().meta({ description: "In EUR." }),
    paymentAt: wireInstant.nullable().meta({ description: "Null while the payment is pending." }),
    createdAt: wireInstant.meta({ description: "When it was created." }),
  })
  .meta({ id: "Settlement", description: "Money that goes to the insured or comes back." });
export type Settlement = z.infer<typeof settlement>;

/** A claim in a list (resolutions.md § 7, List). */
export const claimSummary = z
  .object({
    id: z.string().meta({ description: "The claim, from its creation on." }),
    claimId: claimId.nullable().meta({ description: "The insurer's identifier; null until the claim is submitted." }),
    userId: z.string().meta({ description: "The renter." }),
    status: claimStatus,
    canSubmit: z.boolean().meta({ description: "True when every mandatory document is uploaded." }),
    type: claimType,
    subtype: claimSubtype,
    claimAt: wireInstant.meta({ description: "When it happened." }),
    contractId: z.string().meta({ description: "The contract." }),
    contractProductId: z.string().nullable().meta({ description: "The contract product that it happened to." }),
    createdAt: wireInstant.meta({ description: "When the draft was created." }),
    updatedAt: wireInstant.meta({ description: "When the claim last changed." }),
  })
  .meta({ id: "ClaimSummary", description: "A claim in a list." });
export type WireClaimSummary = z.infer<typeof claimSummary>;

const pastInstant = (description: string) => wireInstant.nullable().meta({ description: `${description}; null until then.` });

/** A claim in full, as it is answered and as webhook payloads carry it (partner-api.md § Claim (detail)). */
export const claim = z
  .object({
    ...claimSummary.shape,
    declarationAt: wireInstant.meta({ description: "When the claim was submitted; while it is a draft, when it was created." }),
    closedAt: pastInstant("When it was closed or rejected"),
    reopenedAt: pastInstant("When it was reopened"),
    abandonedAt: pastInstant("When it was cancelled"),
    description: z.string().meta({ description: "What happened, in words." }),
    product: claimProduct.nullable().meta({ description: "The insured product, as it was when the claim was made." }),
    location: claimLocation,
    insured: claimInsured,
    questions: z
      .record(z.string(), z.union([z.string(), z.boolean()]))
      .meta({ description: "The answers to the questions of the subtype, and the partner's own, as they were sent." }),
    documentEntries: z.array(documentEntry).meta({ description: "The documents that the claim asks for." }),
    note: z.string().nullable().meta({ description: "What the handler notes for the partner." }),
    settlements: z.array(settlement).meta({ description: "The settlements, the oldest first." }),
  })
  .meta({ id: "ClaimResponse", description: "A claim in full." });
export type WireClaim = z.infer<typeof claim>;

/** What `GET /claims` answers beside `success` (resolutions.md § 7, List). */
export const claimList = z.object({
  data: z.array(claimSummary).meta({ description: "A page of the claims, newest first." }),
  pagination: z
    .object({
      total: z
        .int()
        .min(0)
        .meta({ description: "How many claims there are in all.", examples: [1] }),
      offset: z
        .int()
        .min(0)
        .meta({ description: "How many newer ones were left out.", examples: [0] }),
      limit: z
        .int()
        .min(0)
        .meta({ description: "How many claims the page has at most.", examples: [20] }),
    })
    .meta({ id: "ClaimPagination", description: "Where the page lies in the whole list." }),
});
export type WireClaimList = z.infer<typeof claimList>;

/** What `DELETE /claims/{id}` answers beside `success` (resolutions.md § 7, Cancel). */
export const claimCancellation = z.object({
  message: z.string().meta({ description: "What became of the claim, in English.", examples: ["The claim is archived."] }),
  data: z.object({ id: claimSummary.shape.id, status: claimStatus }).meta({
    id: "CancelledClaim",
    description: "The claim and its status.",
    examples: [{ id: "claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", status: "archived" }],
  }),
});
export type WireCancellation = z.infer<typeof claimCancellation>;

/** What `POST /claims/{id}/submit` answers as `data` (partner-api.md § Claims). */
export const claimSubmission = z
  .object({
    id: claimSummary.shape.id,
    claimId,
    status: claimStatus,
    canSubmit: claimSummary.shape.canSubmit,
    autoSubmitted: z.boolean().meta({ description: "True where an upload submitted the claim." }),
    submittedAt: wireInstant.meta({ description: "When it was submitted." }),
  })
  .meta({ id: "SubmittedClaim", description: "A claim that was submitted." });
export type WireSubmission = z.infer<typeof claimSubmission>;
