import { contractTypes } from "#lib/insurance/catalogue/catalogue.ts";
import type { ContractStatus } from "#lib/insurance/catalogue/schema.ts";
import type { Filters } from "#lib/platform/lists/portal-lists.ts";

const statuses: Record<ContractStatus, true> = { open: true, closed: true, cancel: true, terminated: true };

/** In display order. This file does without zod, since the browser loads it. */
export const statusNames = Object.keys(statuses) as [ContractStatus, ...ContractStatus[]];

export const contractFilters = {
  search: { kind: "search" },
  renter: { kind: "text", column: "uid" },
  status: { kind: "choices", column: "status", values: statusNames },
  type: { kind: "choices", column: "contract_type", values: contractTypes, isUnindexed: true },
  test: { kind: "boolean", column: "test", isUnindexed: true },
  coveredOn: { kind: "day", isUnindexed: true },
  from: { kind: "from", column: "created_at" },
  to: { kind: "to", column: "created_at" },
} as const satisfies Filters;
