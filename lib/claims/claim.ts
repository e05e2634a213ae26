import type {
  ClaimInsured,
  ClaimLocation,
  ClaimProduct,
  ClaimStatus,
  ClaimSubtype,
  ClaimType,
  DocumentCategory,
  DocumentStatus,
  PaymentState,
  SettlementType,
} from "#lib/claims/schema.ts";
import type { Cents } from "#lib/money.ts";

/** The state of the draft. `matched`: the insurer has a claim of its own for it. `abandonned` is the insurer's spelling. */
export type DraftStatus = "unmatched" | "pending" | "matched" | "abandonned";

/** The insurer's progress on a submitted claim; null until a handler takes it over (partner-api.md § Claim states, rule 4). */
export type UserClaimStage =
  | "waiting_for_tulip"
  | "document_to_send"
  | "waiting_for_payment"
  | "reopened"
  | "closed_paid"
  | "closed_rejected"
  | "abandoned";

export interface ClaimEntry {
  type: string;
  category: DocumentCategory;
  /** True from the handler's request until the upload. */
  requested: boolean;
  /** What the handler wrote with the request; claims of earlier releases lack the field. */
  note?: string | null;
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
  /** The uploader's. */
  comment: string | null;
  createdAt: Date;
  updatedAt: Date;
  acceptedAt: Date | null;
  refusedAt: Date | null;
}

export interface ClaimSettlement {
  id: string;
  type: SettlementType;
  amountCents: Cents;
  paymentState: PaymentState | null;
  paymentAt: Date | null;
  concerns: string | null;
  createdAt: Date;
}

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
  /** The newest upload of each type. */
  documents: ClaimDocument[];
  settlements: ClaimSettlement[];
}
