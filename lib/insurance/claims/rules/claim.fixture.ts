import type { Claim, ClaimDocument, ClaimSettlement } from "#lib/insurance/claims/claim.ts";
import type { CreateClaimBody } from "#lib/insurance/claims/requests.ts";
import { entriesFor } from "#lib/insurance/claims/rules/change.ts";
import { matrixOf } from "#lib/insurance/claims/rules/matrix.ts";
import { ApiError } from "#lib/platform/errors/catalogue.ts";
import type { ErrorName } from "#lib/platform/errors/catalogue.ts";

const createdAt = new Date("2027-02-15T09:12:00.000Z");
export const now = new Date("2027-02-16T08:05:00.000Z");

export const mandatoryTypes = ["Photo du vélo dans son ensemble", "Photo de la casse (angle 1)", "Photo de la casse (angle 2)"];

export const sampleClaimBody: CreateClaimBody = {
  userId: "renter-lyon",
  contractId: "cid_1",
  contractProductId: "cpid_1",
  type: "break",
  subtype: "partial_break",
  claimAt: "2027-02-14T17:30:00Z",
  description: "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
  questions: {
    "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
    "La casse est-elle due à un accident avec un tiers ?": false,
    "Avez-vous fait un constat avec le tiers ?": "false",
    "La réparation est-elle effectuée en externe ?": false,
  },
  insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678" },
  location: { address: "14 montée de la Grande Côte", city: "Lyon", country: "FR", zipcode: "69001" },
};

export function makeDraft(changes: Partial<Claim> = {}): Claim {
  const questions = { ...sampleClaimBody.questions, "Avez-vous fait un constat avec le tiers ?": false } as Claim["questions"];
  const matrix = matrixOf("bike")?.partial_break ?? { questions: [], documents: [] };
  return {
    id: "claim_1",
    claimId: null,
    worldId: 1,
    uid: sampleClaimBody.userId,
    cid: sampleClaimBody.contractId,
    cpid: sampleClaimBody.contractProductId,
    test: true,
    draftStatus: "unmatched",
    stage: null,
    status: "draft",
    statusSince: createdAt,
    canSubmit: false,
    type: "break",
    subtype: "partial_break",
    claimAt: new Date(sampleClaimBody.claimAt),
    description: sampleClaimBody.description,
    product: {
      type: "bike",
      subtype: "electric",
      brand: "Moustache",
      model: "Lundi 27",
      productMarked: "BC-1",
      internalId: null,
      custom: {},
    },
    location: sampleClaimBody.location,
    insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678" },
    questions,
    entries: entriesFor(matrix, questions),
    note: null,
    rejectionReason: null,
    cancelReason: null,
    handlerId: null,
    createdAt,
    updatedAt: createdAt,
    submittedAt: null,
    closedAt: null,
    reopenedAt: null,
    abandonedAt: null,
    erasedAt: null,
    documents: [],
    settlements: [],
    ...changes,
  };
}

export function makeDocument(type: string, changes: Partial<ClaimDocument> = {}): ClaimDocument {
  return {
    id: `doc of ${type}`,
    type,
    title: type,
    mimeType: "image/jpeg",
    sizeBytes: 1000,
    storageKey: `key of ${type}`,
    sha256: null,
    status: "to_verify",
    refusalReason: null,
    comment: null,
    createdAt,
    updatedAt: createdAt,
    acceptedAt: null,
    refusedAt: null,
    ...changes,
  };
}

export function makeRefund(changes: Partial<ClaimSettlement> = {}): ClaimSettlement {
  return {
    id: "stl_1",
    type: "refund",
    amountCents: 18_640,
    paymentState: "approved",
    paymentAt: null,
    countedAt: null,
    withheldCents: null,
    reason: null,
    concerns: null,
    proposedBy: null,
    decidedBy: null,
    createdAt,
    ...changes,
  };
}

/** The name of the error that `decide` throws; undefined if it succeeds. */
export function errorOf(decide: () => unknown): ErrorName | undefined {
  try {
    decide();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.errorName;
    throw error;
  }
}
