import type { ReadinessItem } from "#lib/developer/readiness/catalogue.ts";

/** The page or guide that shows how to do an item. */
export const ways: Record<ReadinessItem, string> = {
  lcd: "/development/events/catalogue/v2.contract.created",
  lmd: "/development/events/catalogue/v2.contract.renewal.updated",
  lld: "/development/events/catalogue/v2.contract.renewal.enabled",
  preview: "/docs/reference/contracts#createContract",
  changed: "/development/events/catalogue/v2.contract.updated",
  productAdded: "/docs/reference/contracts#createProductFromContract",
  productRemoved: "/docs/reference/contracts#deleteProductFromContract",
  ended: "/development/events/catalogue/v2.contract.terminated",
  renewalRejected: "/development/events/catalogue/v2.contract.renewal.rejected",
  renewalResumed: "/development/events/catalogue/v2.contract.renewal.resumed",
  claimCreated: "/development/events/catalogue/v2.claim.draft.created",
  documentsUploaded: "/development/events/catalogue/v2.claim.document.uploaded",
  documentsMissing: "/docs/reference/claims#submitClaim",
  claimSubmitted: "/development/events/catalogue/v2.claim.created",
  claimCancelled: "/development/events/catalogue/v2.claim.draft.archived",
  documentFetched: "/docs/reference/claims#getDocument",
  periodLocked: "/docs/errors#1050",
  contractNotFound: "/docs/errors#1051",
  keyRefused: "/docs/errors#9002",
  fewRefusals: "/development/calls?status=4xx&source=system",
  idempotentRetry: "/docs/reference/contracts#createContract",
  webhookFast: "/development/webhooks",
  acceptedTwice: "/development/deliveries?status=succeeded",
};
