import { z } from "zod";
import type { storedPaymentStates } from "#db/schema/enums.ts";
import {
  claimStatuses,
  claimSubtypes,
  claimTypes,
  documentCategories,
  documentStatuses,
  paymentStates,
  settlementTypes,
} from "#db/schema/enums.ts";
import { productType, contractId, userId } from "#lib/insurance/catalogue/schema.ts";
import { nextPage } from "#lib/platform/lists/paging.ts";
import { orNull, wireInstant, wireInstantOrNull } from "#lib/platform/wire/wire.ts";

export type ClaimStatus = (typeof claimStatuses)[number];

/** The statuses of claims that are over, unless a handler reopens them. */
export const finalStatuses: readonly ClaimStatus[] = ["closed", "rejected", "abandoned", "archived"];

export type ClaimType = (typeof claimTypes)[number];
export type ClaimSubtype = (typeof claimSubtypes)[number];

export type DocumentCategory = (typeof documentCategories)[number];

export type DocumentStatus = (typeof documentStatuses)[number];

export type SettlementType = (typeof settlementTypes)[number];

export type PaymentState = (typeof storedPaymentStates)[number];

const claimStatus = z.enum(claimStatuses).meta({
  id: "ClaimStatus",
  description:
    "The progress of the claim. `draft` may be edited, receive documents and be submitted; `pending_info` may receive documents; every other one is read-only.",
  examples: ["draft"],
});
export const claimType = z.enum(claimTypes).meta({ id: "ClaimType", description: "What happened.", examples: ["break"] });
export const claimSubtype = z.enum(claimSubtypes).meta({
  id: "ClaimSubtype",
  description: "What happened in detail; the accepted values depend on the type and the product.",
  examples: ["partial_break"],
});
export const documentCategory = z.enum(documentCategories).meta({
  id: "DocumentCategory",
  description: "`mandatory` blocks the submission until it is uploaded, `expected` may delay processing, `optional` has no effect.",
  examples: ["mandatory"],
});
const documentStatus = z.enum(documentStatuses).meta({
  id: "ClaimDocumentStatus",
  description: "The progress of the document: `waiting_for` until it is uploaded, `to_verify` until the handler accepts or refuses it.",
  examples: ["to_verify"],
});
const claimNumber = z.string().meta({ description: "The insurer's identifier of a submitted claim.", examples: ["CLM-100042"] });
export const claimId = claimNumber.meta({ id: "ClaimId" });

const claimProduct = z.object({
  type: productType,
  subtype: z.string().meta({ description: "The subtype of the product type.", examples: ["electric"] }),
  brand: z.string().meta({ description: "The brand.", examples: ["Moustache"] }),
  model: z.string().meta({ description: "The model.", examples: ["Lundi 27"] }),
  productMarked: z.string().meta({ description: "The marking or serial number.", examples: ["BC-12345"] }),
  internalId: z
    .string()
    .nullable()
    .meta({ description: "The partner's own identifier; null where there is none.", examples: ["fleet-0042"] }),
  custom: z.record(z.string(), z.unknown()).meta({ description: "The partner's other properties of the product; values may be null." }),
});
export type ClaimProduct = z.infer<typeof claimProduct>;

export const claimLocation = z
  .object({
    address: z
      .string()
      .meta({ description: "Street and number, or a description of the place.", examples: ["14 montée de la Grande Côte"] }),
    city: z.string().meta({ description: "The city.", examples: ["Lyon"] }),
    country: z.string().meta({ description: "The country.", examples: ["FR"] }),
    zipcode: z.string().meta({ description: "The zipcode.", examples: ["69001"] }),
  })
  .meta({ id: "ClaimLocation", description: "Where it happened." });
export type ClaimLocation = z.infer<typeof claimLocation>;

export const claimInsured = z
  .object({
    firstName: z.string().meta({ description: "First name.", examples: ["Ada"] }),
    lastName: z.string().meta({ description: "Last name.", examples: ["Martin"] }),
    phoneNumber: z.string().meta({ description: "Phone number.", examples: ["+33612345678"] }),
    email: z
      .string()
      .optional()
      .meta({ description: "E-mail address; left out when it was not given.", examples: ["ada@example.com"] }),
    company: z
      .string()
      .optional()
      .meta({ description: "Company; left out when it was not given.", examples: ["Vélos de la Seine"] }),
  })
  .meta({ id: "ClaimInsured", description: "The person it happened to." });
