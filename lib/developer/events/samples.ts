import { z } from "zod";
import { eventCatalogue } from "#lib/delivery/event-catalogue.ts";
import type { EventType, PayloadKind } from "#lib/delivery/event-catalogue.ts";
import * as claims from "#lib/developer/events/samples-claim.ts";
import * as contracts from "#lib/developer/events/samples-contract.ts";
import * as renewals from "#lib/developer/events/samples-renewal.ts";
import { claim } from "#lib/insurance/claims/schema.ts";
import { contract } from "#lib/insurance/contracts/schema.ts";
import { renewalPayload } from "#lib/insurance/renewals/schema.ts";

/** Always the whole state, as a read would answer it (rules/events.md#emit-2). */
const payloadData = { contract, renewal: renewalPayload, claim } as const satisfies Record<PayloadKind, z.ZodType>;

type PayloadData<Type extends EventType> = (typeof payloadData)[(typeof eventCatalogue)[Type]["payload"]];

type EventData<Type extends EventType> = z.infer<PayloadData<Type>>;

/** One contract, its renewal and a claim, each in the state of the event. */
export const eventSamples: { readonly [Type in EventType]: EventData<Type> } = {
  "v2.contract.created": contracts.contractCreated,
  "v2.contract.updated": contracts.contractUpdated,
  "v2.contract.closed": contracts.contractClosed,
  "v2.contract.canceled": contracts.contractCanceled,
  "v2.contract.terminated": contracts.contractTerminated,
  "v2.contract.reopened": contracts.contractReopened,
  "v2.contract.renewed": contracts.contractRenewed,
  "v2.contract.renewal.enabled": renewals.renewalEnabled,
  "v2.contract.renewal.updated": renewals.renewalUpdated,
  "v2.contract.renewal.rejected": renewals.renewalRejected,
  "v2.contract.renewal.resumed": renewals.renewalResumed,
  "v2.contract.renewal.notification": renewals.renewalNotification,
  "v2.claim.draft.created": claims.draftCreated,
  "v2.claim.draft.ready": claims.draftReady,
  "v2.claim.draft.archived": claims.draftArchived,
  "v2.claim.created": claims.claimCreated,
  "v2.claim.closed": claims.claimClosed,
  "v2.claim.reopened": claims.claimReopened,
  "v2.claim.abandoned": claims.claimAbandoned,
  "v2.claim.refused": claims.claimRefused,
  "v2.claim.status.updated": claims.claimStatusUpdated,
  "v2.claim.document.uploaded": claims.documentUploaded,
  "v2.claim.document.accepted": claims.documentAccepted,
  "v2.claim.document.refused": claims.documentRefused,
  "v2.claim.document.requested": claims.documentRequested,
  "v2.claim.settlement.created": claims.settlementCreated,
  "v2.claim.settlement.paid": claims.claimClosed,
  "v2.claim.settlement.returned": claims.settlementReturned,
};

/** The body of a webhook request: exactly these two fields (rules/events.md#emit-2). */
export function eventPayload<Type extends EventType>(eventType: Type) {
  const { payload, meaning } = eventCatalogue[eventType];
  const data = payloadData[payload] as PayloadData<Type>;
  return z.object({ event_type: z.literal(eventType), data }).meta({ description: `${meaning}.` });
}
