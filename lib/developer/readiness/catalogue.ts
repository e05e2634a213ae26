export type EvidenceKind = "call" | "delivery" | "webhook";

interface Item {
  group: ReadinessGroup;
  evidence: EvidenceKind;
}

export const readinessGroups = ["contracts", "renewals", "claims", "errors", "webhooks"] as const;
export type ReadinessGroup = (typeof readinessGroups)[number];

/**
 * Steps that an integration must complete before production (rules/call-log.md#readiness-1). No zod here, since the browser loads
 * this file.
 */
export const readinessItems = {
  lcd: { group: "contracts", evidence: "call" },
  lmd: { group: "contracts", evidence: "call" },
  lld: { group: "contracts", evidence: "call" },
  preview: { group: "contracts", evidence: "call" },
  changed: { group: "contracts", evidence: "call" },
  productAdded: { group: "contracts", evidence: "call" },
  productRemoved: { group: "contracts", evidence: "call" },
  ended: { group: "contracts", evidence: "call" },
  renewalRejected: { group: "renewals", evidence: "call" },
  renewalResumed: { group: "renewals", evidence: "call" },
  claimCreated: { group: "claims", evidence: "call" },
  documentsUploaded: { group: "claims", evidence: "call" },
  documentsMissing: { group: "claims", evidence: "call" },
  claimSubmitted: { group: "claims", evidence: "call" },
  claimCancelled: { group: "claims", evidence: "call" },
  documentFetched: { group: "claims", evidence: "call" },
  periodLocked: { group: "errors", evidence: "call" },
  contractNotFound: { group: "errors", evidence: "call" },
  keyRefused: { group: "errors", evidence: "call" },
  fewRefusals: { group: "errors", evidence: "call" },
  idempotentRetry: { group: "errors", evidence: "call" },
  webhookFast: { group: "webhooks", evidence: "webhook" },
  acceptedTwice: { group: "webhooks", evidence: "delivery" },
} as const satisfies Record<string, Item>;

export type ReadinessItem = keyof typeof readinessItems;

export const readinessNames = Object.keys(readinessItems) as ReadinessItem[];
