import { describe, expect, test } from "vitest";
import { buildDocument } from "#lib/api/openapi/document.ts";
import { webhookParameters, webhooksTag } from "#lib/api/openapi/webhooks.ts";
import { decideOutcome } from "#lib/delivery/deliveries/rules/retries.ts";
import { eventCatalogue, eventTypes } from "#lib/delivery/event-catalogue.ts";
import { deliveryHeaders } from "#lib/delivery/webhooks/post.ts";
import { signatureHeaders } from "#lib/delivery/webhooks/rules/signature.ts";

const document = buildDocument("https://api.covergate.example/v2");
const schemas = document.components?.schemas ?? {};
const operations = Object.entries(document.components?.pathItems ?? {}).flatMap(([eventType, item]) =>
  "post" in item && item.post !== undefined ? [[eventType, item.post] as const] : [],
);

test("there is one webhook for every event type, in the catalogue's order", () => {
  expect(operations.map(([eventType]) => eventType)).toEqual(eventTypes);
  const references = Object.fromEntries(eventTypes.map((eventType) => [eventType, { $ref: `#/components/pathItems/${eventType}` }]));
  expect(document.webhooks).toEqual(references);
  expect(document["x-webhooks"]).toEqual(references);
  expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(eventTypes.length);
});

describe.each(operations)("the webhook %s", (eventType, { requestBody, tags, security, parameters }) => {
  const kind = eventCatalogue[eventType as keyof typeof eventCatalogue];

  test("has a body of its own type, with the same data as a read", () => {
    const content = requestBody as { content: Record<string, { schema: { $ref: string } }> };
    const name = content.content["application/json"]?.schema.$ref.split("/").at(-1) ?? "";
    const data = { contract: "Contract", renewal: "AutomaticRenewalPayload", claim: "ClaimResponse" }[kind.payload];
    expect(schemas[name]).toMatchObject({
      properties: { event_type: { $ref: `#/components/schemas/${name}Type` }, data: { $ref: `#/components/schemas/${data}` } },
      required: ["event_type", "data"],
    });
    expect(schemas[`${name}Type`]).toMatchObject({ enum: expect.arrayContaining([eventType]) as string[] });
  });

  test("is in the chapter on webhooks, and needs no key", () => {
    expect({ tags, security }).toEqual({ tags: [webhooksTag.name], security: [] });
    expect(document.tags).toContainEqual(webhooksTag);
    expect(parameters).toHaveLength(Object.keys(webhookParameters).length);
  });
});

test("the documented headers are those that are sent, with values of the same kind", () => {
  const sent = deliveryHeaders({ eventId: "evt_1", deliveryId: "dlv_1", attempt: 1 });
  const signed = signatureHeaders({ id: "evt_1", timestamp: 1 }, "v1,");
  const own = [...Object.keys(sent).filter((name) => name.startsWith("x-")), ...Object.keys(signed)];
  expect(Object.values(webhookParameters).map(({ name }) => name)).toEqual(own);
});

test("the chapter lists the retries of the schedule", () => {
  const endedAt = new Date("2027-01-01T00:00:00.000Z");
  const minutes: number[] = [];
  for (let cycleAttempt = 1; ; cycleAttempt += 1) {
    const { nextAttemptAt } = decideOutcome({ cycleAttempt, succeeded: false, endedAt });
    if (nextAttemptAt === null) break;
    minutes.push((nextAttemptAt.getTime() - endedAt.getTime()) / 60_000);
  }
  const told = Array.from(webhooksTag.description?.matchAll(/(\d+) minutes?/g) ?? [], ([, number]) => Number(number));
  expect(told).toEqual(minutes);
});