export type ClaimInsured = z.infer<typeof claimInsured>;

const entryDocument = z.object({
  id: z.string().meta({
    description: "The document, for GET /claims/{claimId}/documents/{documentId}.",
    examples: ["doc_01JD3W7Q8ZK5T9V0XR2M4N6P8A"],
  }),
  title: z.string().meta({ description: "The title that the partner gave it.", examples: ["Dépôt de plainte du 12 janvier"] }),
  mimeType: z.string().meta({ description: "Detected from the content of the file.", examples: ["application/pdf"] }),
  refusalReason: z
    .string()
    .nullable()
    .meta({ description: "Why the handler refused it; null otherwise.", examples: ["The date is not legible."] }),
  note: z
    .string()
    .nullable()
    .meta({ description: "The handler's note on what is asked for; null without one.", examples: ["With the stamp of the police."] }),
  uploadedAt: wireInstantOrNull.meta({ description: "When it was uploaded." }),
});

export const documentEntry = z
  .object({
    type: z.string().meta({ description: "What is requested; use this text as the type of the upload.", examples: ["Dépôt de plainte"] }),
    category: documentCategory,
    status: documentStatus,
    note: entryDocument.shape.note,
    document: orNull(entryDocument, { id: "DocumentEntryDocument", description: "The newest upload; null until there is one." }),
  })
  .meta({ id: "DocumentEntry", description: "A document that a claim asks for, uploaded or not." });
export type DocumentEntry = z.infer<typeof documentEntry>;

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

export const documentWithUrl = uploadedDocument
  .extend({
    createdAt: wireInstant.meta({ description: "When it was uploaded." }),
    updatedAt: wireInstant.meta({ description: "When it last changed." }),
    acceptedAt: wireInstantOrNull.meta({ description: "When the handler accepted it; null otherwise." }),
    refusedAt: wireInstantOrNull.meta({ description: "When the handler refused it; null otherwise." }),
    comment: z
      .string()
      .nullable()
      .meta({ description: "The comment that came with the upload; null without one.", examples: ["Page 2 is hard to read."] }),
    downloadUrl: z.string().meta({
      format: "uri",
      description: "A link to the file that works without a key, for one hour.",
      examples: ["https://api.covergate.example/files/doc_01JD3W7Q8ZK5T9V0XR2M4N6P8A?expires=1798797600000&signature=Zq3v"],
    }),
    downloadUrlExpiresAt: wireInstant.meta({ description: "When the link stops working." }),
  })
  .meta({ id: "ClaimDocumentWithUrl", description: "An uploaded document with a link to its content." });
export type WireDocument = z.infer<typeof documentWithUrl>;

