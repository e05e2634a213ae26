import type { ContractType } from "#lib/catalogue.ts";
import type { ContractStatus } from "#lib/contracts/schema.ts";

/** An automatic renewal as rules and verbs see it; serialize.ts turns it into what the API answers. */
export interface Renewal {
  arid: string;
  /** The contract's. */
  worldId: number;
  cid: string;
  defaultApplication: boolean;
  useNotification: boolean;
  durationMonths: number;
  extension: number;
  rejectedAt: Date | null;
  renewalScheduledFor: Date;
  notificationScheduledFor: Date;
  notifiedAt: Date | null;
  appliedAt: Date | null;
  nextCid: string | null;
  /** The contract ended before its day came. */
  droppedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What there is to know of a renewal's contract. */
export interface RenewableContract {
  cid: string;
  worldId: number;
  uid: string;
  contractType: ContractType;
  status: ContractStatus;
  startDate: Date;
  endDate: Date;
  terminationPlanned: boolean;
}
