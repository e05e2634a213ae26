import { z } from "zod";
import { productTypeNames } from "#lib/catalogue.ts";
import { wireInstant } from "#lib/wire.ts";

/** The public states of a claim (partner-api.md § Claim states). */
const claimStatuses = ["draft", "submitted", "in_progress", "pending_info", "closed", "rejected", "abandoned", "archived"] as const;

const claimTypes = ["theft", "break"] as const;

const claimSubtypes = ["total_theft", "partial_theft", "vandalism", "partial_break", "total_break", "failure"] as const;

/** What a document is to a claim: `mandatory` blocks submission, `expected` may delay processing, `optional` does nothing. */
const documentCategories = ["mandatory", "expected", "optional"] as const;

/** How far a document is (resolutions.md § 7). */
const documentStatuses = ["waiting_for", "to_verify", "accepted", "rejected"] as const;

/** What a settlement is (partner-api.md § Settlement). */
const settlementTypes = ["refund", "returned", "charge", "cancel"] as const;

/** The insured product, as it was when the claim was made. */
const claimProduct = z
  .object({
    type: z.enum(productTypeNames),
    subtype: z.string(),
    brand: z.string(),
    model: z.string(),
    productMarked: z.string(),
    internalId: z.string().nullable(),
    custom: z.record(z.string(), z.unknown()).meta({ description: "What else the partner noted of the product; values may be null." }),
  })
  .meta({ id: "ClaimProduct" });

/** Where it happened. */
const claimLocation = z
  .object({ address: z.string(), city: z.string(), country: z.string(), zipcode: z.string() })
  .meta({ id: "ClaimLocation" });

/** Whom it happened to. */
const claimInsured = z
  .object({
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string(),
    email: z.string().nullable(),
    company: z.string().nullable(),
  })
  .meta({ id: "ClaimInsured" });

/** A document in the list of a claim; its content is at `GET /claims/{claimId}/documents/{documentId}`. */
const entryDocument = z
  .object({
    id: z.string(),
    title: z.string(),
    mimeType: z.string().meta({ description: "Detected from the content of the file." }),
    refusalReason: z.string().nullable(),
    note: z.string().nullable(),
    uploadedAt: wireInstant,
  })
  .meta({ id: "ClaimEntryDocument" });

/** A document that a claim asks for, whether or not it is there. */
export const documentEntry = z
  .object({
    type: z.string(),
    category: z.enum(documentCategories),
    status: z.enum(documentStatuses),
    document: entryDocument.nullable().meta({ description: "The newest upload; null until there is one." }),
  })
  .meta({ id: "ClaimDocumentEntry" });
export type DocumentEntry = z.infer<typeof documentEntry>;

/** Money that goes to the insured or comes back (partner-api.md § Settlement). */
export const settlement = z
  .object({
    id: z.string(),
    type: z.enum(settlementTypes),
    amount: z.number().meta({ description: "In EUR." }),
    paymentAt: wireInstant.nullable().meta({ description: "Null while the payment is pending." }),
    createdAt: wireInstant,
  })
  .meta({ id: "Settlement" });
export type Settlement = z.infer<typeof settlement>;

/** A claim in full, as it is answered and as webhook payloads carry it (partner-api.md § Claim (detail)). */
export const claim = z
  .object({
    id: z.string(),
    claimId: z.string().nullable().meta({ description: "The insurer's identifier; null until the claim is submitted." }),
    userId: z.string().meta({ description: "The renter." }),
    status: z.enum(claimStatuses),
    canSubmit: z.boolean().meta({ description: "True when every mandatory document is there." }),
    type: z.enum(claimTypes),
    subtype: z.enum(claimSubtypes),
    claimAt: wireInstant.meta({ description: "When it happened." }),
    declarationAt: wireInstant.nullable().meta({ description: "When the claim was submitted." }),
    closedAt: wireInstant.nullable(),
    reopenedAt: wireInstant.nullable(),
    abandonedAt: wireInstant.nullable(),
    description: z.string(),
    contractId: z.string(),
    contractProductId: z.string(),
    product: claimProduct,
    location: claimLocation,
    insured: claimInsured,
    questions: z
      .record(z.string(), z.string())
      .meta({ description: "The answers to the questions of the subtype, and the partner's own." }),
    documentEntries: z.array(documentEntry),
    note: z.string().nullable(),
    settlements: z.array(settlement),
    createdAt: wireInstant,
    updatedAt: wireInstant,
  })
  .meta({ id: "Claim" });
export type WireClaim = z.infer<typeof claim>;