export const settlement = z
  .object({
    id: z.string().meta({ description: "The settlement's identifier.", examples: ["stl_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] }),
    type: z.enum(settlementTypes).meta({
      id: "SettlementType",
      description:
        "`refund`: granted to the insured. `returned`: a refund whose transfer failed. `charge`: a deduction, such as a deductible, which is subtracted from the transfers of refunds. `cancel`: cancels an earlier settlement.",
      examples: ["refund"],
    }),
    amount: z.number().meta({ description: "In EUR.", examples: [186.4] }),
    paymentAt: wireInstantOrNull.meta({ description: "When it was transferred, or all of a deduction was withheld; null until then." }),
    // Not an enumeration: generators make no nullable ones.
    paymentState: z
      .string()
      .nullable()
      .meta({
        description: `The progress of a refund's payment: ${paymentStates.map((state) => `\`${state}\``).join(", ")}. It is \`failed\` where the transfer was returned. Null for the other types.`,
        examples: ["paid"],
      }),
    createdAt: wireInstant.meta({ description: "When it was created." }),
  })
  .meta({ id: "Settlement", description: "A refund or a deduction, or what undoes one." });
export type Settlement = z.infer<typeof settlement>;

export const claimSummary = z
  .object({
    id: z.string().meta({ description: "The claim, from its creation on.", examples: ["claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] }),
    claimId: claimNumber.nullable().meta({ description: "The insurer's identifier; null until the claim is submitted." }),
    userId: userId.meta({ description: "The renter." }),
    status: claimStatus,
    canSubmit: z
      .boolean()
      .meta({ description: "True when every mandatory document is uploaded and none of them was refused.", examples: [false] }),
    type: claimType,
    subtype: claimSubtype,
    claimAt: wireInstant.meta({ description: "When it happened." }),
    contractId: contractId.meta({ description: "The contract." }),
    contractProductId: z
      .string()
      .nullable()
      .meta({ description: "The contract product that it happened to.", examples: ["cpid_01JD3W7Q8ZK5T9V0XR2M4N6P8A"] }),
    createdAt: wireInstant.meta({ description: "When the draft was created." }),
    updatedAt: wireInstant.meta({ description: "When the claim last changed." }),
  })
  .meta({ id: "ClaimSummary", description: "A claim in a list." });
export type WireClaimSummary = z.infer<typeof claimSummary>;

const pastInstant = (description: string) => wireInstantOrNull.meta({ description: `${description}; null until then.` });

/** The claim in full, in answers and in webhook payloads (rules/claims.md#read-2). */
export const claim = z
  .object({
    ...claimSummary.shape,
    declarationAt: wireInstant.meta({ description: "When the claim was submitted; while it is a draft, when it was created." }),
    closedAt: pastInstant("When it was closed or rejected"),
    reopenedAt: pastInstant("When it was reopened"),
    abandonedAt: pastInstant("When it was cancelled"),
    description: z.string().meta({
      description: "What happened, in words.",
      examples: ["Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue."],
    }),
    product: orNull(claimProduct, { id: "ClaimProduct", description: "The insured product, as it was when the claim was created." }),
    location: claimLocation,
    insured: claimInsured,
    // Plain values are published as one schema of two types; a named union would become a model.
    questions: z.record(z.string(), z.union([z.string(), z.boolean()])).meta({
      description: "The answers to the questions of the subtype, and the partner's own, as they were sent: texts, or true and false.",
      examples: [{ "La casse est-elle due à un accident avec un tiers ?": false }],
    }),
    documentEntries: z.array(documentEntry).meta({ description: "The documents that the claim asks for." }),
    note: z
      .string()
      .nullable()
      .meta({ description: "The handler's note; once rejected, the reason.", examples: ["We have asked the workshop for the invoice."] }),
    settlements: z.array(settlement).meta({ description: "The settlements, the oldest first." }),
  })
  .meta({ id: "ClaimResponse", description: "A claim in full." });
export type WireClaim = z.infer<typeof claim>;

const whole = z.int().min(0);

/** The answer of `GET /claims` besides `success` (rules/claims.md#read-1). */
export const claimList = z.object({
  data: z.array(claimSummary).meta({ description: "A page of the claims, newest first." }),
  pagination: z
    .object({
      total: whole.meta({ description: "How many claims there are in all.", examples: [1] }),
      offset: whole.meta({ description: "How many newer claims `offset` skipped; 0 with `after`.", examples: [0] }),
      limit: whole.meta({ description: "How many claims the page has at most.", examples: [20] }),
      next: nextPage,
    })
    .meta({ id: "ClaimPagination", description: "The position of the page in the whole list." }),
});
export type WireClaimList = z.infer<typeof claimList>;

/** The answer of `DELETE /claims/{id}` besides `success` (rules/claims.md#cancel-2). */
export const claimCancellation = z.object({
  message: z.string().meta({ description: "What became of the claim, in English.", examples: ["The claim is archived."] }),
  data: z.object({ id: claimSummary.shape.id, status: claimStatus }).meta({
    id: "CancelledClaim",
    description: "The claim and its status.",
    examples: [{ id: "claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A", status: "archived" }],
  }),
});
export type WireCancellation = z.infer<typeof claimCancellation>;

export const claimSubmission = z
  .object({
    id: claimSummary.shape.id,
    claimId,
    status: claimStatus,
    canSubmit: z.boolean().meta({ description: "False: a claim is submitted once.", examples: [false] }),
    autoSubmitted: z.boolean().meta({ description: "True where an upload submitted the claim.", examples: [false] }),
    submittedAt: wireInstant.meta({ description: "When it was submitted." }),
  })
  .meta({ id: "SubmittedClaim", description: "A claim that was submitted." });
export type WireSubmission = z.infer<typeof claimSubmission>;
