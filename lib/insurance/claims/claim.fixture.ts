import type { Claim, ClaimDocument, ClaimSettlement } from "#lib/insurance/claims/claim.ts";
import { newId } from "#lib/platform/ids.ts";

const at = new Date("2027-01-05T09:00:00.000Z");

export function sampleClaim(changes: Partial<Claim> = {}): Claim {
  return {
    id: newId("claim"),
    claimId: "CLM-1",
    worldId: 1,
    uid: "renter",
    cid: "contract",
    cpid: "product",
    test: false,
    draftStatus: "matched",
    stage: null,
    status: "submitted",
    statusSince: at,
    canSubmit: true,
    type: "theft",
    subtype: "total_theft",
    claimAt: at,
    description: "The bike was locked to a rack in front of the shop and was gone the next morning.",
    product: {
      type: "bike",
      subtype: "electric",
      brand: "Moustache",
      model: "Lundi 27",
      productMarked: "BC-12345",
      internalId: null,
      custom: { colour: "red" },
    },
    location: { address: "1 rue Haute", city: "RENNES", country: "FR", zipcode: "35000" },
    insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "0299000000", email: "ada@people.example" },
    questions: { "Le vélo était-il attaché à un point fixe ?": true, "Le vélo est-il électrique ?": "false", "Couleur du vélo": "rouge" },
    entries: [
      { type: "Dépôt de plainte", category: "mandatory", requested: false },
      { type: "Photo des clés de l'antivol et de la batterie", category: "mandatory", requested: false },
      { type: "Contrat de location", category: "expected", requested: false },
    ],
    note: null,
    rejectionReason: null,
    cancelReason: null,
    handlerId: null,
    createdAt: at,
    updatedAt: at,
    submittedAt: at,
    closedAt: null,
    reopenedAt: null,
    abandonedAt: null,
    erasedAt: null,
    documents: [sampleDocument("Dépôt de plainte"), sampleDocument("Photo des clés de l'antivol et de la batterie", "image/jpeg")],
    settlements: [],
    ...changes,
  };
}

export function sampleDocument(type: string, mimeType = "application/pdf", changes: Partial<ClaimDocument> = {}): ClaimDocument {
  const id = newId("doc");
  return {
    id,
    type,
    title: type,
    mimeType,
    sizeBytes: 24_310,
    storageKey: `claims/${id}`,
    sha256: null,
    status: "to_verify",
    refusalReason: null,
    comment: null,
    createdAt: at,
    updatedAt: at,
    acceptedAt: null,
    refusedAt: null,
    ...changes,
  };
}

export function sampleRefund(changes: Partial<ClaimSettlement> = {}): ClaimSettlement {
  const id = newId("stl");
  return {
    id,
    type: "refund",
    amountCents: 12_000,
    paymentState: "approved",
    paymentAt: null,
    countedAt: null,
    withheldCents: null,
    reason: null,
    concerns: null,
    proposedBy: null,
    decidedBy: null,
    createdAt: at,
    ...changes,
  };
}
