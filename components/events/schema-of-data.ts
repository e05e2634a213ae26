import { follow, jsonOf, webhookOperations } from "#components/docs/reference/openapi-document.ts";
import type { JsonSchema } from "#components/docs/reference/openapi-document.ts";
import type { EventType } from "#lib/delivery/event-catalogue.ts";

/** Returns the schema of `data` in events of a kind, as the reference publishes it. */
export function schemaOfData(eventType: EventType): JsonSchema {
  const operation = webhookOperations.find(({ summary }) => summary === eventType);
  const data = follow(jsonOf(operation?.requestBody?.content)?.schema ?? {}).properties?.["data"];
  if (data === undefined) throw new Error(`the reference does not have ${eventType}`);
  return data;
}
