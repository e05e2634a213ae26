/** The values of text columns. A column takes its type from here, and so does the wire. No imports, since the browser loads it. */

export const partnerStatuses = ["active", "suspended"] as const;

export const features = [
  "decoupled_break_theft",
  "assistance_standard",
  "client_theft",
  "test_contracts",
  "product_dates",
  "bulk_renewals",
  "renew_by_default",
] as const;

/** Pictures that every phone shows. SVG is not among them, since it can hold scripts. */
export const logoTypes = ["image/png", "image/jpeg", "image/webp"] as const;

/** `password` includes the second step, if there is one. */
export const signInMethods = ["password", "identity provider", "passkey"] as const;

/** Other than the partner's own system. The command line says so itself, so that it counts in figures, but is no progress. */
export const storedSources = ["try_it", "recipe", "assistant", "command_line"] as const;

/** The countries with a list of cities. */
export const cityCountries = ["FR", "IT", "RE"] as const;

export const contractStatuses = ["open", "closed", "cancel", "terminated"] as const;
export const contractProductStatuses = [...contractStatuses, "has_been_replaced"] as const;

export const renewalStates = ["scheduled", "rejected", "applied", "dropped"] as const;

/** The changes that affect a price (rules/statements.md#ledger-3). */
export const premiumKinds = ["created", "added", "removed", "amended", "renewed", "cancelled", "terminated", "reopened"] as const;

/** The state of a price list that support proposed. */
export const proposalStatuses = ["waiting", "published", "refused"] as const;

/** rules/claims.md#states-1 */
export const claimStatuses = ["draft", "submitted", "in_progress", "pending_info", "closed", "rejected", "abandoned", "archived"] as const;

/** The state of the draft. `matched`: the insurer has a claim of its own for it. `abandonned` is the insurer's spelling. */
export const draftStatuses = ["unmatched", "pending", "matched", "abandonned"] as const;

/** The insurer's progress on a submitted claim; null until a handler takes it over (rules/claims.md#states-2). */
export const userClaimStages = [
  "waiting_for_tulip",
  "document_to_send",
  "waiting_for_payment",
  "reopened",
  "closed_paid",
  "closed_rejected",
  "abandoned",
] as const;

export const claimTypes = ["theft", "break"] as const;
export const claimSubtypes = ["total_theft", "partial_theft", "vandalism", "partial_break", "total_break", "failure"] as const;

/** `mandatory` blocks the submission, `expected` may delay processing, `optional` does nothing. */
export const documentCategories = ["mandatory", "expected", "optional"] as const;

/** rules/claims.md#matrix-7 */
export const uploadedStatuses = ["to_verify", "accepted", "rejected"] as const;
export const documentStatuses = ["waiting_for", ...uploadedStatuses] as const;

/** The actions whose reason the insured or the partner reads. */
export const reasonUses = ["requestDocument", "refuseDocument", "rejectClaim"] as const;

/** rules/settlements.md#pay-1 */
export const settlementTypes = ["refund", "returned", "charge", "cancel"] as const;

/** The states of a refund that a second handler has yet to approve, or has declined: partners do not see it. */
const proposalStates = ["pending_approval", "declined"] as const;

/** rules/settlements.md#pay-2 */
export const paymentStates = ["approved", "executing", "paid", "failed", "cancelled"] as const;
export const storedPaymentStates = [...proposalStates, ...paymentStates] as const;

/** The state of an account that support entered. */
export const accountProposalStatuses = ["waiting", "approved", "declined", "withdrawn"] as const;

/** `delivering` is derived from the lease (rules/deliveries.md#attempts-8). */
export const storedDeliveryStatuses = ["pending", "succeeded", "retrying", "failed", "cancelled"] as const;
/** A delivery with one of these is over, and can be replayed. */
export const deliveryOutcomes = ["succeeded", "failed", "cancelled"] as const;

/** In the order in which they are sent. */
export const attemptTriggers = ["automatic", "manual", "replay"] as const;

export const scenarioNames = ["paid", "refused", "more_info", "charged", "returned_payment"] as const;
export const scenarioStatuses = ["running", "done", "stopped"] as const;
export const scenarioSteps = [
  "takeOver",
  "acceptDocument",
  "requestDocument",
  "approveRefund",
  "executePayment",
  "returnPayment",
  "chargeClaim",
  "rejectClaim",
] as const;
