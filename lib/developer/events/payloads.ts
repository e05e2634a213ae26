import { z } from "zod";
import { eventCatalogue } from "#lib/delivery/event-catalogue.ts";
import type { EventType, PayloadKind } from "#lib/delivery/event-catalogue.ts";
import { claim } from "#lib/insurance/claims/schema.ts";
import { contract } from "#lib/insurance/contracts/schema.ts";
import { renewalPayload } from "#lib/insurance/renewals/schema.ts";

/** Always the whole state, as a read would answer it (rules/events.md#emit-2). */
const payloadData = { contract, renewal: renewalPayload, claim } as const satisfies Record<PayloadKind, z.ZodType>;

type PayloadData<Type extends EventType> = (typeof payloadData)[(typeof eventCatalogue)[Type]["payload"]];

export type EventData<Type extends EventType> = z.infer<PayloadData<Type>>;

/** The body of a webhook request: exactly these two fields (rules/events.md#emit-2). */
export function eventPayload<Type extends EventType>(eventType: Type) {
  const { payload, meaning } = eventCatalogue[eventType];
  const data = payloadData[payload] as PayloadData<Type>;
  return z.object({ event_type: z.literal(eventType), data }).meta({ description: `${meaning}.` });
}
