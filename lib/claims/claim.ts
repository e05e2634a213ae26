import type {
  ClaimInsured,
  ClaimLocation,
  ClaimProduct,
  ClaimStatus,
  ClaimSubtype,
  ClaimType,
  DocumentCategory,
  DocumentStatus,
  SettlementType,
} from "#lib/claims/schema.ts";
import type { Cents } from "#lib/money.ts";

/** The draft's side of a claim: `matched` once the insurer has a claim of its own for it. The spelling is the insurer's. */
export type DraftStatus = "unmatched" | "pending" | "matched" | "abandonned";

/** How far the insurer is with a submitted claim; null until a handler took it over (partner-api.md § Claim states, rule 4). */
export type UserClaimStage =
  | "waiting_for_tulip"
  | "document_to_send"
  | "waiting_for_payment"
  | "reopened"
  | "closed_paid"
  | "closed_rejected"
  | "abandoned";

/** How far the payment of a refund is (resolutions.md § 7). `cancelled`: the refund was cancelled before it was paid. */
export type PaymentState = "pending_approval" | "approved" | "executing" | "paid" | "failed" | "cancelled";

export interface ClaimEntry {
  type: string;
  category: DocumentCategory;
  /** True while the handler waits for it: from the request to the upload. */
  requested: boolean;
}

export interface ClaimDocument {
  id: string;
  type: string;
  title: string;
  mimeType: string;
  sizeBytes: number;
  storageKey: string;
  status: Exclude<DocumentStatus, "waiting_for">;
  refusalReason: string | null;
  note: string | null;
  createdAt: Date;
  updatedAt: Date;
  acceptedAt: Date | null;
  refusedAt: Date | null;
}

/** A settlement, in the order in which they were made. */
export interface ClaimSettlement {
  id: string;
  type: SettlementType;
  amountCents: Cents;
  paymentState: PaymentState | null;
  paymentAt: Date | null;
  concerns: string | null;
  createdAt: Date;
}

/** A claim as rules and verbs see it; serialize.ts turns it into what the API answers. */
export interface Claim {
  id: string;
  claimId: string | null;
  worldId: number;
  uid: string;
  cid: string;
  cpid: string;
  test: boolean;
  draftStatus: DraftStatus;
  stage: UserClaimStage | null;
  status: ClaimStatus;
  statusSince: Date;
  canSubmit: boolean;
  type: ClaimType;
  subtype: ClaimSubtype;
  claimAt: Date;
  description: string;
  product: ClaimProduct;
  location: ClaimLocation;
  insured: ClaimInsured;
  questions: Record<string, string | boolean>;
  entries: ClaimEntry[];
  note: string | null;
  cancelReason: string | null;
  handlerId: string | null;
  createdAt: Date;
  updatedAt: Date;
  submittedAt: Date | null;
  closedAt: Date | null;
  reopenedAt: Date | null;
  abandonedAt: Date | null;
  /** The documents that count: of each type the newest upload. */
  documents: ClaimDocument[];
  settlements: ClaimSettlement[];
}
