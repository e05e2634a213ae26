import { contractCreated, sampleCid, sampleCpid } from "#lib/developer/events/samples-contract.ts";
import type { DocumentEntry, Settlement, WireClaim } from "#lib/insurance/claims/schema.ts";

const photos = ["Photo du vélo dans son ensemble", "Photo de la casse (angle 1)", "Photo de la casse (angle 2)"] as const;
const papers = ["Contrat de location", "Facture de réparation"] as const;

const missing: readonly DocumentEntry[] = [
  ...photos.map((type) => ({ type, category: "mandatory", status: "waiting_for", note: null, document: null }) as const),
  ...papers.map((type) => ({ type, category: "expected", status: "waiting_for", note: null, document: null }) as const),
];

function withPhotos(count: number, status: DocumentEntry["status"]): DocumentEntry[] {
  return missing.map((entry, index) => (index < count ? { ...entry, status, document: photo(entry.type, index + 1) } : entry));
}

function photo(title: string, number: number): NonNullable<DocumentEntry["document"]> {
  return {
    id: `doc_01JD3W7Q8ZK5T9V0XR2M4N6P8${number}`,
    title,
    mimeType: "image/jpeg",
    refusalReason: null,
    note: null,
    uploadedAt: `2025-02-15T09:2${number}:00.000Z`,
  };
}

export const draftCreated: WireClaim = {
  id: "claim_01JD3W7Q8ZK5T9V0XR2M4N6P8A",
  claimId: null,
  userId: contractCreated.uid,
  status: "draft",
  canSubmit: false,
  type: "break",
  subtype: "partial_break",
  claimAt: "2025-02-14T17:30:00.000Z",
  declarationAt: "2025-02-15T09:12:00.000Z",
  closedAt: null,
  reopenedAt: null,
  abandonedAt: null,
  description: "Chute sur une plaque de verglas en descendant la rue : la roue avant est voilée et la fourche est tordue.",
  contractId: sampleCid,
  contractProductId: sampleCpid,
  product: {
    type: "bike",
    subtype: "electric",
    brand: "Moustache",
    model: "Lundi 27",
    productMarked: "BC-12345",
    internalId: "fleet-0042",
    custom: { colour: "red" },
  },
  location: { address: "14 montée de la Grande Côte", city: "LYON-1ER-ARRONDISSEMENT", country: "FR", zipcode: "69001" },
  insured: { firstName: "Ada", lastName: "Martin", phoneNumber: "+33612345678", email: "ada@example.com" },
  questions: {
    "Quels éléments du matériel sont cassés ?": "La roue avant et la fourche",
    "La casse est-elle due à un accident avec un tiers ?": false,
    "Avez-vous fait un constat avec le tiers ?": false,
    "La réparation est-elle effectuée en externe ?": false,
  },
  documentEntries: [...missing],
  note: null,
  settlements: [],
  createdAt: "2025-02-15T09:12:00.000Z",
  updatedAt: "2025-02-15T09:12:00.000Z",
};

export const documentUploaded: WireClaim = {
  ...draftCreated,
  documentEntries: withPhotos(1, "to_verify"),
  updatedAt: "2025-02-15T09:21:00.000Z",
};

export const draftReady: WireClaim = {
  ...draftCreated,
  canSubmit: true,
  documentEntries: withPhotos(photos.length, "to_verify"),
  updatedAt: "2025-02-15T09:23:00.000Z",
};

export const draftArchived: WireClaim = { ...draftCreated, status: "archived", updatedAt: "2025-02-15T10:00:00.000Z" };

export const claimCreated: WireClaim = {
  ...draftReady,
  claimId: "CLM-100042",
  status: "submitted",
  declarationAt: "2025-02-15T09:31:00.000Z",
  updatedAt: "2025-02-15T09:31:00.000Z",
};

export const claimStatusUpdated: WireClaim = { ...claimCreated, status: "in_progress", updatedAt: "2025-02-16T08:05:00.000Z" };

export const documentAccepted: WireClaim = {
  ...claimStatusUpdated,
  documentEntries: withPhotos(photos.length, "to_verify").map((entry, index) => (index === 0 ? { ...entry, status: "accepted" } : entry)),
  updatedAt: "2025-02-16T08:10:00.000Z",
};

export const documentRefused: WireClaim = {
  ...claimStatusUpdated,
  canSubmit: false,
  documentEntries: withPhotos(photos.length, "to_verify").map((entry, index) =>
    index === 1 && entry.document !== null
      ? { ...entry, status: "rejected", document: { ...entry.document, refusalReason: "La photo est floue." } }
      : entry,
  ),
  updatedAt: "2025-02-16T08:12:00.000Z",
};

export const documentRequested: WireClaim = {
  ...claimStatusUpdated,
  status: "pending_info",
  documentEntries: [
    ...claimStatusUpdated.documentEntries,
    {
      type: "Devis de réparation",
      category: "expected",
      status: "waiting_for",
      note: "Avec le détail des pièces et de la main-d'œuvre.",
      document: null,
    },
  ],
  updatedAt: "2025-02-16T08:20:00.000Z",
};

const refund: Settlement = {
  id: "stl_01JD3W7Q8ZK5T9V0XR2M4N6P81",
  type: "refund",
  amount: 186.4,
  paymentAt: null,
  paymentState: "approved",
  createdAt: "2025-02-24T10:00:00.000Z",
};
const paidRefund: Settlement = { ...refund, paymentAt: "2025-02-26T06:00:00.000Z", paymentState: "paid" };

export const settlementCreated: WireClaim = {
  ...claimStatusUpdated,
  documentEntries: withPhotos(photos.length, "accepted"),
  settlements: [refund],
  updatedAt: "2025-02-24T10:00:00.000Z",
};

export const claimClosed: WireClaim = {
  ...settlementCreated,
  status: "closed",
  closedAt: "2025-02-26T06:00:00.000Z",
  settlements: [paidRefund],
  updatedAt: "2025-02-26T06:00:00.000Z",
};

export const claimReopened: WireClaim = {
  ...claimClosed,
  status: "in_progress",
  closedAt: null,
  reopenedAt: "2025-03-01T09:15:00.000Z",
  updatedAt: "2025-03-01T09:15:00.000Z",
};

/** The transfer failed, and the refund is tried again. */
export const settlementReturned: WireClaim = {
  ...claimReopened,
  settlements: [
    { ...paidRefund, paymentState: "failed" },
    {
      ...refund,
      id: "stl_01JD3W7Q8ZK5T9V0XR2M4N6P82",
      type: "returned",
      paymentState: null,
      createdAt: "2025-03-01T09:15:00.000Z",
    },
    { ...refund, id: "stl_01JD3W7Q8ZK5T9V0XR2M4N6P83", createdAt: "2025-03-01T09:15:00.000Z" },
  ],
};

export const claimAbandoned: WireClaim = {
  ...claimStatusUpdated,
  status: "abandoned",
  abandonedAt: "2025-02-18T15:00:00.000Z",
  updatedAt: "2025-02-18T15:00:00.000Z",
};

export const claimRefused: WireClaim = {
  ...claimStatusUpdated,
  status: "rejected",
  closedAt: "2025-02-19T11:00:00.000Z",
  note: "Les dommages sont antérieurs au contrat.",
  updatedAt: "2025-02-19T11:00:00.000Z",
};
