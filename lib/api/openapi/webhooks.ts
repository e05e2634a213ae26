import { z } from "zod";
import type { ZodOpenApiOperationObject, ZodOpenApiPathItemObject, oas31 } from "zod-openapi";
import { inPascalCase } from "#lib/api/openapi/responses.ts";
import { eventCatalogue, eventTypes } from "#lib/delivery/event-catalogue.ts";
import type { EventType, PayloadKind } from "#lib/delivery/event-catalogue.ts";
import { eventSamples } from "#lib/developer/events/samples.ts";
import { claim } from "#lib/insurance/claims/schema.ts";
import { contract } from "#lib/insurance/contracts/schema.ts";
import { renewalPayload } from "#lib/insurance/renewals/schema.ts";

/** The chapter on webhooks (rules/deliveries.md#attempts-1). */
export const webhooksTag: oas31.TagObject = {
  name: "Webhooks",
  description: `
Covergate notifies your system of every change as it happens. In the portal, give a webhook a name, a callback URL and the event types to receive; development and production have separate webhooks.

- The request is a \`POST\` with a JSON body to the callback URL, which must be HTTPS and lead to a public address. Redirects are not followed.
- Any 2xx response within 10 seconds is a success. Respond immediately and do the work afterwards.
- After any other response, or none, the request is sent again 1 minute, 5 minutes and 30 minutes after the previous attempt; then the delivery has failed. The portal shows every attempt, and can replay a delivery or cancel one that waits.
- The same event may arrive more than once, and events may arrive out of order. \`x-event-id\` identifies the event and is the same in every attempt: store it to detect duplicates.
- \`data\` is the complete state right after the event, so there is no need to read it again.
- Requests are signed as defined by Standard Webhooks, unless signatures are turned off. The portal shows the secret when a webhook is created, and on its page. Without signatures, put a secret token into the query string of the callback URL, or allow only the addresses that Covergate sends from.
- To recover what a receiver missed, use \`GET /events\`, or "Recover" in the portal.
`.trim(),
};

export const webhookParameters: Record<string, oas31.ParameterObject> = {
  EventId: header(
    "x-event-id",
    "Identifies the event, the same in every attempt: if it arrives again, it is a duplicate.",
    "evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A",
  ),
  DeliveryId: header(
    "x-delivery-id",
    "Identifies the delivery of the event to this webhook, as shown in the portal.",
    "dlv_01JD3W7Q8Z1F0C9A7B3E5D2846",
  ),
  DeliveryAttempt: header("x-delivery-attempt", "Number of the attempt, starting at 1 and including replays.", 1),
  WebhookId: signed("webhook-id", "The same as `x-event-id`.", "evt_01JD3W7Q8ZK5T9V0XR2M4N6P8A"),
  WebhookTimestamp: signed("webhook-timestamp", "When the attempt was made, in seconds since 1970.", 1_798_794_000),
  WebhookSignature: signed(
    "webhook-signature",
    "`v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by full stops. Two of them, separated by a space, for 24 hours after the secret was rotated.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
};

const bodies = {
  contract: { name: "ContractEvent", data: contract, description: "What happened to a contract, and the contract as it was right after." },
  renewal: {
    name: "AutomaticRenewalEvent",
    data: renewalPayload,
    description: "What happened to an automatic renewal, and the renewal as it was right after.",
  },
  claim: { name: "ClaimEvent", data: claim, description: "What happened to a claim, and the claim as it was right after." },
} as const satisfies Record<PayloadKind, { name: string; data: z.ZodType; description: string }>;

/** One component per payload kind, so that a client gets three models instead of one per event type. */
export const eventSchemas: Record<string, z.ZodType> = Object.fromEntries(
  Object.entries(bodies).map(([kind, { name, data, description }]) => {
    const kinds = eventTypes.filter((eventType) => eventCatalogue[eventType].payload === kind);
    const eventType = z.enum(kinds as [EventType, ...EventType[]]).meta({ id: `${name}Type`, description: "What happened." });
    return [name, z.object({ event_type: eventType, data }).meta({ description })];
  }),
);

/** The path items of `webhooks` (rules/events.md#emit-4), which refer to them: from inline ones, generators would make client methods. */
export const eventPathItems: Record<string, ZodOpenApiPathItemObject> = Object.fromEntries(
  eventTypes.map((eventType) => [eventType, { post: operationOf(eventType) }]),
);

export const webhooks: Record<string, ZodOpenApiPathItemObject & oas31.ReferenceObject> = Object.fromEntries(
  eventTypes.map((eventType) => [eventType, { $ref: `#/components/pathItems/${eventType}` }]),
);

function operationOf(eventType: EventType): ZodOpenApiOperationObject {
  const { meaning, group, payload } = eventCatalogue[eventType];
  return {
    operationId: `receive${inPascalCase(eventType.replace("v2.", "").replaceAll(".", "_"))}`,
    tags: [webhooksTag.name],
    summary: eventType,
    description: `${meaning}. One of the group \`${group}\`. Answer 2xx at once; anything else is tried again.`,
    security: [],
    // Inline, since openapi-generator does not resolve references in a path item and reports duplicates.
    parameters: Object.values(webhookParameters),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { $ref: `#/components/schemas/${bodies[payload].name}` },
          example: { event_type: eventType, data: eventSamples[eventType] },
        },
      },
    },
    responses: {
      default: {
        description:
          "2xx: received. Anything else: sent again, at most three times. The portal shows up to 16 KiB of the body; it is not used for anything else.",
      },
    },
  };
}

function signed(name: string, description: string, example: string | number): oas31.ParameterObject {
  return { ...header(name, `${description} Where signatures are turned on.`, example), required: false };
}

function header(name: string, description: string, example: string | number): oas31.ParameterObject {
  return {
    name,
    in: "header",
    required: true,
    description,
    schema: typeof example === "string" ? { type: "string" } : { type: "integer", minimum: 1 },
    example,
  };
}
