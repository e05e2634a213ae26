export type PayloadKind = "contract" | "renewal" | "claim";

/** Groups in the subscription form (rules/deliveries.md#webhooks-1). */
export const eventGroups = ["contracts", "drafts", "claims", "documents", "settlements"] as const;
export type EventGroup = (typeof eventGroups)[number];

interface EventKind {
  group: EventGroup;
  payload: PayloadKind;
  meaning: string;
}

/** The 28 kinds of events (rules/events.md#emit-4), from which OpenAPI, docs and portal derive. */
export const eventCatalogue = {
  "v2.contract.created": { group: "contracts", payload: "contract", meaning: "A contract was created" },
  "v2.contract.updated": { group: "contracts", payload: "contract", meaning: "A contract changed: its dates, its parties or its products, or an end was set for a day to come" },
  "v2.contract.closed": { group: "contracts", payload: "contract", meaning: "A contract reached its end" },
  "v2.contract.canceled": { group: "contracts", payload: "contract", meaning: "A contract was cancelled, at most 4 hours after its start" },
  "v2.contract.terminated": { group: "contracts", payload: "contract", meaning: "A contract was terminated, more than 4 hours after its start" },
  "v2.contract.reopened": { group: "contracts", payload: "contract", meaning: "A closed contract is open again" },
  "v2.contract.renewed": { group: "contracts", payload: "contract", meaning: "A contract was renewed; the data is the new contract, for which no created event follows" },
  "v2.contract.renewal.enabled": { group: "contracts", payload: "renewal", meaning: "The automatic renewal of a contract was set up, or is live again" },
  "v2.contract.renewal.updated": { group: "contracts", payload: "renewal", meaning: "The settings of an automatic renewal changed" },
  "v2.contract.renewal.rejected": { group: "contracts", payload: "renewal", meaning: "The customer does not want the automatic renewal" },
  "v2.contract.renewal.resumed": { group: "contracts", payload: "renewal", meaning: "An automatic renewal that was rejected is wanted again" },
  "v2.contract.renewal.notification": { group: "contracts", payload: "renewal", meaning: "The customer is due the notice of a renewal to come" },
  "v2.claim.draft.created": { group: "drafts", payload: "claim", meaning: "A draft of a claim was created" },
  "v2.claim.draft.ready": { group: "drafts", payload: "claim", meaning: "Every mandatory document of a draft is there, and it can be submitted" },
  "v2.claim.draft.archived": { group: "drafts", payload: "claim", meaning: "A draft was cancelled" },
  "v2.claim.created": { group: "claims", payload: "claim", meaning: "A claim was submitted" },
  "v2.claim.closed": { group: "claims", payload: "claim", meaning: "A claim was processed and paid" },
  "v2.claim.reopened": { group: "claims", payload: "claim", meaning: "A closed claim is being worked on again" },
  "v2.claim.abandoned": { group: "claims", payload: "claim", meaning: "A submitted claim was given up" },
  "v2.claim.refused": { group: "claims", payload: "claim", meaning: "The insurer refused a claim" },
  "v2.claim.status.updated": { group: "claims", payload: "claim", meaning: "The status of a claim changed" },
  "v2.claim.document.uploaded": { group: "documents", payload: "claim", meaning: "A document was uploaded" },
  "v2.claim.document.accepted": { group: "documents", payload: "claim", meaning: "The handler accepted a document" },
  "v2.claim.document.refused": { group: "documents", payload: "claim", meaning: "The handler refused a document" },
  "v2.claim.document.requested": { group: "documents", payload: "claim", meaning: "The handler asks for one more document" },
  "v2.claim.settlement.created": { group: "settlements", payload: "claim", meaning: "A settlement was created" },
  "v2.claim.settlement.paid": { group: "settlements", payload: "claim", meaning: "A settlement was paid" },
  "v2.claim.settlement.returned": { group: "settlements", payload: "claim", meaning: "A payment came back" },
} as const satisfies Record<string, EventKind>;

export type EventType = keyof typeof eventCatalogue;

export const eventTypes = Object.keys(eventCatalogue) as [EventType, ...EventType[]];
